import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { EXIT, SageError } from '../base/error.ts'
import type { Prices } from '../metrics/prices.ts'
import type { TrialScore } from '../verdicts/score.ts'
import type { Performed } from './perform-trial.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunRequest } from './run-request.ts'
import type { FromWorker, ToWorker, TravellingTrial, WorkerStart } from './worker-protocol.ts'

/** Threads that perform trials of built-in parties, each with the packs loaded once. */
export type WorkerPool = {
  readonly threads: readonly WorkerThread[]
  readonly plan: (parts: {
    readonly run: string
    readonly request: RunRequest
    readonly plan: RunPlan
    readonly prices: Prices
  }) => void
  readonly close: () => Promise<void>
}

export type WorkerThread = { readonly perform: (indexes: readonly number[]) => Promise<readonly Performed[]> }

/** Beside the bundle that holds this code; from source there is none, and everything runs in one thread. */
const workerFile = (): string | null => {
  const file = fileURLToPath(new URL('./worker.js', import.meta.url))
  return existsSync(file) ? file : null
}

/** Null: this code cannot start threads here. */
export function openWorkerPool(threads: number, packs: readonly string[]): WorkerPool | null {
  const file = workerFile()
  if (file === null || threads === 0) return null
  const workers = Array.from({ length: threads }, () => startThread(file, { packs }))
  return {
    threads: workers,
    plan: ({ run, request, plan, prices }) => {
      const said: ToWorker = {
        type: 'plan',
        run,
        request,
        prices: [...prices.values()],
        packs: plan.packs.map(({ pack, cases }) => ({ hash: pack.hash, cases })),
      }
      for (const worker of workers) worker.send(said)
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

type Waiting = {
  readonly done: (trials: readonly TravellingTrial[]) => void
  readonly failed: (error: unknown) => void
}

function startThread(file: string, start: WorkerStart) {
  const worker = new Worker(file, { workerData: start })
  const waiting: Waiting[] = []
  let broken: SageError | null = null
  const breakDown = (because: string): void => {
    broken ??= threadFailed(because)
    for (const { failed } of waiting.splice(0)) failed(broken)
  }
  worker.on('message', (said: FromWorker) => {
    if (said.type === 'failed') breakDown(said.message)
    else waiting.shift()?.done(said.trials)
  })
  worker.on('error', (error) => breakDown(String(error)))
  worker.on('exit', () => breakDown('it ended'))
  return {
    send: (said: ToWorker): void => worker.postMessage(said),
    perform: async (indexes: readonly number[]): Promise<readonly Performed[]> => {
      const trials = await new Promise<readonly TravellingTrial[]>((done, failed) => {
        if (broken !== null) return failed(broken)
        waiting.push({ done, failed })
        worker.postMessage({ type: 'perform', indexes } satisfies ToWorker)
      })
      return trials.map(arrived)
    },
    stop: async (): Promise<void> => {
      await worker.terminate()
    },
  }
}

/** What our own thread wrote a moment ago is not checked again: that would cost more than performing the trial. */
const arrived = ({ trial, facts }: TravellingTrial): Performed => ({
  trial,
  facts: { ...facts, score: JSON.parse(trial.score) as TrialScore },
  rated: [],
})

const threadFailed = (because: string): SageError =>
  new SageError('WORKER_FAILED', `A thread that performs trials failed: ${because}`, {
    hint: 'Everything stored is safe. Go on with sage run --resume --workers 0.',
    exit: EXIT.machinery,
  })
