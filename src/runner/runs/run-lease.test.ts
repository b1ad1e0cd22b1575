import { hostname } from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aRunId, aTrialId } from '../../../test/support/base/ids.ts'
import { aRun, aTrial } from '../../../test/support/storage/store-contract.ts'
import { openSqliteStore } from '../../storage/sqlite/sqlite-store.ts'
import { isGone, leasedStore, leaseRun } from './run-lease.ts'

const ONE = aRunId('one')

afterEach(() => void vi.useRealTimers())

const NOW = Date.parse('2026-01-01T12:00:00.000Z')
const NOBODY = 2 ** 22 + 1
const at = (ms: number): string => new Date(NOW + ms).toISOString()

const stored = async () => {
  const store = await openSqliteStore(':memory:')
  await store.createRun(aRun('one'))
  const run = async () => (await store.run(ONE)) ?? expect.unreachable()
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
  await store.claimRun(ONE, { writer: `${hostname()}:${NOBODY}:x`, at: at(0), insteadOf: null })
  const lease = await leaseRun(store, await run(), () => NOW + 1)
  expect((await run()).writer).toContain(`:${process.pid}:`)
  await lease.release()
})

test('two who take over a dead one’s run at once: one gets it', async () => {
  const { store, run } = await stored()
  await store.claimRun(ONE, { writer: `${hostname()}:${NOBODY}:x`, at: at(0), insteadOf: null })
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

describe('a process that slept', () => {
  /** a lease, and what another process does that finds it silent */
  const asleep = async () => {
    const { store, run } = await stored()
    let now = NOW
    const lease = await leaseRun(store, await run(), () => now)
    const later = (ms: number): void => {
      now += ms
    }
    const taken = async () => leaseRun(store, await run(), () => now)
    return { store, run, lease, later, taken }
  }

  test('finds out with its next write, and writes nothing more', async () => {
    const { store, run, lease, later, taken } = await asleep()
    const held = leasedStore(store, lease)
    await held.saveTrials([aTrial('one', 1)])
    later(31_000)
    const other = await taken()
    for (const write of [
      held.saveTrials([aTrial('one', 2)]),
      held.appendPages([{ run: ONE, trial: aTrialId('t'), attempt: 0, page: 0, events: '' }]),
      held.finishRun(ONE, at(0)),
    ])
      expect(await codeOf(write)).toBe('run-taken')
    expect([lease.lost.aborted, other.lost.aborted]).toEqual([true, false])
    expect(await store.countTrials(ONE)).toMatchObject({ judged: 1 })
    await lease.release()
    expect((await run()).writer).not.toBeNull()
    expect((await run()).finishedAt).toBeNull()
    await other.release()
  })

  test('does not take back what another one had, also where that one is done with it', async () => {
    const { lease, later, taken, run } = await asleep()
    later(31_000)
    await (await taken()).release()
    expect((await run()).writer).toBeNull()
    expect(await codeOf(lease.check())).toBe('run-taken')
    await lease.release()
  })

  test('finds out by itself where it has nothing to write', async () => {
    vi.useFakeTimers()
    const { lease, later, taken } = await asleep()
    later(31_000)
    const other = await taken()
    await vi.advanceTimersByTimeAsync(5000)
    expect([lease.lost.aborted, other.lost.aborted]).toEqual([true, false])
    await Promise.all([lease.release(), other.release()])
  })

  test('goes on where nobody took its run, however long it slept, and where the clock was set back', async () => {
    const { lease, later, run } = await asleep()
    later(3_600_000)
    await lease.check()
    expect((await run()).heartbeat).toBe(at(3_600_000))
    later(-7_200_000)
    await lease.check()
    expect([(await run()).heartbeat, lease.lost.aborted]).toEqual([at(-3_600_000), false])
    await lease.release()
  })

  test('asks the store only where its last sign of life is getting old', async () => {
    const { store, run } = await stored()
    let said = 0
    const keepRun: typeof store.keepRun = (...given) => {
      said += 1
      return store.keepRun(...given)
    }
    let now = NOW
    const lease = await leaseRun({ ...store, keepRun }, await run(), () => now)
    for (let write = 0; write < 100; write += 1) await lease.check()
    now += 20_000
    for (let write = 0; write < 100; write += 1) await lease.check()
    expect(said).toBe(1)
    await lease.release()
  })
})
