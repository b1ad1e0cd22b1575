import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '../../src/storage/postgres/postgres-store.ts'
import { fillStore, wholeTableScans } from '../postgres-plans.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

test('no query of a store or a team reads a whole table, by the plans of analysed tables', async () => {
  const pool = await openPostgres(server.url('plans'))
  await fillStore(pool, { runs: 100, trialsEach: 200 })
  expect(await wholeTableScans(pool)).toEqual([])
  await pool.close()
})

test('nor if a run has so large a part of all rows that walking through all places looks cheap', async () => {
  const pool = await openPostgres(server.url('tenth'))
  await fillStore(pool, { runs: 10, trialsEach: 2000 })
  expect(await wholeTableScans(pool)).toEqual([])
  await pool.close()
})

test('a table without its index is noticed', async () => {
  const pool = await openPostgres(server.url('without'))
  await pool.use((client) => client.query('drop index trials_in_order, trials_by_trial'))
  await fillStore(pool, { runs: 100, trialsEach: 50 })
  const found = await wholeTableScans(pool)
  expect(found.map(({ table }) => table)).toContain('trials')
  await pool.close()
})
