import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Case, Pack } from '../../src/cases/case.ts'
import type { CasePlan } from '../../src/cases/plan-cases.ts'
import { knownPacks } from '../../src/runner/files/find-pack.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { alarmsIn } from '../../src/runner/jobs/audit/audit-findings.ts'
import type { Dialogue } from '../../src/runner/jobs/synth/dialogue.ts'
import { runsOf, similarity, wordsIn } from '../../src/runner/jobs/synth/near-duplicates.ts'
import { type Synthesised, synthesise } from '../../src/runner/jobs/synth/synth.ts'
import { openaiLine, sharegptLine } from '../../src/runner/jobs/synth/synth-files.ts'
import { planPack } from '../../src/runner/packs/load-cases.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import type { Transcript } from '../../src/transcript/event.ts'
import { loadPackOnce } from '../agents/contract.ts'
import { sageIn } from '../sage-in.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { scoreTrial } from '../support/verdicts/score.ts'

const N = 60
let pack: Pack
let plan: CasePlan
let made: Synthesised
const dialogues: Dialogue[] = []
beforeAll(async () => {
  pack = await loadPackOnce()
  plan = planPack(pack, { size: 'small', seed: 1 })
  made = await synthesise(pack, plan, {
    n: N,
    seed: 1,
    faults: 0.33,
    signal: new AbortController().signal,
    onDialogue: (dialogue) => void dialogues.push(dialogue),
  })
})

const caseOf = (id: string): Case => {
  const found = [...plan.cases, ...pack.cases].find((each) => each.id === id)
  if (found === undefined) throw new TypeError(`no case ${id}`)
  return found
}

describe('synthetic dialogues', () => {
  test('there are as many as asked for, and every planned path is among them', () => {
    expect(made.dialogues).toBe(N)
    expect(dialogues).toHaveLength(N)
    expect(made.paths_covered.hit).toBe(made.paths_covered.of)
    expect(made.faulty).toBeGreaterThan(N / 5)
  })

  test('scored again, a right one is clean and a faulty one shows its fault, with the sentence it breaks', () => {
    for (const dialogue of dialogues) {
      const score = scoreTrial(pack, caseOf(dialogue.case), dialogue.transcript)
      const { kind, fault, id } = dialogue
      expect({ id, clean: alarmsIn(score).length === 0 }).toEqual({ id, clean: kind === 'right' })
      expect({ id, planted: fault !== null }).toEqual({ id, planted: kind === 'fault' })
    }
    const broken = dialogues.flatMap(({ fault }) => fault?.clauses ?? [])
    expect(broken.length).toBeGreaterThan(0)
    expect(broken.every(({ text }) => text !== '')).toBe(true)
  })

  test('steps and sentences are labelled, and a twin is the right dialogue of the same customer', () => {
    for (const { labels, kind } of dialogues)
      if (kind === 'right')
        expect(labels.some(({ step, clauses }) => step !== null && clauses.length > 0)).toBe(true)
    for (const { twin, case: theCase, split } of dialogues.filter(({ kind }) => kind === 'fault'))
      expect(dialogues.find(({ id }) => id === twin)).toMatchObject({ kind: 'right', case: theCase, split })
  })

  test('nothing leaks: no path is in both splits', () => {
    const splits = new Map<string, Set<string>>()
    for (const { path, split } of dialogues) splits.set(path, (splits.get(path) ?? new Set()).add(split))
    expect([...splits.values()].every(({ size }) => size === 1)).toBe(true)
    expect(made.train).toBeGreaterThan(made.test)
    expect(made.test).toBeGreaterThan(0)
  })

  test('no two right ones are equal or nearly so', () => {
    const runs = dialogues
      .filter(({ kind }) => kind === 'right')
      .map(({ transcript }) => runsOf(wordsIn(transcript), 5))
    const alike = runs.flatMap((a, at) => runs.slice(at + 1).filter((b) => similarity(a, b) > 0.8))
    expect(alike.length).toBeLessThanOrEqual(runs.length / 100)
  })

  test('the same seed gives the same dialogues', async () => {
    const again: string[] = []
    await synthesise(pack, plan, {
      n: 6,
      seed: 1,
      faults: 0.33,
      signal: new AbortController().signal,
      onDialogue: ({ transcript }) => void again.push(JSON.stringify(transcript)),
    })
    expect(again).toEqual(dialogues.slice(0, 6).map(({ transcript }) => JSON.stringify(transcript)))
  })
})

