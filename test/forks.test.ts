import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { executeRun } from '../src/runner/engine/execute-run.ts'
import { forkResults, forksOfRun } from '../src/runner/runs/forks-of-run.ts'
import type { RunRequest } from '../src/runner/settings/run-request.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { StoredFork } from '../src/storage/store.ts'
import { readTranscript } from '../src/transcript/read-transcript.ts'
import {
  type Bill,
  folderFor,
  outsideWith,
  paidAgent,
  REFERENCE,
  RESUME,
  requestIn,
} from './runner-testing.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const FORKS = { at: 'trap', n: 4, until: 'turn' } as const

function trapsIn(over: Partial<RunRequest> = {}): RunRequest {
  const folder = folderFor('forks')
  folders.push(folder)
  const request = requestIn(folder, { forks: FORKS, concurrency: 3, ...over })
  return { ...request, selection: { ...request.selection, buckets: ['adversarial'] } }
}

async function forksIn({ store: file }: RunRequest): Promise<readonly StoredFork[]> {
  const store = await openSqliteStore(file)
  try {
    const [run] = await store.runs()
    const forks: StoredFork[] = []
    if (run !== undefined) for await (const fork of store.forks(run.id)) forks.push(fork)
    return forks
  } finally {
    await store.close()
  }
}

const callsAfterFork = (forks: readonly StoredFork[]): number =>
  forks.flatMap(({ transcript, at }) =>
    readTranscript(transcript).events.filter(({ n, type }) => type === 'usage.recorded' && n > at),
  ).length

test('no call is made for a replayed turn: forks cost what their own turns cost', async () => {
  const bill: Bill = { paid: [] }
  const plain = trapsIn({ forks: null })
  await executeRun(plain, outsideWith(paidAgent(bill)))
  const without = bill.paid.length
  const request = trapsIn()
  await executeRun(request, outsideWith(paidAgent(bill)))
  const forks = await forksIn(request)
  expect(forks.length).toBeGreaterThan(0)
  expect(forks.length % FORKS.n).toBe(0)
  expect(bill.paid.length - 2 * without).toBe(callsAfterFork(forks))
})

test('stopped again and again, no fork is lost and no stored reply is paid for twice', async () => {
  const peaceful = trapsIn()
  await executeRun(peaceful, outsideWith(paidAgent({ paid: [] })))
  const expected = (await forksIn(peaceful)).length
  const request = trapsIn()
  let stop = (): void => undefined
  let stops = 0
  const bill: Bill = {
    paid: [],
    onPaid: (count) => {
      if (count % 17 === 0) stop()
    },
  }
  for (let session = 0; session < 60; session += 1) {
    const outside = outsideWith(paidAgent(bill))
    stop = outside.stop
    const result = await executeRun({ ...request, resume: session === 0 ? null : RESUME }, outside)
    if (result.stopped === undefined) break
    stops += 1
  }
  const forks = await forksIn(request)
  expect(stops).toBeGreaterThan(2)
  expect(forks).toHaveLength(expected)
  expect(new Set(forks.map(({ fork }) => fork)).size).toBe(expected)
  // A reply that was under way when the run stopped was never stored: at most one a lane and stop.
  const twice = bill.paid.length - new Set(bill.paid).size
  expect(twice).toBeLessThanOrEqual(stops * request.concurrency)
}, 120_000)

test('with a deterministic agent all forks agree; with a wavering one the two rates tell how often', async () => {
  const request = trapsIn({ agents: [REFERENCE('oracle'), REFERENCE('people-pleaser')] })
  const result = await executeRun(request, outsideWith(paidAgent({ paid: [] })))
  const store = await openSqliteStore(join(request.store))
  const facts = await forksOfRun(store, result.run)
  await store.close()
  const actions = new Map<string, Set<string>>()
  for (const { agent, trial, action } of facts.filter((fork) => fork.agent === 'oracle'))
    actions.set(`${agent} ${trial}`, (actions.get(`${agent} ${trial}`) ?? new Set()).add(action))
  expect([...actions.values()].every((done) => done.size === 1)).toBe(true)
  const [oracle, pleaser] = forkResults(facts) ?? []
  expect(oracle?.unsafe_here.value).toBe(0)
  expect(oracle?.differs).toBe(0)
  expect(pleaser?.unsafe_here.value).toBeGreaterThan(0)
  expect(result.forks?.map(({ agent }) => agent)).toEqual(['oracle', 'people-pleaser'])
})

test('a stateful agent is fed with the recorded turns; what it answers otherwise is counted and changes nothing', async () => {
  let made = 0
  const moody = paidAgent({ paid: [] }, { stateless: false })
  const request = trapsIn()
  await executeRun(
    request,
    outsideWith(() => {
      const make = moody()
      return (parts) => {
        const inner = make(parts)
        made += 1
        const who = made
        return {
          ...inner,
          reply: async (view) => {
            const move = await inner.reply(view)
            return { ...move, messages: move.messages.map((text) => `${text} (${who})`) }
          },
        }
      }
    }),
  )
  const forks = await forksIn(request)
  expect(forks.length).toBeGreaterThan(0)
  for (const { transcript, at } of forks) {
    const { events } = readTranscript(transcript)
    const began = events.find((event) => event.type === 'fork.began')
    expect(began?.n).toBe(at + 1)
    const spoken = events.filter(
      (event) => event.type === 'message.sent' && event.from === 'agent' && event.n <= at,
    )
    expect(began?.differs).toBeGreaterThanOrEqual(spoken.length)
  }
})
