import { join } from 'node:path'
import type { Compilable } from 'kysely'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { storeOver } from '../sql/sql-store.ts'
import { connect } from './connection.ts'

const folder = tempFolder()
const file = join(folder, 'sage.db')

const trials = Array.from({ length: 40 }, (_, n) => aTrial('one', n + 1))
const [first] = trials

/** What SQLite would do for the statements of some work, as it says itself. */
async function plansOf(work: (store: ReturnType<typeof storeOver>) => Promise<unknown>) {
  const connection = await connect(file)
  const asked: string[] = []
  const note = (query: Compilable<unknown>) => asked.push(query.compile().sql)
  const store = storeOver({
    ...connection,
    read: (query) => {
      note(query)
      return connection.read(query)
    },
    write: (queries) => {
      queries.forEach(note)
      return connection.write(queries)
    },
  })
  await work(store)
  await store.close()
  const database = new Database(file)
  const plans = asked.flatMap((sql) => {
    const parameters = Array(sql.split('?').length - 1).fill(null)
    const rows = database.prepare(`explain query plan ${sql}`).all(parameters)
    return (rows as readonly { readonly detail: string }[]).map(({ detail }) => detail)
  })
  database.close()
  return plans.filter((plan) => plan.includes('trials'))
}

test('to store trials, SQLite looks for each of them and reads no other trial of the run', async () => {
  const plans = await plansOf(async (store) => {
    await store.createRun(aRun('one'))
    await store.saveTrials(trials)
    await store.saveTrials(trials.slice(0, 1))
    await store.updateScores(aRun('one').id, trials)
  })
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) expect(plan).toMatch(/^SEARCH trials USING .*\(run=\? AND trial=\?\)/)
})

test('a trial is found by its id alone, wherever it is', async () => {
  const plans = await plansOf(async (store) => {
    expect((await store.trial(first?.trial ?? aTrial('none', 1).trial))?.trial).toBe(first?.trial)
  })
  expect(plans).toEqual([expect.stringMatching(/^SEARCH trials USING .*\(run=\? AND trial=\?\)/)])
})
