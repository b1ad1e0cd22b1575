import { setImmediate as nextTurn } from 'node:timers/promises'
import { openSqliteStore } from '../../src/storage/sqlite/sqlite-store.ts'
import type { StoredTrial } from '../../src/storage/store.ts'
import { aCase, aRunId, aTrialId } from '../support/base/ids.ts'

/**
 * A process that writes one run as hard as it can: node writer.js <file> <run>, until its input ends. Every batch is said
 * on stdout once the store has confirmed it, so that whoever kills this process knows what must be there.
 */
const [, , file = '', named = ''] = process.argv
const run = aRunId(named)
const BATCH_TRIALS = 16
const TRANSCRIPT = `${JSON.stringify({ text: 'as long as a short conversation is '.repeat(100) })}\n`

const trialOf = (n: number): StoredTrial => ({
  run,
  trial: aTrialId(`${run}/agent/pack/case-${n}@0#0`),
  agent: 'agent',
  pack: 'pack',
  case: aCase(`pack/case-${n}`),
  intensity: 0,
  repeat: 0,
  attempt: 0,
  state: 'judged',
  transcript: TRANSCRIPT,
  score: '{}',
  facts: '{}',
  glance: null,
})

const store = await openSqliteStore(file)
if ((await store.run(run)) === undefined)
  await store.createRun({ id: run, startedAt: '2026-01-01', finishedAt: null, header: '{}' })
let going = true
process.stdin.resume().once('end', () => {
  going = false
})
let slowest = 0
let written = (await store.trialKeys(run)).length
while (going) {
  const began = performance.now()
  const trials = Array.from({ length: BATCH_TRIALS }, (_, index) => trialOf(written + index))
  await store.appendPages(
    trials.map(({ trial }) => ({ run, trial, attempt: 0, page: written, events: TRANSCRIPT })),
  )
  await store.saveTrials(trials)
  await store.claimRun(run, { writer: run, at: String(written), insteadOf: null })
  written += BATCH_TRIALS
  slowest = Math.max(slowest, performance.now() - began)
  process.stdout.write(`${JSON.stringify({ written, slowest: Math.round(slowest) })}\n`)
  // The store never waits for anything: without a turn of its own, Node would not hear that the input has ended.
  await nextTurn()
}
await store.close()
