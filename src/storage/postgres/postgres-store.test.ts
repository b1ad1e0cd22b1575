import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type PostgresServer, startPostgres } from '../../../test/postgres-server.ts'
import { aRunId, aTrialId } from '../../../test/support/base/ids.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { openStore, storePlace } from '../open/open-store.ts'
import { connectionOver, transact } from './connection.ts'
import { readPlace, withoutPassword } from './place.ts'
import { openPool } from './pool.ts'
import { isPostgresStoreThere, openPostgresStore } from './postgres-store.ts'
import { MIGRATIONS, SCHEMA_VERSION } from './schema.ts'

const ONE = aRunId('one')

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

async function ask(text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

describe('places', () => {
  test('a resolved place has no password, and opens with it', async () => {
    const place = storePlace(server.url('secret'), '/anywhere')
    expect(place).not.toContain(encodeURIComponent(PASSWORD))
    expect(place).toMatch(/^postgres:\/\/postgres@127\.0\.0\.1:\d+\/postgres\?schema=secret$/)
    const store = await openStore(place, 'write')
    await store.close()
    expect(withoutPassword(`${place}&password=also`)).toBe(place)
  })

  test.each(['postgres://', 'postgres://:pass-word@/', 'postgres://user:pass-word@host'])(
    '%s is no address, and is not repeated',
    (place) => {
      const wrong = (): unknown => storePlace(place, '/anywhere')
      expect(wrong).toThrow('This is not the address of a PostgreSQL database.')
      expect(wrong).not.toThrow('pass-word')
    },
  )

  test('a schema is a plain word', () => {
    expect(() => readPlace('postgres://host/desk?schema=a;drop')).toThrow('cannot be the schema')
    expect(readPlace('postgres://host/desk?schema=team_a&sslmode=verify-full')).toMatchObject({
      schema: 'team_a',
      connectionString: 'postgres://host/desk?sslmode=verify-full',
      connections: 8,
    })
  })

  test('says how many connections a process may have', () => {
    expect(readPlace('postgres://host/desk?connections=2')).toMatchObject({
      connectionString: 'postgres://host/desk',
      connections: 2,
    })
    for (const wrong of ['1', 'many', '2.5', '1000'])
      expect(() => readPlace(`postgres://host/desk?connections=${wrong}`)).toThrow('number of connections')
  })
})

describe('what is wrong is said in words, without the password', () => {
  test.each([
    ['another password', () => server.url().replace(/:[^:@]*@/, ':wrong-word@'), 'store-login'],
    ['no such database', () => server.url('x', 'nothing'), 'no-store'],
    ['nobody there', () => 'postgres://user:wrong-word@127.0.0.1:1/desk', 'store-unreachable'],
  ])('%s', async (_, place, code) => {
    const failed = openPostgresStore(place())
    expect(await codeOf(failed)).toBe(code)
    await expect(failed).rejects.not.toThrow(/wrong-word|pass-word/)
  })

  test('a newer store is refused and left as it is', async () => {
    await (await openPostgresStore(server.url('newer'))).close()
    await ask('update newer.schema_version set version = 99')
    expect(await codeOf(openPostgresStore(server.url('newer')))).toBe('store-too-new')
    expect(await ask('select version from newer.schema_version')).toEqual([{ version: 99 }])
  })

  test('a user who may only read reads, and is told why nothing is written', async () => {
    const store = await openPostgresStore(server.url('shared'))
    await store.createRun(aRun('one'))
    await store.close()
    for (const statement of [
      `create role looker login password 'looks-only'`,
      `grant usage on schema shared to looker`,
      `grant select on all tables in schema shared to looker`,
    ])
      await ask(statement)
    const looking = await openPostgresStore(
      server.url('shared').replace(/\/\/[^@]*@/, '//looker:looks-only@'),
    )
    expect((await looking.run(ONE))?.id).toBe('one')
    expect(await codeOf(looking.createRun(aRun('two')))).toBe('store-read-only')
    await looking.close()
  })
})

describe('a store of an older version', () => {
  test.each(MIGRATIONS.slice(0, -1).map((_, index) => index + 1))(
    'schema %i opens with its trials and takes new ones',
    async (version) => {
      const place = server.url(`older_${version}`)
      const pool = openPool(readPlace(place))
      const { run, trial, transcript } = aTrial('one', 1)
      await pool.use(async (client) => {
        await client.query(`create schema older_${version}`)
        for (const statement of MIGRATIONS.slice(0, version).flat()) await client.query(statement)
        await client.query('create table schema_version (version integer not null)')
        await client.query('insert into schema_version values ($1)', [version])
        await client.query(`insert into runs (id, started_at, header) values ('one', '2026', '{}')`)
        await client.query(
          `insert into trials (run, trial, agent, pack, case_id, intensity, repeat, attempt, state, transcript, score, facts)
             values ($1, $2, 'agent', 'pack', 'pack/case-1', 1, 0, 0, 'judged', $3, '{"n":1}', '{}')`,
          [run, trial, transcript],
        )
      })
      await pool.close()
      const store = await openPostgresStore(place)
      expect(await store.trial(trial)).toEqual(aTrial('one', 1, { glance: null }))
      await store.saveTrials([aTrial('one', 2)])
      expect((await store.trialPage(ONE, { place: 0, limit: 5 })).map(({ glance }) => glance)).toEqual([
        null,
        aTrial('one', 2).glance,
      ])
      await store.close()
    },
  )
})

describe('many processes', () => {
  test('several handles may make one new store at once', async () => {
    const place = server.url('together')
    expect(await isPostgresStoreThere(place)).toBe(false)
    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresStore(place)))
    await stores[0]?.createRun(aRun('one'))
    expect(await stores[3]?.runs()).toHaveLength(1)
    for (const store of stores) await store.close()
    expect(await ask('select version from together.schema_version')).toEqual([{ version: SCHEMA_VERSION }])
  })

  test('whoever reads after a place misses no trial that another stored before it', async () => {
    const place = server.url('places')
    const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore(place)))
    const [first, second, reader] = stores
    if (first === undefined || second === undefined || reader === undefined)
      throw new TypeError('three stores')
    await first.createRun(aRun('one'))
    let done = false
    const seen = new Set<string>()
    const watching = (async () => {
      for (let place = 0; ; ) {
        const wasDone = done
        const lines = await reader.trialPage(ONE, { place, limit: 1000 })
        for (const { trial } of lines) seen.add(trial)
        place = lines.at(-1)?.place ?? place
        if (wasDone && lines.length === 0) return
      }
    })()
    const save = async (store: typeof first, from: number): Promise<void> => {
      for (let n = from; n < from + 40; n += 2)
        await store.saveTrials([aTrial('one', n), aTrial('one', n + 1)])
    }
    await Promise.all([save(first, 0), save(second, 100), save(first, 200), save(second, 300)])
    done = true
    await watching
    expect(seen.size).toBe(160)
    for (const store of stores) await store.close()
  })
})

