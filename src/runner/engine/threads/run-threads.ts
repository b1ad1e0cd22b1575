import { availableParallelism } from 'node:os'
import type { PlanPack } from '../../packs/load-cases.ts'
import { pluginVersions } from '../../plugins/loaded-plugins.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import { type ScorePlayed, scoreHere } from '../../trial/attempt-trial.ts'
import { paidParties } from '../../trial/paid-parties.ts'
import type { RunPlan } from '../schedule/run-plan.ts'
import { openWorkerPool, type PlayParts, type WorkerPool, type WorkerThread } from './worker-pool.ts'

/** The threads of a run, if they help: to play all of it, or to score what parties outside have said. */
export type Threads = {
  /** undefined: cases are planned in this process */
  readonly planPack: PlanPack | undefined
  /** where all parties are built in; null: the run is faster without */
  readonly for: (work: PlayParts & Planned) => WorkerPool | null
  /** where somebody is waited for; undefined: scored in this thread */
  readonly scorer: (work: Planned) => ScorePlayed | undefined
  /** also called when all trials are done, so that the memory is freed while the results are summed up */
  readonly close: () => Promise<void>
}

type Planned = {
  readonly plan: RunPlan
  /** trials to play */
  readonly left: number
}

/** Below this, starting threads takes longer than the trials. */
const TRIALS_MIN = 400
/** A thread that scores takes as long to start as 500 trials take to be scored: below this it costs more than it frees. */
const SCORED_MIN = 2000

/** Must be closed. Planning cases from graphs takes seconds, so threads do that too, where several packs or a long run are to come. */
export function openThreads(request: RunRequest): Threads {
  const open = (): WorkerPool | null => openWorkerPool(threadsOf(request), request.selection.packs)
  let pool = isLong(request) ? open() : null
  return {
    planPack: pool?.planPack,
    for: ({ plan, left, ...play }) => {
      if (left < TRIALS_MIN && request.workers === null) return null
      pool ??= open()
      pool?.begin(plan, play)
      return pool
    },
    scorer: ({ plan, left }) => {
      if (left < SCORED_MIN && request.workers === null) return undefined
      pool ??= openWorkerPool(scorersOf(request), request.selection.packs)
      pool?.begin(plan, null)
      return pool === null ? undefined : scoreIn(pool.threads, plan)
    },
    close: async () => {
      await pool?.close()
    },
  }
}

/** About what a planned pack has. A wrong guess costs some tenths of a second: threads that were not needed, or start later. */
const SITUATIONS = 40

function isLong({ selection: { packs, planned }, agents, trials, workers }: RunRequest): boolean {
  if (planned === 'none') return false
  return packs.length > 1 || workers !== null || agents.length * trials * SITUATIONS >= TRIALS_MIN
}

function threadsOf(request: RunRequest): number {
  return isFree(request) && !hasPlugins() ? (request.workers ?? availableParallelism()) : 0
}

/** This thread talks to the parties, the others score; each of those loads its packs, so there are few. */
function scorersOf(request: RunRequest): number {
  if (isFree(request) || hasPlugins()) return 0
  const spare = Math.min(SCORERS_MAX, availableParallelism() - 1)
  return Math.min(request.workers ?? spare, request.selection.packs.length)
}

const SCORERS_MAX = 4

/** A thread does not load plugins: their rules would be left out of its verdicts. */
const hasPlugins = (): boolean => pluginVersions().plugins !== undefined

const isFree = (request: RunRequest): boolean =>
  request.reader === 'lexical' && request.agents.every((_, agent) => paidParties(request, agent) === null)

/** A pack belongs to one thread. A thread that breaks costs time and nothing else: its trials are scored here. */
function scoreIn(threads: readonly WorkerThread[], { packs }: RunPlan): ScorePlayed {
  const threadOf = new Map(packs.map(({ pack }, place) => [pack.id, threads[place % threads.length]]))
  return async (trial, played) => {
    const score = threadOf.get(trial.pack.id)?.score(trial.case.id, played.log)
    return (await score?.catch(() => undefined)) ?? scoreHere(trial, played)
  }
}
