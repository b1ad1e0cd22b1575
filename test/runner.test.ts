import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EXIT, SageError } from '../src/base/error.ts'
import { ModelFailed } from '../src/models/model-failed.ts'
import type { RunResult } from '../src/report/result/run-result.ts'
import { executeRun } from '../src/runner/engine/execute-run.ts'
import type { RunRequest } from '../src/runner/settings/run-request.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { Store } from '../src/storage/store.ts'
import {
  type Bill,
  folderFor,
  numbersOf,
  outsideWith,
  PAID,
  paidAgent,
  REFERENCE,
  RESUME,
  requestIn,
  storedOf,
  type TestMaker,
  USD,
} from './runner-testing.ts'
import { used } from './support/transcript/events.ts'

/** A run in a world that is not kind: limits, budgets, a clock that goes back, providers that fail, a disk that is full. */
let folder = ''
beforeEach(() => {
  folder = folderFor('runner')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bill = (): Bill & { paid: string[] } => ({ paid: [] })
const endingsOf = async ({ store }: RunRequest, { run }: RunResult): Promise<readonly string[]> => [
  ...new Set(
    (await storedOf(store, run)).flatMap(
      ({ transcript }) => /"ending":\{"kind":"[^}]*/.exec(transcript) ?? [],
    ),
  ),
]
const NO_LIMITS = requestIn('').limits

describe('limits of one conversation', () => {
  test.each([
    ['turns', { turns: 2 }, 'turns'],
    ['tool calls', { toolCalls: 1 }, 'tool-calls'],
    ['tokens', { tokens: 300 }, 'tokens'],
    ['money', { usd: 2.5 * USD }, 'money'],
  ])('%s: it ends by that name and is judged', async (_, limits, name) => {
    const request = requestIn(folder, { limits: { ...NO_LIMITS, ...limits } })
    const result = await executeRun(request, outsideWith(paidAgent(bill())))
    expect(await endingsOf(request, result)).toContain(`"ending":{"kind":"limit.hit","limit":"${name}"`)
    expect([result.judged, result.faulted]).toEqual([result.trials, 0])
  })

  test('seconds: somebody who never answers is not waited for', async () => {
    const request = requestIn(folder, { limits: { ...NO_LIMITS, seconds: 60 }, concurrency: 50 })
    const silent: TestMaker = () => () => ({ reply: () => new Promise(() => undefined) })
    const after = (ms: number, run: () => void): (() => void) => {
      const timer = setTimeout(run, ms / 6000)
      return () => clearTimeout(timer)
    }
    const result = await executeRun(request, outsideWith(silent, { after }))
    expect(await endingsOf(request, result)).toEqual(['"ending":{"kind":"limit.hit","limit":"seconds"'])
  })

  test('whoever never answers does not keep a run from stopping', async () => {
    const outside = outsideWith(() => () => ({
      reply: () => {
        setTimeout(outside.stop, 5)
        return new Promise(() => undefined)
      },
    }))
    const result = await executeRun(requestIn(folder), outside)
    expect([result.stopped?.because, result.trials]).toEqual(['interrupted', 0])
  })
})

describe('the budget of a run', () => {
  test('money: no trial begins that might exceed it; with more it goes on, and nothing is paid for twice', async () => {
    const all = bill()
    const whole = folderFor('whole')
    const expected = await executeRun(requestIn(whole), outsideWith(paidAgent(all)))
    rmSync(whole, { recursive: true })
    const limit = (all.paid.length * USD) / 2
    const paid = bill()
    const request = requestIn(folder, { budget: { usd: limit, minutes: null } })
    const first = await executeRun(request, outsideWith(paidAgent(paid)))
    expect(first.stopped?.because).toBe('budget-usd')
    expect(first.stopped?.left).toBe(expected.trials - first.trials)
    expect(paid.paid.length * USD).toBeLessThanOrEqual(limit)
    expect(paid.paid.length * USD).toBeGreaterThan(limit / 2)
    const same = await executeRun({ ...request, resume: RESUME }, outsideWith(paidAgent(paid)))
    expect([same.run, same.stopped?.because]).toEqual([first.run, 'budget-usd'])
    expect(paid.paid.length * USD).toBeLessThanOrEqual(limit)
    const more = { ...request, budget: { usd: 2 * all.paid.length * USD, minutes: null }, resume: RESUME }
    const rest = await executeRun(more, outsideWith(paidAgent(paid)))
    expect(numbersOf(rest)).toEqual(numbersOf(expected))
    expect([...paid.paid].sort()).toEqual([...all.paid].sort())
  })

  test('money: trials that cost nothing say nothing of what the next one costs, first or stored before', async () => {
    const paid = bill()
    // Every conversation costs the same: one reply.
    const dear: TestMaker =
      () =>
      ({ aside }) => ({
        stateless: true,
        reply: async () => {
          paid.paid.push('')
          aside.note(used({ model: 'test:paid', usd: USD }))
          return { messages: ['Goodbye.'], calls: [] }
        },
      })
    const request = requestIn(folder, {
      agents: [REFERENCE('oracle'), REFERENCE('do-nothing'), PAID],
      limits: { ...NO_LIMITS, turns: 1 },
      budget: { usd: 2.5 * USD, minutes: null },
      concurrency: 8,
    })
    for (const resume of [null, RESUME, RESUME]) {
      const { stopped } = await executeRun({ ...request, resume }, outsideWith(dear))
      expect([stopped?.because, paid.paid.length]).toEqual(['budget-usd', 2])
    }
  })

  test('time: it stops new trials when it is up', async () => {
    let now = Date.UTC(2026, 0, 1)
    const clock = () => {
      now += 2000
      return now
    }
    // Both clocks move alike: no jump.
    const time = { wall: clock, ticks: clock, every: () => () => undefined }
    const request = requestIn(folder, { budget: { usd: null, minutes: 1 } })
    const result = await executeRun(request, outsideWith(paidAgent(bill()), { clock, time }))
    expect(result.stopped?.because).toBe('budget-minutes')
    expect(result.trials).toBeGreaterThan(0)
  })
})

test('a clock that is set back makes no time negative and stops nothing', async () => {
  let now = Date.UTC(2026, 0, 1)
  let calls = 0
  const clock = () => {
    calls += 1
    now += calls % 7 === 0 ? -3_600_000 : 10
    return now
  }
  const request = requestIn(folder, {
    budget: { usd: null, minutes: 60 },
    limits: { ...NO_LIMITS, seconds: 600 },
  })
  const seen: number[] = []
  const outside = outsideWith(paidAgent(bill()), {
    clock,
    onProgress: ({ perSecond }) => seen.push(perSecond),
  })
  const result = await executeRun(request, outside)
  const store = await openSqliteStore(request.store)
  const stored = await store.run(result.run)
  await store.close()
  expect((stored?.finishedAt ?? '') >= (stored?.startedAt ?? 'never')).toBe(true)
  expect([result.stopped, result.wall_ms >= 0, seen.every((rate) => rate >= 0)]).toEqual([
    undefined,
    true,
    true,
  ])
})

describe('providers that fail', () => {
  const down = (): ModelFailed =>
    new ModelFailed({ code: 'unreachable', status: null, retryAfterMs: null }, 'nobody answers')
  const failing = (paid: Bill, isDown: (ask: number) => boolean): TestMaker => {
    const well = paidAgent(paid)
    let ask = 0
    return () => {
      const make = well()
      return (trial) => {
        const inner = make(trial)
        return {
          ...inner,
          reply: async (view) => {
            ask += 1
            if (isDown(ask)) throw down()
            return inner.reply(view)
          },
        }
      }
    }
  }
  const undisturbed = async (): Promise<{ readonly result: RunResult; readonly paid: readonly string[] }> => {
    const [whole, paid] = [folderFor('whole'), bill()]
    const result = await executeRun(requestIn(whole), outsideWith(paidAgent(paid)))
    rmSync(whole, { recursive: true })
    return { result, paid: [...paid.paid].sort() }
  }

  test('down for a while: what failed is tried once more at the end, from where it stood', async () => {
    const paid = bill()
    const outside = outsideWith(failing(paid, (ask) => ask > 20 && ask <= 26))
    const result = await executeRun(requestIn(folder), outside)
    const expected = await undisturbed()
    expect([numbersOf(result), [...paid.paid].sort()]).toEqual([numbersOf(expected.result), expected.paid])
  })

  test('down for good: the run stops with a word, and goes on when it is well again', async () => {
    const paid = bill()
    const request = requestIn(folder, { trials: 3 })
    const result = await executeRun(request, outsideWith(failing(paid, (ask) => ask > 30)))
    expect([result.stopped?.because, result.faulted]).toEqual(['faults', 0])
    const rest = await executeRun({ ...request, resume: RESUME }, outsideWith(paidAgent(paid)))
    expect([rest.stopped, rest.faulted, new Set(paid.paid).size]).toEqual([undefined, 0, paid.paid.length])
  })

  test('every third call fails: faulted trials are stored and counted; each resume runs those again, from where they stood', async () => {
    const paid = bill()
    const request = requestIn(folder)
    const flaky = (): ReturnType<typeof outsideWith> => outsideWith(failing(paid, (ask) => ask % 3 === 0))
    let result = await executeRun(request, flaky())
    const faulted = [result.faulted]
    for (
      let sitting = 0;
      sitting < 30 && (result.faulted > 0 || result.stopped !== undefined);
      sitting += 1
    ) {
      result = await executeRun({ ...request, resume: RESUME }, flaky())
      faulted.push(result.faulted)
    }
    const expected = await undisturbed()
    expect([numbersOf(result), [...paid.paid].sort()]).toEqual([numbersOf(expected.result), expected.paid])
    expect(faulted.length).toBeGreaterThan(1)
  })
})

describe('a disk that is full', () => {
  const full = (): SageError =>
    new SageError('store-full', 'There is no room left.', { hint: 'Free some.', exit: EXIT.machinery })

  /** A store that takes so many writes and then none. */
  const filling =
    (writes: number) =>
    async (file: string): Promise<Store> => {
      const store = await openSqliteStore(file)
      let left = writes
      const counted =
        <In extends readonly unknown[]>(write: (...words: In) => Promise<void>) =>
        async (...words: In): Promise<void> => {
          left -= 1
          if (left < 0) throw full()
          return write(...words)
        }
      return { ...store, saveTrials: counted(store.saveTrials), appendPages: counted(store.appendPages) }
    }

  test.each([0, 3, 11, 20])(
    'after %i writes: the run stops with that word, and goes on from there',
    async (writes) => {
      const paid = bill()
      const request = requestIn(folder)
      const outside = outsideWith(paidAgent(paid), { openStore: filling(writes) })
      await expect(executeRun(request, outside)).rejects.toThrow('no room left')
      const result = await executeRun({ ...request, resume: RESUME }, outsideWith(paidAgent(paid)))
      expect([result.stopped, result.faulted, result.judged]).toEqual([undefined, 0, result.trials])
      // Asked again is at most what was under way when the disk was full.
      expect(paid.paid.length - new Set(paid.paid).size).toBeLessThanOrEqual(request.concurrency)
    },
  )
})

test('--failed: only the cases that failed then', async () => {
  const request = requestIn(folder, { agents: [REFERENCE('always-escalate'), REFERENCE('oracle')] })
  const first = await executeRun(request, outsideWith(paidAgent(bill())))
  const failed = new Set(
    (await storedOf(request.store, first.run))
      .filter(({ score }) => !score.includes('"outcome":"right"') || !score.includes('"forbidden":[]'))
      .map((trial) => trial.case),
  )
  const again = { ...request, selection: { ...request.selection, failedIn: first.run } }
  const second = await executeRun(again, outsideWith(paidAgent(bill())))
  const ran = (await storedOf(request.store, second.run)).map((trial) => trial.case)
  expect([new Set(ran), failed.size > 0, ran.length < first.trials]).toEqual([failed, true, true])
})

describe('folders that cannot be written to', () => {
  const blocked = (): string => {
    writeFileSync(join(folder, 'file'), '')
    return join(folder, 'file', 'inside')
  }
  const outside = () => outsideWith(paidAgent({ paid: [] }))

  test.each([
    ['--out', (): Partial<RunRequest> => ({ out: blocked() })],
    ['--store', (): Partial<RunRequest> => ({ store: join(blocked(), 'sage.db') })],
  ])('%s: said before anything is run', async (flag, over) => {
    const running = executeRun(requestIn(folder, over()), outside())
    await expect(running).rejects.toMatchObject({ code: 'no-folder', exit: 2 })
    await expect(running).rejects.toThrow(/cannot be created/)
    expect([flag, existsSync(join(folder, 'sage.db'))]).toEqual([flag, false])
  })

  test('no room for the report at the end: the run is stored, and gives it again elsewhere', async () => {
    const request = requestIn(folder)
    // A folder of that name in its place: as little to be written to as a full disk.
    const running = executeRun(
      request,
      outsideWith(paidAgent({ paid: [] }), {
        onRunEvent: (happening) => {
          if (happening.type === 'run.began')
            mkdirSync(join(request.out, `${happening.run}.json`), { recursive: true })
        },
      }),
    )
    await expect(running).rejects.toMatchObject({ code: 'report-unwritten', exit: 3 })
    const again = await executeRun({ ...request, out: join(folder, 'other'), resume: RESUME }, outside())
    expect([again.again, existsSync(join(folder, 'other', `${again.run}.md`))]).toEqual([true, true])
  })
})
