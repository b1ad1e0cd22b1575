import { hostname } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { memoryStore } from '../storage/memory-store.ts'
import { aRun } from '../storage/store-contract.ts'
import { isGone, leaseRun } from './run-lease.ts'

afterEach(() => void vi.useRealTimers())

const NOW = Date.parse('2026-01-01T12:00:00.000Z')
const NOBODY = 2 ** 22 + 1
const at = (ms: number): string => new Date(NOW + ms).toISOString()

const stored = async () => {
  const store = memoryStore()
  await store.createRun(aRun('one'))
  const run = async () => (await store.run('one')) ?? expect.unreachable()
  return { store, run }
}
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

test('a run somebody is writing is refused until let go', async () => {
  const { store, run } = await stored()
  const first = await leaseRun(store, await run(), () => NOW)
  expect(await codeOf(leaseRun(store, await run(), () => NOW + 1))).toBe('run-in-use')
  await first.release()
  expect((await run()).writer).toBeNull()
  await (await leaseRun(store, await run(), () => NOW + 2)).release()
})

test('a run of a process that died is taken over', async () => {
  const { store, run } = await stored()
  await store.claimRun('one', { writer: `${hostname()}:${NOBODY}:x`, at: at(0), insteadOf: null })
  const lease = await leaseRun(store, await run(), () => NOW + 1)
  expect((await run()).writer).toContain(`:${process.pid}:`)
  await lease.release()
})

test('two who take over a dead one’s run at once: one gets it', async () => {
  const { store, run } = await stored()
  await store.claimRun('one', { writer: `${hostname()}:${NOBODY}:x`, at: at(0), insteadOf: null })
  const seen = await run()
  const both = [1, 2].map((ms) => codeOf(leaseRun(store, seen, () => NOW + ms)))
  expect((await Promise.all(both)).sort()).toEqual(['none', 'run-in-use'])
})

test.each([
  ['another machine, just heard', 'away:1:x', at(-1000), false],
  ['another machine, silent', 'away:1:x', at(-31_000), true],
  ['here and running', `${hostname()}:${process.pid}:x`, at(-1000), false],
  ['here and dead', `${hostname()}:${NOBODY}:x`, at(-1000), true],
  ['a sign of life from before the clock was set back', 'away:1:x', at(3_600_000), true],
  ['no sign of life', 'away:1:x', null, true],
])('%s', (_, writer, heartbeat, gone) => {
  expect(isGone(writer, heartbeat, NOW)).toBe(gone)
})

test('a writer says again and again that it lives, and no more once it let go', async () => {
  vi.useFakeTimers()
  const { store, run } = await stored()
  let now = NOW
  const lease = await leaseRun(store, await run(), () => now)
  now += 10_000
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await run()).heartbeat).toBe(at(10_000))
  await lease.release()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await run()).toMatchObject({ writer: null, heartbeat: null })
})