describe('a server that restarts', () => {
  test('an open store goes on, and nothing is stored twice', async () => {
    const store = await openPostgresStore(server.url('restarts'))
    await store.createRun(aRun('one'))
    await server.restart()
    await store.saveTrials([aTrial('one', 1)])
    await Promise.all([server.crash(), store.saveTrials([aTrial('one', 2)])])
    const stored = (await store.trialKeys(ONE)).map(({ trial }) => trial)
    expect(stored).toEqual([aTrial('one', 1).trial, aTrial('one', 2).trial])
    await store.close()
  })

  test('a commit whose answer is lost counts once', async () => {
    const place = server.url('lost')
    const store = await openPostgresStore(place)
    await store.createRun(aRun('one'))
    const pool = openPool(readPlace(place))
    let attempts = 0
    const page = { run: ONE, trial: aTrialId('t'), attempt: 0, page: 0, events: 'x' }
    const result = await transact(
      {
        ...pool,
        use: (work) =>
          pool.use(async (client) => {
            attempts += 1
            const answer = await work(client)
            // The commit has arrived; its answer has not.
            if (attempts === 1) throw Object.assign(new TypeError('lost'), { code: 'ECONNRESET' })
            return answer
          }),
      },
      async (client) => {
        const { run, trial, attempt, events } = page
        const inserted = await client.query('insert into pages values ($1, $2, $3, $4, $5)', [
          run,
          trial,
          attempt,
          page.page,
          events,
        ])
        return inserted.rowCount
      },
    )
    expect([attempts, result, await store.pages(ONE)]).toEqual([2, 1, [page]])
    await pool.close()
    await store.close()
  })

  test('a commit that never arrived is made', async () => {
    const place = server.url('made')
    const store = await openPostgresStore(place)
    const pool = openPool(readPlace(place))
    let attempts = 0
    await transact(pool, async (client) => {
      attempts += 1
      await client.query(`insert into runs (id, started_at, header) values ('one', '1', '{}')`)
      if (attempts === 1) throw Object.assign(new TypeError('lost'), { code: 'ECONNRESET' })
    })
    expect([attempts, await store.runs()]).toMatchObject([2, [{ id: 'one' }]])
    await connectionOver(pool).close()
    await store.close()
  })
})
