import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openSqliteStore } from '../storage/sqlite-store.ts'
import { aRun } from '../storage/store-contract.ts'
import { type HoldOutside, holdRun, isAlive, isDead, SILENT_MS_MAX, thisWriter } from './hold-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'sage-hold-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => void vi.useRealTimers())

const NOW = Date.parse('2026-01-01T12:00:00.000Z')
const outside = (more: Partial<HoldOutside> = {}): HoldOutside => ({
  writer: { host: 'here', pid: 1 },
  clock: () => NOW,
  isAlive: () => true,
  onLost: () => undefined,
  ...more,
})
const run = async (name: string) => {
  const store = await openSqliteStore(join(folder, `${name}.db`))
  await store.createRun(aRun('one'))
  return store
}
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

test('a run somebody else is writing is refused until let go', async () => {
  const store = await run('refused')
  const first = await holdRun(store, 'one', outside())
  const second = outside({ writer: { host: 'here', pid: 2 } })
  expect(await codeOf(holdRun(store, 'one', second))).toBe('run-held')
  await first.release()
  await (await holdRun(store, 'one', second)).release()
  await store.close()
})

test('a run of a process that died is taken over, whatever the clock says', async () => {
  const store = await run('died')
  await holdRun(store, 'one', outside({ clock: () => NOW + 3_600_000 }))
  const held = await holdRun(
    store,
    'one',
    outside({ writer: { host: 'here', pid: 2 }, isAlive: () => false }),
  )
  expect((await store.run('one'))?.writer).toBe('2@here')
  await held.release()
  await store.close()
})

test('on another machine only silence says that a writer is dead', () => {
  const me = outside({ writer: { host: 'there', pid: 9 }, isAlive: () => false })
  const seen = (ago: number) => ({ writer: '1@here', heartbeat: new Date(NOW - ago).toISOString() })
  expect([SILENT_MS_MAX - 1, SILENT_MS_MAX + 1, -9_000_000].map((ago) => isDead(seen(ago), me))).toEqual([
    false,
    true,
    false,
  ])
})

test('a writer says again that it lives, and hears when the run was taken from it', async () => {
  vi.useFakeTimers()
  const store = await run('beat')
  const lost: string[] = []
  let now = NOW
  const mine = outside({ clock: () => now, onLost: ({ code }) => void lost.push(code) })
  await holdRun(store, 'one', mine)
  now += 5000
  await vi.advanceTimersByTimeAsync(5000)
  expect((await store.run('one'))?.heartbeat).toBe(new Date(NOW + 5000).toISOString())
  await store.claimRun('one', { writer: '7@away', at: 'x', insteadOf: '1@here' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(lost).toEqual(['run-held'])
  await store.close()
})

test('a run that is not there cannot be held', async () => {
  const store = await run('none')
  expect(await codeOf(holdRun(store, 'two', outside()))).toBe('unknown-run')
  await store.close()
})

test('this process is alive, a number no process has is not', () => {
  expect([isAlive(thisWriter().pid), isAlive(2 ** 22 + 1)]).toEqual([true, false])
})
