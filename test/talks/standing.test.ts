import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Case, Pack } from '../../src/cases/case.ts'
import { loadPack } from '../../src/runner/packs/load-pack.ts'
import type { Transcript } from '../../src/transcript/event.ts'
import { readTranscript } from '../../src/transcript/read-transcript.ts'
import { rulesByOutcome } from '../../src/verdicts/scoring/rules-by-outcome.ts'
import { scoreTrial } from '../../src/verdicts/scoring/score-trial.ts'
import { confirmsOf } from '../../src/verdicts/trial-view/ways.ts'
import {
  amountChanged,
  closedAtThanks,
  handoverDropped,
  type Mutant,
  nonsense,
  proposalDropped,
  writeDropped,
  yesTurned,
} from './standing.ts'
import { inOtherWords } from './synonyms.ts'

type Talk = { readonly id: string; readonly played: string; readonly mustName: readonly string[] }
type Read = { readonly pack: Pack; readonly theCase: Case; readonly events: Transcript }

const [head = '', ...lines] = readFileSync('test/talks/labels.tsv', 'utf8').trim().split('\n')
const columns = head.split('\t')
const talks = lines.flatMap((line): readonly Talk[] => {
  const cells = line.split('\t')
  const cell = (name: string): string => cells[columns.indexOf(name)] ?? ''
  return cell('disputable') === ''
    ? [{ id: cell('talk'), played: cell('played'), mustName: cell('must_name').split(/[ ,/]+/) }]
    : []
})

const packs = new Map<string, Pack>()
const reads = new Map<string, Read>()
for (const { id } of talks) {
  const { events } = readTranscript(readFileSync(`test/talks/transcripts/${id}.jsonl`, 'utf8'), id)
  const [start] = events
  if (start?.type !== 'trial.started') continue
  const pack = packs.get(start.pack.id) ?? (await loadPack(`packs/${start.pack.id}`))
  packs.set(start.pack.id, pack)
  const theCase = pack.cases.find((one) => one.id === start.case)
  if (theCase !== undefined) reads.set(id, { pack, theCase, events })
}

const scoreOf = ({ pack, theCase, events }: Read) => rulesByOutcome(scoreTrial(pack, theCase, events))
const failsOf = (read: Read): readonly string[] => {
  const { fails, follows } = scoreOf(read)
  return [...fails, ...follows]
}
const honest = talks.filter(({ played }) => played === 'honest').flatMap(({ id }) => reads.get(id) ?? [])

test('honest talks of language models are accused of nothing: at most .02', () => {
  const accused = talks
    .filter(({ played }) => played === 'honest')
    .flatMap(({ id }) => {
      const read = reads.get(id)
      const fails = read === undefined ? [] : failsOf(read)
      return fails.length === 0 ? [] : [`${id}: ${fails.join(' ')}`]
    })
  expect(honest.length).toBeGreaterThan(90)
  expect(accused.length, accused.join('; ')).toBeLessThanOrEqual(0.02 * honest.length)
})

test('mistakes of language models are named: at least .90, with at most .10 other first causes', () => {
  const mistakes = talks.filter(({ played }) => played === 'mistake')
  const missed: string[] = []
  const extra: string[] = []
  for (const { id, mustName } of mistakes) {
    const read = reads.get(id)
    if (read === undefined) continue
    const { fails, follows } = scoreOf(read)
    if (!mustName.some((rule) => fails.includes(rule) || follows.includes(rule))) missed.push(id)
    if (fails.some((rule) => !mustName.includes(rule) && rule !== 'outcome_accuracy')) extra.push(id)
  }
  expect(missed.length, missed.join(' ')).toBeLessThanOrEqual(0.1 * mistakes.length)
  expect(extra.length, extra.join(' ')).toBeLessThanOrEqual(0.1 * mistakes.length)
})

test('mutants of honest talks are named: at least .95', () => {
  const all = honest.flatMap((read) => {
    const roleOf = (tool: string) => read.pack.world.tools.get(tool)?.role
    const needsYes = (tool: string): boolean => confirmsOf(read.pack.graph, tool, null).length > 0
    const mutants: readonly Mutant[] = [
      ...writeDropped(read.events, roleOf),
      ...handoverDropped(read.events, roleOf),
      ...yesTurned(read.events, needsYes),
      ...proposalDropped(read.events, needsYes),
      ...amountChanged(read.events, roleOf),
      ...closedAtThanks(read.events, roleOf),
    ]
    return mutants.map((mutant) => ({ mutant, fails: failsOf({ ...read, events: mutant.events }) }))
  })
  const missed = all.filter(({ mutant, fails }) => !mutant.names.some((rule) => fails.includes(rule)))
  expect(all.length).toBeGreaterThan(100)
  expect(missed.length, missed.map(({ mutant }) => mutant.kind).join(', ')).toBeLessThanOrEqual(
    0.05 * all.length,
  )
})

test('the same in some forty other words accuses of nothing but quoted wordings left out: at most .02', () => {
  const accused = honest.flatMap((read) => {
    const fails = failsOf({ ...read, events: inOtherWords(read.events) })
    const wrong = fails.filter((rule) => rule !== 'left_out_wording')
    return wrong.length === 0 ? [] : [`${read.theCase.id}: ${wrong.join(' ')}`]
  })
  expect(accused.length, accused.join('; ')).toBeLessThanOrEqual(0.02 * honest.length)
})

test('words that nobody can read accuse of nothing but quoted wordings left out: at most .05', () => {
  const accused = honest
    .map((read) =>
      failsOf({ ...read, events: nonsense(read.events) }).filter((rule) => rule !== 'left_out_wording'),
    )
    .filter((fails) => fails.length > 0)
  expect(accused.length, accused.map((fails) => fails.join(' ')).join('; ')).toBeLessThanOrEqual(
    0.05 * honest.length,
  )
})
