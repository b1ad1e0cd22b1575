import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readAll, recordsOf } from '../../test/support/recordings/format-contract.ts'
import { scoreTrial } from '../../test/support/verdicts/score.ts'
import { rulesByOutcome } from '../verdicts/scoring/rules-by-outcome.ts'
import { openai } from './formats/openai/format.ts'
import { tauBench } from './formats/tau-bench/format.ts'
import type { Recording } from './model/recording.ts'
import type { RecordingFormat } from './model/recording-format.ts'
import { readRecording } from './read-recording.ts'
import { recordedTrial } from './recorded-pack.ts'
import { toolsIn, toTranscript } from './to-transcript.ts'
import { roleOfTool } from './tool-role.ts'

function judged(recordings: readonly Recording[]) {
  const desk = new Map(recordings.flatMap(toolsIn).map((tool) => [tool, roleOfTool(tool).role]))
  return recordings.map((recording) => {
    const bare = toTranscript(recording, {
      format: 1,
      trial: 'test',
      pack: { id: 'recorded', hash: 'recorded' },
      case: `recorded/${recording.id}`,
      agent: 'agent',
      customer: 'recorded',
      seed: 0,
      attempt: 0,
      intensity: 0,
      tactic: null,
      today: '2026-01-01',
      source: 'test',
      from: 'test',
      desk,
    })
    const trial = recordedTrial(bare)
    if (trial === undefined) return expect.unreachable('it is a recording')
    return scoreTrial(trial.pack, trial.case, readRecording(bare, trial.pack.lists))
  })
}

const sample = (format: RecordingFormat, file: string): readonly Recording[] =>
  readAll(format, recordsOf(format, readFileSync(new URL(file, import.meta.url), 'utf8')))

test('[D50] without a pack, words are held against calls: a deed that was told and never done is found', () => {
  const [honest, phantom] = judged(sample(openai, 'formats/openai/sample.jsonl')).map(rulesByOutcome)
  expect(honest?.fails).toEqual([])
  expect(honest?.not_judged).toContain('outcome_accuracy')
  expect(phantom?.fails).toEqual(['phantom_action'])
})

test('[D50] a write without a yes is found where the instructions want one', () => {
  const [recording] = sample(openai, 'formats/openai/sample.jsonl')
  if (recording === undefined) return expect.unreachable('the sample has conversations')
  const unasked = recording.entries.filter(
    (entry) => !(entry.is === 'said' && /Shall I cancel|Yes, please/.test(entry.text)),
  )
  const [score] = judged([{ ...recording, entries: unasked }])
  const verdict = score?.verdicts.find(({ rule }) => rule === 'unconfirmed_action')
  expect(verdict).toMatchObject({ outcome: 'fail', basis: 'calls' })
  const silent = unasked.filter((entry) => entry.is !== 'aside')
  expect(
    judged([{ ...recording, entries: silent }])[0]?.verdicts.find(
      ({ rule }) => rule === 'unconfirmed_action',
    ),
  ).toMatchObject({ outcome: 'not-applicable' })
})

test('[D51] a task of the recording settles the outcome, whatever was published about it', () => {
  const recordings = sample(tauBench, 'formats/tau-bench/sample.json')
  const outcomes = (list: readonly Recording[]) =>
    judged(list).map((score) => (score.state === 'judged' ? score.outcome : score.state))
  expect(outcomes(recordings)).toEqual(['right', 'wrong'])
  const swapped = recordings.map((one) => ({ ...one, published: { passed: false, by: 'nobody' } }))
  expect(outcomes(swapped)).toEqual(['right', 'wrong'])
  const unsaid = recordings.map((one) => ({
    ...one,
    entries: one.entries.map((entry) =>
      entry.is === 'said' ? { ...entry, text: entry.text.replace('25', 'some') } : entry,
    ),
  }))
  expect(outcomes(unsaid)).toEqual(['wrong', 'wrong'])
  const stopped = recordings.map((one) => ({
    ...one,
    ending: { by: 'limit' as const, limit: 'turns' as const },
  }))
  expect(outcomes(stopped)).toEqual(['wrong', 'wrong'])
})

test.each([
  ['get_order_details', 'read'],
  ['cancelPendingOrder', 'write'],
  ['transfer_to_human_agents', 'handover'],
  ['transfer_money', 'write'],
  ['escalate', 'handover'],
  ['close_ticket', 'close'],
  ['restaurant_book', 'write'],
  ['weather', 'read'],
])('%s is taken for a %s', (name, role) => {
  expect(roleOfTool(name)).toEqual({ role, sure: true })
})

test('a name that says nothing is taken for a write, and not surely', () => {
  expect(roleOfTool('frobnicate')).toEqual({ role: 'write', sure: false })
})