const ToolCall = z.strictObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
})
const Openai = z.strictObject({
  messages: z.array(
    z.union([
      z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }),
      z.strictObject({
        role: z.literal('assistant'),
        content: z.null(),
        tool_calls: z.array(ToolCall).min(1),
      }),
      z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
    ]),
  ),
  tools: z.array(
    z.strictObject({
      type: z.literal('function'),
      function: z.strictObject({
        name: z.string(),
        description: z.string(),
        parameters: z.looseObject({ type: z.literal('object') }),
      }),
    }),
  ),
})
const Sharegpt = z.strictObject({
  conversations: z.array(
    z.strictObject({
      from: z.enum(['human', 'gpt', 'function_call', 'observation']),
      value: z.string().min(1),
    }),
  ),
  system: z.string(),
  tools: z.string(),
})

describe('formats of others', () => {
  test('openai: every result answers a call before it, every call names a tool', () => {
    for (const { transcript } of dialogues) checkOpenai(transcript, pack)
  })

  test('sharegpt: people and results in turn with answers and calls', () => {
    for (const { transcript } of dialogues) checkSharegpt(transcript, pack)
  })
})

function checkOpenai(transcript: Transcript, desk: Pack): void {
  const { messages, tools } = Openai.parse(openaiLine(transcript, desk))
  const names = new Set(tools.map((tool) => tool.function.name))
  const open = new Set<string>()
  for (const message of messages) {
    if ('tool_calls' in message)
      for (const call of message.tool_calls) {
        expect(names.has(call.function.name)).toBe(true)
        JSON.parse(call.function.arguments)
        open.add(call.id)
      }
    if (message.role === 'tool') expect(open.delete(message.tool_call_id)).toBe(true)
  }
  expect(open.size).toBe(0)
}

function checkSharegpt(transcript: Transcript, desk: Pack): void {
  const { conversations, tools } = Sharegpt.parse(sharegptLine(transcript, desk))
  expect(JSON.parse(tools)).not.toHaveLength(0)
  conversations.forEach(({ from }, at) => {
    const isTheirs = from === 'human' || from === 'observation'
    expect({ at, from, isTheirs }).toEqual({ at, from, isTheirs: at % 2 === 0 })
  })
}

/** What any corpus has to hold; the figures for large ones are in docs/synth.md (`npm run bench -- corpora`). */
describe('a small corpus of each other pack', () => {
  const packs = knownPacks(packageRoot()).filter(({ name }) => name !== 'lunchbox')

  test.each(packs)('$name', async ({ dir }) => {
    const own = await loadPack(dir)
    const ownPlan = planPack(own, { size: 'small', seed: 1 })
    const cases = new Map<string, Case>([...ownPlan.cases, ...own.cases].map((each) => [each.id, each]))
    const small: Dialogue[] = []
    const { dialogues: n, faulty } = await synthesise(own, ownPlan, {
      n: 10,
      seed: 1,
      faults: 0.33,
      signal: new AbortController().signal,
      onDialogue: (dialogue) => void small.push(dialogue),
    })
    expect([n, small.length]).toEqual([10, 10])
    expect(faulty).toBeGreaterThan(0)
    const splits = new Map<string, string>()
    for (const { id, kind, case: name, transcript, path, split } of small) {
      const theCase = cases.get(name)
      if (theCase === undefined) throw new TypeError(`no case ${name}`)
      const alarms = alarmsIn(scoreTrial(own, theCase, JSON.parse(JSON.stringify(transcript))))
      expect({ id, clean: alarms.length === 0 }).toEqual({ id, clean: kind === 'right' })
      expect(splits.get(path) ?? split).toBe(split)
      splits.set(path, split)
      checkOpenai(transcript, own)
      checkSharegpt(transcript, own)
    }
  })
})

describe('sage synth', () => {
  const folder = tempFolder()

  test('writes files with labels beside them, says what it made, and overwrites nothing', async () => {
    const words = ['synth', 'lunchbox', '-n', '12', '--format', 'openai', '-o', 'corpus']
    const { out, exit } = await sageIn(folder, [...words, '--json'])
    expect(exit).toBe(0)
    const said = z
      .object({ dialogues: z.number(), path: z.string(), files: z.array(z.string()) })
      .parse(JSON.parse(out))
    expect(said).toMatchObject({ dialogues: 12, path: 'corpus' })
    const lines = (file: string): number => readFileSync(join(folder, file), 'utf8').trim().split('\n').length
    const talks = said.files.filter((file) => !file.endsWith('.labels.jsonl'))
    expect(talks.reduce((sum, file) => sum + lines(file), 0)).toBe(12)
    for (const file of talks) {
      const labels = file.replace(/\.jsonl$/, '.labels.jsonl')
      expect(existsSync(join(folder, labels))).toBe(true)
      expect(lines(labels)).toBe(lines(file))
    }
    expect((await sageIn(folder, words)).exit).toBe(2)
    expect((await sageIn(folder, ['synth', 'lunchbox', '-n', '2', '--format', 'xml'])).exit).toBe(2)
  })
})
