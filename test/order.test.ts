import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TrialId } from '../src/base/values/ids.ts'
import type { TrialFacts } from '../src/metrics/trial-facts.ts'
import { executeRun } from '../src/runner/engine/execute-run.ts'
import { createLedger } from '../src/runner/runs/run-ledger.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import { readFacts } from '../src/storage/stored-facts.ts'
import { folderFor, outsideWith, PAID, paidAgent, REFERENCE, requestIn } from './runner-testing.ts'

/** Lanes and stops change the order in which trials come; they must change no number and no example. */
test('in whatever order trials come, result, report and cases are the same', async () => {
  const agents = [REFERENCE('people-pleaser'), PAID, REFERENCE('forgetful(0.3)')]
  const request = requestIn(folderFor('order'), { agents, trials: 3 })
  const { run, versions } = await executeRun(request, outsideWith(paidAgent({ paid: [] })))
  const store = await openSqliteStore(request.store)
  const facts: { readonly trial: TrialId; readonly facts: TrialFacts }[] = []
  for await (const trial of store.trials(run)) facts.push({ trial: trial.trial, facts: readFacts(trial) })
  await store.close()
  const closed = (order: readonly (typeof facts)[number][]) => {
    const ledger = createLedger([])
    for (const { trial, facts: counted } of order) ledger.add(trial, counted)
    return ledger.close({
      ...request,
      run,
      versions,
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: null,
      wallMs: 0,
      gates: [],
      baseline: null,
      report: null,
    })
  }
  const expected = closed(facts)
  fc.assert(
    fc.property(fc.shuffledSubarray(facts, { minLength: facts.length }), (order) => {
      expect(closed(order)).toEqual(expected)
    }),
    { numRuns: 2 },
  )
})
