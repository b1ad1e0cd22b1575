import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { assert } from '../../../base/assert.ts'
import { EXIT, SageError } from '../../../base/error.ts'
import type { CaseId, RunId } from '../../../base/values/ids.ts'
import type { Prices } from '../../../metrics/prices.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import type { PlanPack } from '../../packs/load-cases.ts'
import type { KeptBooks } from '../../runs/run-books.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import type { PlannedTrial } from '../../trial/plan-trials.ts'
import type { RunPlan } from '../schedule/run-plan.ts'
import { keepHeapsSmall, optimiseLate } from './v8-flags.ts'
import type { FromWorker, ToWorker, TrialReference, WorkerStart, WrittenTrial } from './worker-protocol.ts'

/** Threads that plan cases, play trials of built-in parties, and score those of others. */
export type WorkerPool = {
  readonly threads: readonly WorkerThread[]
  /** plans the cases of a pack in the first free thread */
  readonly planPack: PlanPack
  readonly begin: (plan: RunPlan, play: PlayParts | null) => void
  readonly close: () => Promise<void>
}

/** What trials are played with, where they are played in threads. */
export type PlayParts = { readonly run: RunId; readonly request: RunRequest; readonly prices: Prices }

export type WorkerThread = {
  /** by place in the selection, the packs it has loaded: trials of other packs take about a second to prepare */
  readonly packs: ReadonlySet<number>
  readonly attempt: (trials: readonly PlannedTrial[]) => Promise<readonly WrittenTrial[]>
  /** what the trials that it played add up to */
  readonly count: () => Promise<KeptBooks>
  readonly score: (id: CaseId, log: string) => Promise<TrialScore>
}

/** The file beside the bundle that holds this code. Run from source there is none, and all runs in one thread. */
const workerFile = (): string | null => {
  const file = fileURLToPath(new URL('./worker.js', import.meta.url))
  return existsSync(file) ? file : null
}

/** Null: this code cannot start threads here. */
export function openWorkerPool(threads: number, packs: readonly string[]): WorkerPool | null {
  const file = workerFile()
  if (file === null || threads === 0) return null
  optimiseLate()
  keepHeapsSmall()
  const workers = Array.from({ length: threads }, () => startThread(file, { packs }))
  const free = [...workers]
  const waiting: ((worker: Thread) => void)[] = []
  const freeWorker = async (): Promise<Thread> =>
    free.shift() ?? (await new Promise<Thread>((resolve) => waiting.push(resolve)))
  const release = (worker: Thread): void => {
    const next = waiting.shift()
    if (next === undefined) free.push(worker)
    else next(worker)
  }
  return {
    threads: workers,
    planPack: async (pack, how) => {
      const worker = await freeWorker()
      try {
        return await worker.plan(pack, how)
      } finally {
        release(worker)
      }
    },
    begin: ({ packs: planned, traffic, catastrophes }, play) => {
      const begin = {
        packs: planned.map(({ pack, cases }) => ({ hash: pack.hash, cases })),
        play: play === null ? null : { ...play, prices: [...play.prices.values()], traffic, catastrophes },
      }
      for (const worker of workers) worker.send({ type: 'begin', begin })
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

type Thread = ReturnType<typeof startThread>
type Answer = Exclude<FromWorker, { readonly type: 'failed' }>
type Waiting = { readonly done: (answer: Answer) => void; readonly failed: (error: unknown) => void }

/** By default each thread keeps 48 MB of short-lived garbage before it collects (v8-flags.ts says the rest). */
const HEAP = { maxYoungGenerationSizeMb: 12 }

/** A batch takes milliseconds, a pack seconds: a thread that is silent for so long is in a step without an end. */
const STUCK_MS = 600_000

function startThread(file: string, start: WorkerStart) {
  const worker = new Worker(file, { workerData: start, resourceLimits: HEAP })
  const waiting = new Map<number, Waiting>()
  const packs = new Set<number>()
  let [asked, broken]: [number, SageError | null] = [0, null]
  const breakDown = (because: string): void => {
    broken ??= threadFailed(because)
    for (const { failed } of waiting.values()) failed(broken)
    waiting.clear()
  }
  worker.on('message', (said: FromWorker) => {
    if (said.type === 'failed') return breakDown(said.message)
    waiting.get(said.id)?.done(said)
    waiting.delete(said.id)
  })
  worker.on('error', (error) => breakDown(String(error)))
  worker.on('exit', () => breakDown('it ended'))
  const send = (said: ToWorker): void => worker.postMessage(said)
  const ask = (question: (id: number) => ToWorker): Promise<Answer> =>
    new Promise((done, failed) => {
      if (broken !== null) return failed(broken)
      asked += 1
      const stuck = setTimeout(() => {
        breakDown(`a step has been running for ${STUCK_MS / 60_000} minutes without an end`)
        void worker.terminate()
      }, STUCK_MS)
      waiting.set(asked, {
        done: (answer) => {
          clearTimeout(stuck)
          done(answer)
        },
        failed: (error) => {
          clearTimeout(stuck)
          failed(error)
        },
      })
      send(question(asked))
    })
  return {
    packs,
    send,
    plan: async (...[pack, how]: Parameters<PlanPack>) => {
      packs.add(pack)
      const answer = await ask((id) => ({ type: 'plan', id, pack, ...how }))
      assert(answer.type === 'planned', 'a thread answers what it is asked')
      return answer
    },
    attempt: async (trials: readonly PlannedTrial[]): Promise<readonly WrittenTrial[]> => {
      const answer = await ask((id) => ({ type: 'attempt', id, trials: trials.map(referenceOf) }))
      assert(answer.type === 'scored', 'a thread answers what it is asked')
      return answer.trials
    },
    count: async (): Promise<KeptBooks> => {
      const answer = await ask((id) => ({ type: 'count', id }))
      assert(answer.type === 'counted', 'a thread answers what it is asked')
      return answer.books
    },
    score: async (theCase: CaseId, log: string): Promise<TrialScore> => {
      const answer = await ask((id) => ({ type: 'score', id, case: theCase, log }))
      assert(answer.type === 'judged', 'a thread answers what it is asked')
      return answer.score
    },
    stop: async (): Promise<void> => {
      await worker.terminate()
    },
  }
}

const referenceOf = ({ case: { id }, intensity, agent, repeat, seed }: PlannedTrial): TrialReference => ({
  case: id,
  intensity,
  agent,
  repeat,
  seed,
})

const threadFailed = (because: string): SageError =>
  new SageError('worker-failed', `A worker thread failed: ${because}`, {
    hint: 'Stored trials are safe. Resume with sage run --resume --workers 0.',
    exit: EXIT.machinery,
  })
