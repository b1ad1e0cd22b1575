import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../../test/support/temp-folder.ts'
import { usageError } from '../../../base/error.ts'
import { openSqliteStore } from '../../../storage/sqlite/sqlite-store.ts'
import { type DoctorRequest, examine, isWell } from './doctor.ts'
import { type DoctorOutside, thisMachine } from './doctor-outside.ts'

const folder = tempFolder()

const NOW = Date.parse('2026-06-01T12:00:00.000Z')
const well = (): DoctorOutside => ({
  node: 'v20.19.0',
  env: { SOME_KEY: 'secret-value' },
  clock: () => NOW,
  sizeOf: async () => 1_234_567,
  inspect: () => ({ is: 'sound', schema: 2, writable: 'yes' }),
  isFile: () => true,
  runsIn: async () => ({ count: 3, unreadable: [] }),
  disk: async () => ({ free: 80e9, writable: true }),
  reach: async () => 404,
})
const REQUEST: DoctorRequest = {
  store: '/home/me/.sage/sage.db',
  places: [
    {
      check: 'provider some',
      url: 'https://some.example/v1',
      keyEnv: ['SOME_KEY', 'OTHER_KEY'],
      needed: true,
    },
    { check: 'provider local', url: 'http://localhost:1/v1', keyEnv: [], needed: false },
  ],
}

test('all well: one line a check, keys named and never shown', async () => {
  const findings = await examine(REQUEST, well())
  expect(findings.map(({ check, state }) => `${check}: ${state}`)).toEqual([
    'node: ok',
    'store: ok',
    'disk: ok',
    'clock: ok',
    'key SOME_KEY: ok',
    'key OTHER_KEY: note',
    'provider some: ok',
    'provider local: ok',
  ])
  expect(findings[1]?.says).toBe('/home/me/.sage/sage.db: OK, 1.2 MB, schema 2, 3 runs')
  expect(JSON.stringify(findings)).not.toContain('secret')
  expect(isWell(findings)).toBe(true)
})

test.each<
  readonly [what: string, check: string, state: string, says: RegExp, outside: Partial<DoctorOutside>]
>([
  ['an old node', 'node', 'wrong', /too old/, { node: 'v20.18.3' }],
  ['a newer node', 'node', 'ok', /v24/, { node: 'v24.0.0' }],
  ['no store yet', 'store', 'ok', /does not exist yet/, { sizeOf: async () => null }],
  [
    'a database',
    'store',
    'ok',
    /reached, 7 runs/,
    { isFile: () => false, runsIn: async () => ({ count: 7, unreadable: [] }), sizeOf: async () => null },
  ],
  [
    'a database that is away',
    'store',
    'wrong',
    /cannot be reached/,
    {
      isFile: () => false,
      runsIn: async () => {
        throw usageError('store-unreachable', 'It cannot be reached.', 'Start it.')
      },
    },
  ],
  [
    'runs that cannot be read',
    'store',
    'note',
    /3 runs; the header of odd, other cannot be read/,
    { runsIn: async () => ({ count: 3, unreadable: ['odd', 'other'] }) },
  ],
  [
    'a damaged store',
    'store',
    'wrong',
    /damaged: page 7/,
    { inspect: () => ({ is: 'damaged', why: ['page 7'] }) },
  ],
  [
    'another file',
    'store',
    'wrong',
    /no database/,
    { inspect: () => ({ is: 'unreadable', why: ['no database'] }) },
  ],
  [
    'a newer store',
    'store',
    'wrong',
    /newer SAGE/,
    { inspect: () => ({ is: 'too-new', schema: 9, known: 2 }) },
  ],
  [
    'a store in use',
    'store',
    'note',
    /is writing/,
    { inspect: () => ({ is: 'sound', schema: 2, writable: 'busy' }) },
  ],
  [
    'a read-only store',
    'store',
    'wrong',
    /cannot be written/,
    { inspect: () => ({ is: 'sound', schema: 2, writable: 'no' }) },
  ],
  ['little room', 'disk', 'note', /1\.0 GB/, { disk: async () => ({ free: 1e9, writable: true }) }],
  ['no room', 'disk', 'wrong', /50\.0 MB/, { disk: async () => ({ free: 50e6, writable: true }) }],
  [
    'a read-only folder',
    'disk',
    'wrong',
    /cannot be written/,
    { disk: async () => ({ free: 1e12, writable: false }) },
  ],
  ['a clock of 1970', 'clock', 'wrong', /1970/, { clock: () => 0 }],
  ['being offline', 'provider some', 'note', /ENOTFOUND/, { reach: async () => 'ENOTFOUND' }],
])('%s: %s is %s', async (_, check, state, says, outside) => {
  const findings = await examine(REQUEST, { ...well(), ...outside })
  const found = findings.find((each) => each.check === check)
  expect([found?.state, found?.says]).toEqual([state, expect.stringMatching(says)])
  expect(isWell(findings)).toBe(state !== 'wrong')
})

test('what the settings go to is told with what to do; what they do not is only noted', async () => {
  const findings = await examine(REQUEST, { ...well(), env: {}, reach: async () => 'ECONNREFUSED' })
  expect(findings.slice(4).map(({ check, hint }) => [check, hint])).toEqual([
    ['key SOME_KEY', 'sage.yaml needs it for provider some: export SOME_KEY=...'],
    ['key OTHER_KEY', 'sage.yaml needs it for provider some: export OTHER_KEY=...'],
    ['provider some', 'sage.yaml uses this address. Start the service, or correct the address.'],
    ['provider local', undefined],
  ])
  expect(isWell(findings)).toBe(true)
})

test('the machine itself: a store that is there, one that is held, one that is none', async () => {
  const file = join(folder, 'store.db')
  const machine = thisMachine({})
  const storeOf = async (store: string) =>
    (await examine({ store, places: [] }, machine)).find(({ check }) => check === 'store')?.state
  expect(await storeOf(file)).toBe('ok')
  await (await openSqliteStore(file)).close()
  expect(await storeOf(file)).toBe('ok')
  const holder = new Database(file)
  holder.exec('begin immediate')
  expect(await storeOf(file)).toBe('note')
  holder.exec('rollback')
  holder.close()
  writeFileSync(join(folder, 'text.db'), 'not a store '.repeat(500))
  expect(await storeOf(join(folder, 'text.db'))).toBe('wrong')
})

test('reaching: any answer counts, silence ends in time, nobody there is said', async () => {
  const server = createServer((asking, answering) => {
    if (asking.url === '/silent') return
    answering.statusCode = asking.method === 'HEAD' ? 401 : 500
    answering.end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { reach } = thisMachine({})
  expect(await reach(`http://127.0.0.1:${port}/v1`, 60_000)).toBe(401)
  expect(await reach(`http://127.0.0.1:${port}/silent`, 200)).toBe('no answer in time')
  server.closeAllConnections()
  await new Promise((resolve) => void server.close(resolve))
  expect(await reach(`http://127.0.0.1:${port}/v1`, 60_000)).toBe('ECONNREFUSED')
})
