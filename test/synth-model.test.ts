import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Case } from '../src/cases/case.ts'
import { alarmsIn } from '../src/runner/jobs/audit/audit-findings.ts'
import type { Dialogue } from '../src/runner/jobs/synth/dialogue.ts'
import { planPack } from '../src/runner/packs/load-cases.ts'
import type { EventOf } from '../src/transcript/event.ts'
import { scoreTrial } from '../src/verdicts/scoring/score-trial.ts'
import { loadPackOnce } from './agents/contract.ts'
import { openModelServer } from './model-server/model-server.ts'
import type { Asked, Script } from './model-server/scripted.ts'
import { sageIn } from './sage-in.ts'

/** `sage synth --model`: a model words both sides again, and only what does the same is taken. */
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sage-reword-'))
  vi.stubEnv('PLANTED_KEY', 'sk-planted')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const N = 9
const Said = z.object({
  dialogues: z.number(),
  files: z.array(z.string()),
  reworded: z.object({ hits: z.number(), of: z.number(), unusable: z.number() }),
  usage: z.array(z.object({ model: z.string(), calls: z.number(), usd: z.number().nullable() })),
})
const Shown = z.array(z.object({ n: z.number().optional(), from: z.string(), text: z.string() }))

const shownTo = ({ messages }: Asked) => {
  const [last] = messages
  return Shown.parse(JSON.parse(last?.role === 'user' ? last.text : '[]'))
}

/** A model that words each message by this. */
const wording =
  (reworded: (message: { readonly from: string; readonly text: string }) => string): Script =>
  (asked) => ({
    text: JSON.stringify({
      messages: shownTo(asked).flatMap(({ n, from, text }) =>
        n === undefined ? [] : [{ n, text: reworded({ from, text }) }],
      ),
    }),
  })

/** Synthesises with a model that answers by the script: what was said, the dialogues, and what the model was asked. */
async function synthesised(script: Script, ...more: readonly string[]) {
  const server = await openModelServer(script)
  try {
    writeFileSync(
      join(folder, 'sage.yaml'),
      `providers:
  mine: { base_url: "${server.url}", key_env: PLANTED_KEY }
prices:
  - { model: "mine:small", as_of: 2026-01-01, input: 1000, output: 2000 }
`,
    )
    const words = ['synth', 'lunchbox', '-n', String(N), '--model', 'mine:small', '-o', 'corpus', '--json']
    const { out, err, exit } = await sageIn(folder, [...words, ...more])
    return { out, err, exit, asked: server.asked }
  } finally {
    await server.close()
  }
}

const dialoguesIn = (files: readonly string[]): readonly Dialogue[] =>
  files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line): Dialogue => JSON.parse(line)),
  )

const polite = wording(({ from, text }) =>
  from === 'agent' ? `One moment, please. ${text}` : `Well, ${text[0]?.toLowerCase()}${text.slice(1)}`,
)

test('words that do the same are taken, and the dialogues score as before', async () => {
  const { out, exit, asked } = await synthesised(polite)
  expect(exit).toBe(0)
  const said = Said.parse(JSON.parse(out))
  expect(said.dialogues).toBe(N)
  expect(said.reworded.hits).toBeGreaterThan(said.reworded.of / 2)
  expect(said.usage).toEqual([expect.objectContaining({ model: 'mine:small', calls: asked.length })])
  expect(said.usage[0]?.usd).toBeGreaterThan(0)
  expect(asked.length).toBeLessThanOrEqual(N)

  const pack = await loadPackOnce()
  const plan = planPack(pack, { size: 'full', seed: 1 })
  const caseOf = (id: string): Case | undefined =>
    [...plan.cases, ...pack.cases].find((each) => each.id === id)
  const dialogues = dialoguesIn(said.files)
  for (const { id, kind, case: name, transcript } of dialogues) {
    const theCase = caseOf(name)
    if (theCase === undefined) throw new TypeError(`no case ${name}`)
    const alarms = alarmsIn(scoreTrial(pack, theCase, transcript))
    expect({ id, clean: alarms.length === 0 }).toEqual({ id, clean: kind === 'right' })
  }
  // What is said in both of a pair is said in the same words, and asked for once.
  const faulty = dialogues.find(({ kind, reworded }) => kind === 'fault' && reworded !== null)
  const right = dialogues.find(({ id }) => id === faulty?.twin)
  const openingOf = (dialogue: Dialogue | undefined): string | undefined =>
    dialogue?.transcript.flatMap((event) => (event.type === 'message.sent' ? [event.text] : []))[0]
  expect(openingOf(faulty)).toMatch(/^Well, /)
  expect(openingOf(faulty)).toBe(openingOf(right))
})

