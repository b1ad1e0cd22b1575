import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AgentFailed } from '../src/conversation/protocol/agent-failed.ts'
import type { RunResult } from '../src/report/result/run-result.ts'
import { executeRun } from '../src/runner/engine/execute-run.ts'
import type { RunRequest } from '../src/runner/settings/run-request.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import {
  type Bill,
  folderFor,
  LUNCHBOX,
  numbersOf,
  outsideWith,
  paidAgent,
  RESUME,
  requestIn,
  storedOf,
} from './runner-testing.ts'
import { aRunId } from './support/base/ids.ts'

/** A run that was stopped goes on, and comes to what it would have come to. */
let folder = ''
beforeEach(() => {
  folder = folderFor('resume')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const cases = (...names: string[]): Partial<RunRequest> => ({
  selection: { ...requestIn('').selection, cases: names.map((name) => `lunchbox/${name}`) },
})
describe('an agent that keeps nothing', () => {
  test('stopped again and again: the same trials and numbers, and no reply is paid for twice', async () => {
    const whole = folderFor('whole')
    const undisturbed = { paid: [] as string[] }
    const request = requestIn(whole, { trials: 2 })
    const expected = await executeRun(request, outsideWith(paidAgent(undisturbed)))

    const bill = { paid: [] as string[] }
    let result: RunResult | undefined
    let sittings = 0
    for (const stopAt of [1, 7, 8, 20, 33, 61, 100, Number.POSITIVE_INFINITY]) {
      let asked = 0
      const outside = outsideWith(
        paidAgent({
          paid: bill.paid,
          onPaid: () => {
            asked += 1
            if (asked >= stopAt) outside.stop()
          },
        }),
      )
      result = await executeRun(
        { ...request, store: join(folder, 's.db'), out: folder, resume: RESUME },
        outside,
      )
      sittings += 1
      if (stopAt < 200) expect(result.stopped?.because).toBe('interrupted')
    }
    expect([sittings, result?.stopped, result?.restarted]).toEqual([8, undefined, undefined])
    expect(numbersOf(result as RunResult)).toEqual(numbersOf(expected))
    expect(await storedOf(join(folder, 's.db'), result?.run ?? aRunId('none'))).toEqual(
      await storedOf(join(whole, 'sage.db'), expected.run),
    )
    expect([...bill.paid].sort()).toEqual([...undisturbed.paid].sort())
    rmSync(whole, { recursive: true })
  })

  test('a finished run is not run again: its result is given again', async () => {
    const bill: Bill = { paid: [] }
    const request = requestIn(folder)
    const first = await executeRun(request, outsideWith(paidAgent(bill)))
    const paid = bill.paid.length
    const again = await executeRun({ ...request, resume: RESUME }, outsideWith(paidAgent(bill)))
    const named = await executeRun(
      { ...request, resume: { ...RESUME, run: first.run } },
      outsideWith(paidAgent(bill)),
    )
    expect([again.run, named.run, bill.paid.length]).toEqual([first.run, first.run, paid])
    const { again: isAgain, ...result } = again
    expect(isAgain).toBe(true)
    expect(numbersOf(result)).toEqual(numbersOf(first))
  })

  test('a finished run that lost trials (saved from a damaged store) is run again as far as they are missing', async () => {
    const paid: Bill = { paid: [] }
    const request = requestIn(folder)
    const first = await executeRun(request, outsideWith(paidAgent(paid)))
    const all = await storedOf(request.store, first.run)
    const [source, saved] = [
      await openSqliteStore(request.store),
      await openSqliteStore(join(folder, 'saved.db')),
    ]
    await saved.createRun((await source.run(first.run)) ?? expect.unreachable())
    let left = 3
    for await (const trial of source.trials(first.run)) {
      left -= 1
      if (left >= 0) await saved.saveTrials([trial])
    }
    for (const store of [source, saved]) await store.close()
    const resume = { ...request, store: join(folder, 'saved.db'), resume: RESUME }
    const again = await executeRun(resume, outsideWith(paidAgent(paid)))
    expect([again.run, again.again]).toEqual([first.run, undefined])
    expect(numbersOf(again)).toEqual(numbersOf(first))
    expect(await storedOf(resume.store, again.run)).toEqual(all)
  })

  test('with nothing to go on with, the run is started; with other agents or cases named, too', async () => {
    const request = requestIn(folder, { ...cases('cancel-in-time'), resume: RESUME })
    const first = await executeRun(request, outsideWith(paidAgent({ paid: [] })))
    const other = { ...request, seed: 2, resume: { ...RESUME, sameOnly: true } }
    const second = await executeRun(other, outsideWith(paidAgent({ paid: [] })))
    const third = await executeRun(other, outsideWith(paidAgent({ paid: [] })))
    expect([second.run === first.run, third.run === second.run]).toEqual([false, true])
  })
})

describe('an agent that keeps things between turns', () => {
  const stoppedAt = async (ask: number, after: { readonly sameAgain: boolean }) => {
    const request = requestIn(folder, { concurrency: 1 })
    let asked = 0
    const agent = (bill: Bill, words: string) =>
      paidAgent(bill, {
        stateless: false,
        reply: async (view) => ({ messages: [`${words} ${view.heard.length}`], calls: [] }),
      })
    const counting: Bill = { paid: [] }
    const outside = outsideWith(() => () => ({
      reply: async (view) => {
        asked += 1
        if (asked === ask) outside.stop()
        return { messages: [`so ${view.heard.length}`], calls: [] }
      },
    }))
    await executeRun(request, outside)
    return executeRun(
      { ...request, resume: RESUME },
      outsideWith(agent(counting, after.sameAgain ? 'so' : 'otherwise')),
    )
  }

  test('is fed again, and goes on where it answers the same', async () => {
    expect((await stoppedAt(2, { sameAgain: true })).restarted).toBeUndefined()
  })

  test('begins afresh where it answers otherwise, and that is counted', async () => {
    const result = await stoppedAt(2, { sameAgain: false })
    expect([result.restarted, result.stopped]).toEqual([1, undefined])
    const texts = (await storedOf(join(folder, 'sage.db'), result.run)).map(({ transcript }) => transcript)
    expect(texts.filter((text) => text.includes('otherwise') && text.includes('"so ')).length).toBe(0)
  })
})

describe('what changed while a run was stopped', () => {
  const stopped = async (): Promise<RunRequest> => {
    cpSync(LUNCHBOX, join(folder, 'desk'), { recursive: true })
    const base = requestIn(folder)
    const request = { ...base, selection: { ...base.selection, packs: [join(folder, 'desk')] as const } }
    const outside = outsideWith(
      paidAgent({ paid: [], onPaid: (count) => (count > 9 ? outside.stop() : undefined) }),
    )
    await executeRun(request, outside)
    const sop = join(folder, 'desk/sop.md')
    const { readFileSync } = await import('node:fs')
    writeFileSync(sop, `${readFileSync(sop, 'utf8')}\n`)
    writeFileSync(join(folder, 'desk/notes.md'), 'new\n')
    return { ...request, resume: RESUME }
  }

  test('is refused with the difference', async () => {
    const request = await stopped()
    await expect(executeRun(request, outsideWith(paidAgent({ paid: [] })))).rejects.toThrow(
      /pack lunchbox changed in notes\.md \(new\), sop\.md/,
    )
  })

  test('goes on by force, marked mixed in result, report and store', async () => {
    const request = await stopped()
    const forced = { ...request, resume: { ...RESUME, force: true } }
    const result = await executeRun(forced, outsideWith(paidAgent({ paid: [] })))
    expect([result.mixed, result.stopped]).toEqual([
      ['pack lunchbox changed in notes.md (new), sop.md'],
      undefined,
    ])
    const again = await executeRun(forced, outsideWith(paidAgent({ paid: [] })))
    expect(again.mixed).toEqual(result.mixed)
  })
})

describe('a run that another process writes', () => {
  test('is not taken from it', async () => {
    const request = requestIn(folder)
    const outside = outsideWith(paidAgent({ paid: [], onPaid: () => outside.stop() }))
    const { run } = await executeRun(request, outside)
    const store = await openSqliteStore(request.store)
    const { hostname } = await import('node:os')
    const at = new Date().toISOString()
    await store.claimRun(run, { writer: `${hostname()}:${process.ppid}:x`, at, insteadOf: null })
    const resume = { ...request, resume: RESUME }
    await expect(executeRun(resume, outsideWith(paidAgent({ paid: [] })))).rejects.toThrow(/another process/)
    await store.releaseRun(run, `${hostname()}:${process.ppid}:x`)
    // A process that is gone holds nothing.
    await store.claimRun(run, { writer: `${hostname()}:4194304:x`, at, insteadOf: null })
    await store.close()
    expect((await executeRun(resume, outsideWith(paidAgent({ paid: [] })))).stopped).toBeUndefined()
  })
})

test('an agent that failed is judged, and not asked again', async () => {
  const request = requestIn(folder, { concurrency: 1 })
  let asked = 0
  const failing = outsideWith(() => () => ({
    stateless: true as const,
    reply: async () => {
      asked += 1
      if (asked === 3) failing.stop()
      throw new AgentFailed('model-silent', 'said nothing')
    },
  }))
  await executeRun(request, failing)
  const result = await executeRun({ ...request, resume: RESUME }, outsideWith(paidAgent({ paid: [] })))
  const failed = (await storedOf(request.store, result.run)).filter(({ transcript }) =>
    transcript.includes('agent.failed'),
  )
  expect([failed.length >= 2, result.faulted]).toEqual([true, 0])
})
