import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { aRunId } from '../../../test/support/base/ids.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { runFileLines } from '../run-file.ts'
import { openSqliteStore } from '../sqlite/sqlite-store.ts'
import type { Store } from '../store.ts'
import { memoryStore } from './memory-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'sage-memory-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What may be done to a store, small enough that things meet. */
const run = fc.constantFrom(aRunId('a'), aRunId('b'))
const n = fc.integer({ min: 1, max: 4 })
const state = fc.constantFrom('judged', 'voided', 'faulted')
const writer = fc.constantFrom('me', 'you')
const trial = fc.record({ run, n, state }).map((one) => aTrial(one.run, one.n, { state: one.state }))
const page = fc.record({ run, n, page: n }).map((one) => ({
  run: one.run,
  trial: aTrial(one.run, one.n).trial,
  attempt: 0,
  page: one.page,
  events: '',
}))
const rating = fc.record({ run, n, value: fc.option(fc.constantFrom(0, 0.5, 1)) }).map((one) => ({
  run: one.run,
  trial: aTrial(one.run, one.n).trial,
  judge: 'j',
  n: one.n,
  dimension: 'd',
  value: one.value,
  quote: '',
  because: null,
  promptHash: 'h',
  at: '',
}))

type Deed = (store: Store) => Promise<unknown>
const deed: fc.Arbitrary<readonly [string, Deed]> = fc.oneof(
  run.map((id) => [`create ${id}`, (store: Store) => store.createRun(aRun(id))] as const),
  run.map((id) => [`delete ${id}`, (store: Store) => store.deleteRun(id)] as const),
  run.map((id) => [`finish ${id}`, (store: Store) => store.finishRun(id, 'end')] as const),
  fc
    .tuple(run, writer, fc.option(writer))
    .map(
      ([id, who, insteadOf]) =>
        [
          `claim ${id} ${who} ${insteadOf}`,
          (store: Store) => store.claimRun(id, { writer: who, at: 'now', insteadOf }),
        ] as const,
    ),
  fc
    .tuple(run, writer)
    .map(([id, who]) => [`keep ${id}`, (store: Store) => store.keepRun(id, who, 'still')] as const),
  fc
    .tuple(run, writer)
    .map(([id, who]) => [`release ${id}`, (store: Store) => store.releaseRun(id, who)] as const),
  fc
    .array(trial, { maxLength: 4 })
    .map(
      (batch) =>
        [
          `save ${batch.map((one) => `${one.trial} ${one.state}`)}`,
          (store: Store) => store.saveTrials(batch),
        ] as const,
    ),
  fc
    .array(page, { maxLength: 3 })
    .map((batch) => [`pages ${JSON.stringify(batch)}`, (store: Store) => store.appendPages(batch)] as const),
  page.map((one) => [`drop ${one.trial}`, (store: Store) => store.dropPages(one.run, one.trial)] as const),
  fc
    .array(rating, { maxLength: 3 })
    .map((batch) => [`rate ${JSON.stringify(batch)}`, (store: Store) => store.saveRatings(batch)] as const),
)

/** What a deed answers: its value, or the code it fails with. */
const answerOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error))

async function picture(store: Store): Promise<unknown> {
  const seen: unknown[] = [await store.runs()]
  for (const one of await store.runs()) {
    for await (const line of runFileLines(store, one)) seen.push(line)
    for await (const each of store.ratings(one.id)) seen.push(each)
    seen.push(await store.countTrials(one.id), await store.trialKeys(one.id))
  }
  return seen
}

test('SQLite and memory answer alike, whatever is done to them', async () => {
  let files = 0
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 25 }), async (deeds) => {
      files += 1
      const [sqlite, memory] = [await openSqliteStore(join(folder, `${files}.db`)), memoryStore()]
      for (const store of [sqlite, memory]) await store.createRun(aRun('a'))
      for (const [, act] of deeds) expect(await answerOf(act(sqlite))).toEqual(await answerOf(act(memory)))
      expect(await picture(sqlite)).toEqual(await picture(memory))
      await sqlite.close()
    }),
    { numRuns: 40 },
  )
})