test('a model gets the messages and nothing of the card, the SOP or the tools', async () => {
  const { asked } = await synthesised(polite)
  const pack = await loadPackOnce()
  const clause = [...pack.graph.sop.clauses.values()][0]?.text ?? ''
  for (const { raw } of asked) {
    expect(raw).not.toContain(clause)
    for (const tool of pack.world.tools.keys()) expect(raw).not.toContain(`"${tool}"`)
  }
})

type Sent = EventOf<'message.sent'>
const leaves = (message: Sent): boolean =>
  message.from === 'customer' && message.act.moves.some((move) => move.do === 'leave')

test.each<readonly [string, Script, (message: Sent) => boolean]>([
  ['another figure', wording(({ text }) => `${text} That is 77.`), ({ text }) => text.includes('77')],
  [
    'a question dropped',
    wording(({ from, text }) => (from === 'agent' ? 'Noted.' : text)),
    ({ text }) => text === 'Noted.',
  ],
  [
    'a goodbye too early',
    wording(({ from, text }) => (from === 'customer' ? 'Thank you, bye!' : text)),
    (message) => message.text === 'Thank you, bye!' && !leaves(message),
  ],
])('words that do something else are not: %s', async (_what, script, isWrong) => {
  const { out } = await synthesised(script)
  const sent = dialoguesIn(Said.parse(JSON.parse(out)).files).flatMap(({ transcript }) =>
    transcript.filter((event): event is Sent => event.type === 'message.sent'),
  )
  expect(sent.length).toBeGreaterThan(N)
  expect(sent.filter(isWrong)).toEqual([])
})

test('an answer that cannot be used leaves the dialogue as it was', async () => {
  const { out, exit } = await synthesised(() => ({ text: 'Certainly! Here are your messages.' }))
  const said = Said.parse(JSON.parse(out))
  expect([exit, said.reworded.hits]).toEqual([0, 0])
  expect(said.reworded.unusable).toBeGreaterThan(0)
  expect(dialoguesIn(said.files).every(({ reworded }) => reworded === null)).toBe(true)
})

test('a dry run says what would be sent and what it costs, and sends nothing', async () => {
  const { out, exit, asked } = await synthesised(polite, '--dry-run')
  expect([exit, asked.length, existsSync(join(folder, 'corpus'))]).toEqual([0, 0, false])
  const said = z
    .object({ calls: z.number(), cost_usd: z.number(), first: z.object({ message: z.string() }) })
    .parse(JSON.parse(out))
  expect(said.calls).toBe(N)
  expect(said.cost_usd).toBeGreaterThan(0)
  expect(Shown.parse(JSON.parse(said.first.message)).length).toBeGreaterThan(1)
})

test('a key that is missing or refused ends it with the reason', async () => {
  const refused = await synthesised(() => ({ fault: { kind: 'status', status: 401 } }))
  expect([refused.exit, refused.out]).toEqual([3, expect.stringContaining('key-refused')])
  vi.stubEnv('PLANTED_KEY', '')
  rmSync(join(folder, 'corpus'), { recursive: true })
  const missing = await synthesised(polite)
  expect([missing.exit, missing.out]).toEqual([2, expect.stringContaining('missing-key')])
  // Nothing is begun that cannot be done.
  expect(existsSync(join(folder, 'corpus'))).toBe(false)
})
