import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadPackOnce } from './agents/contract.ts'
import { acting } from './model-server/acting.ts'
import { openModelServer } from './model-server/model-server.ts'
import { playing } from './model-server/playing.ts'
import type { Asked, Script } from './model-server/scripted.ts'
import { sageIn } from './sage-in.ts'
import { tempFolder } from './support/temp-folder.ts'

/** What `--dry-run` says beforehand, and what a run is then seen to take. */
const SHARE_OFF_MAX = 0.25
const folder = tempFolder()

const sage = (...words: readonly string[]) => sageIn(folder, words)

/** Counts as a provider would, four characters a token. */
const metered =
  (script: Script): Script =>
  async (asked: Asked) => {
    const reply = await script(asked)
    if (reply === undefined || 'status' in reply) return reply
    const output = JSON.stringify(reply).length / 4
    return { ...reply, usage: { input: Math.round(asked.raw.length / 4), output: Math.round(output) } }
  }

type Figures = { readonly calls: number; readonly input: number }

/** Estimated and seen for one role: the estimate of the party, the usage that the run booked. */
async function both(
  script: Script,
  { settings, role, party, run }: { settings: string; role: string; party: string; run: readonly string[] },
): Promise<{ readonly said: Figures; readonly seen: Figures }> {
  const server = await openModelServer(metered(script), { keep: false })
  try {
    writeFileSync(
      join(folder, 'sage.yaml'),
      `providers: { mine: { base_url: "${server.url}" } }\npacks: [lunchbox]\nplanned: none\n${settings}`,
    )
    const dry = JSON.parse((await sage('run', ...run, '--dry-run', '--json')).out)
    const { out } = await sage('run', ...run, '--no-gates', '--json')
    const used = JSON.parse(out).usage.filter((use: { role: string }) => use.role === role)
    const estimate = dry.parties.find((each: { party: string }) => each.party === party)
    const sum = (of: (use: Record<string, number>) => number | undefined): number =>
      used.reduce((total: number, use: Record<string, number>) => total + (of(use) ?? 0), 0)
    return {
      said: { calls: estimate.calls, input: estimate.input_tokens },
      seen: { calls: sum(({ calls }) => calls), input: sum(({ input_tokens }) => input_tokens) },
    }
  } finally {
    await server.close()
  }
}

function isClose({ said, seen }: { readonly said: Figures; readonly seen: Figures }): void {
  for (const figure of ['calls', 'input'] as const) {
    const off = Math.abs(said[figure] - seen[figure]) / seen[figure]
    expect(off, `${figure}: ${said[figure]} estimated, ${seen[figure]} seen`).toBeLessThan(SHARE_OFF_MAX)
  }
}

test.each(['declared', 'observed'])('a model as the agent, %s: calls and tokens', async (protocol) => {
  const settings = `agents: [{ id: small, model: "mine:small", protocol: ${protocol} }]\n`
  const script = playing(await loadPackOnce())
  isClose(await both(script, { settings, role: 'agent', party: 'agent small', run: [] }))
})

test('a prompt of one’s own is counted', async () => {
  const long = 'Be kind. '.repeat(1_000)
  writeFileSync(join(folder, 'prompt.md'), `${long}\n{{sop}}\n`)
  const settings = 'agents: [{ id: small, model: "mine:small", prompt: ./prompt.md }]\n'
  const script = playing(await loadPackOnce())
  const figures = await both(script, { settings, role: 'agent', party: 'agent small', run: [] })
  isClose(figures)
  expect(figures.said.input / figures.said.calls).toBeGreaterThan(long.length / 4)
})

test('a model as the customer', async () => {
  const pack = await loadPackOnce()
  const [one] = pack.cases.filter(({ id }) => id === 'lunchbox/torn-strap-with-photo')
  if (one === undefined) throw new TypeError('the case is gone')
  const settings = 'agents: [oracle]\ncustomer: { model: "mine:big" }\n'
  const run = ['--case', one.id]
  isClose(await both(acting(pack, one), { settings, role: 'customer', party: 'customer', run }))
})
