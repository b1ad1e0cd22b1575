import { setImmediate as nextTick } from 'node:timers/promises'
import { Stopped } from '../conversation/stopped.ts'
import type { EventPage, Store } from '../storage/store.ts'
import type { TrialScore } from '../verdicts/score.ts'
import type { Sink } from './batch-sink.ts'
import { type BudgetStop, budgetStop } from './budget.ts'
import { executeCarefully, type Surroundings } from './careful-trial.ts'
import type { Performed, Performer } from './perform-trial.ts'
import type { PlannedTrial } from './plan-trials.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunRequest } from './run-request.ts'
import type { Happening } from './run-watch.ts'

/**
 * Many trials at once, in this process. In: which trials are left, and how one is performed. Out: finished trials, in the
 * sink, and why it stopped early. It must not know parties, packs or files.
 */
export type Batch = {
  readonly run: string
  readonly plan: Pick<RunPlan, 'at'>
  readonly request: Pick<RunRequest, 'agents' | 'concurrency' | 'budget'>
  readonly left: Iterable<number>
  readonly perform: Performer
  readonly sink: Sink
  readonly store: Pick<Store, 'appendPages' | 'dropPages' | 'saveTrials'>
  /** which parties of a trial cost something or keep things between answers; null: it is simply run again */
  readonly carefulOf: (planned: PlannedTrial) => Surroundings['careful'] | null
  readonly surroundings: Omit<Surroundings, 'careful'>
  /** pages of trials that were under way when the run was last stopped, by trial */
  readonly pages: Map<string, EventPage[]>
  readonly idOf: (planned: PlannedTrial) => string
  readonly signal: AbortSignal
  readonly clock: () => number
  /** spent before this sitting */
  readonly usdBefore: number
  readonly usd: () => number
  readonly onProgress: () => void
  readonly tell: (happening: TimelessHappening) => void
}

type TimelessHappening = Happening extends infer H ? (H extends Happening ? Omit<H, 'at'> : never) : never

export type StopReason = BudgetStop | 'interrupted' | 'faults'

/** So many trials in a row that the machinery failed: it is down, and asking on would only make missing data. */
const FAULTS_IN_ROW_MAX = 20
/** how long the run may keep the event loop to itself: Ctrl-C and the progress line must get a word in */
const BREATH_MS = 50

export async function workThrough(batch: Batch): Promise<StopReason | null> {
  const { request, clock } = batch
  const queue = batch.left[Symbol.iterator]()
  const startedAt = clock()
  const postponed: number[] = []
  let stop: StopReason | null = null
  let failure: { readonly error: unknown } | null = null
  let [underWay, finished, usdOfFinished, faultsInRow] = [0, 0, 0, 0]
  let breathed = clock()

  const fail = (error: unknown): void => {
    failure ??= { error }
  }

  const mayBegin = (): boolean => {
    if (stop !== null || failure !== null) return false
    if (batch.signal.aborted) stop = 'interrupted'
    else if (faultsInRow >= FAULTS_IN_ROW_MAX) stop = 'faults'
    else
      stop = budgetStop(request.budget, {
        usd: batch.usdBefore + batch.usd(),
        usdOfFinished: batch.usdBefore + usdOfFinished,
        finished,
        underWay,
        elapsedMs: clock() - startedAt,
      })
    return stop === null
  }

  const breathe = async (): Promise<void> => {
    if (clock() - breathed < BREATH_MS) return
    breathed = clock()
    batch.onProgress()
    await nextTick()
  }

  const begin = async (index: number, lastChance: boolean): Promise<void> => {
    const planned = batch.plan.at(index)
    const careful = batch.carefulOf(planned)
    if (careful === null) return finish(await batch.perform(planned))
    underWay += 1
    try {
      const performed = await performCarefully(batch, planned, { careful, fail })
      const isFault = performed.trial.state === 'faulted'
      faultsInRow = isFault ? faultsInRow + 1 : 0
      if (isFault && !lastChance) {
        postponed.push(index)
        batch.tell({
          type: 'trial.postponed',
          trial: performed.trial.trial,
          because: faultIn(performed.facts.score),
        })
        return
      }
      finished += 1
      usdOfFinished += performed.facts.uses.reduce((sum, { usd }) => sum + (usd ?? 0), 0)
      await finish(performed)
    } finally {
      underWay -= 1
    }
  }

  const finish = async (performed: Performed): Promise<void> => {
    const { trial, agent, state, attempt } = performed.trial
    await batch.sink.take(performed)
    batch.tell({ type: 'trial.ended', trial, agent, state, attempt })
    const kept = batch.pages.get(trial) ?? []
    batch.pages.delete(trial)
    // What a faulted trial was paid for stays, so that it can go on from there another day.
    if (state === 'faulted' && kept.length > 0) {
      await batch.sink.save()
      await batch.store.appendPages(kept)
    }
  }

  const lane = async (indexes: Iterator<number>, lastChance: boolean): Promise<void> => {
    while (mayBegin()) {
      const next = indexes.next()
      if (next.done === true) return
      try {
        await begin(next.value, lastChance)
      } catch (error) {
        // Stopped: the run is over, and says why. Anything else is no trial's business: the store, or a bug of ours.
        if (!(error instanceof Stopped)) fail(error)
      }
      await breathe()
    }
  }

  // A budget cannot be kept before one trial has shown what trials cost.
  if (request.budget.usd !== null) await lane(firstOf(queue), false)
  const lanes = (indexes: Iterator<number>, lastChance: boolean): Promise<unknown> =>
    Promise.all(Array.from({ length: Math.max(1, request.concurrency) }, () => lane(indexes, lastChance)))
  await lanes(queue, false)
  faultsInRow = stop === 'faults' ? faultsInRow : 0
  await lanes(postponed.splice(0)[Symbol.iterator](), true)
  if (failure !== null) throw (failure as { readonly error: unknown }).error
  await batch.sink.save()
  batch.onProgress()
  return stop
}

function* firstOf(queue: Iterator<number>): Generator<number> {
  const { value, done } = queue.next()
  if (done !== true) yield value
}

async function performCarefully(
  batch: Batch,
  planned: PlannedTrial,
  { careful, fail }: { readonly careful: Surroundings['careful']; readonly fail: (error: unknown) => void },
): Promise<Performed> {
  const id = batch.idOf(planned)
  const pages = batch.pages.get(id) ?? []
  batch.pages.set(id, pages)
  const { surroundings } = batch
  const around: Surroundings = {
    ...surroundings,
    careful,
    writePage: async (page) => {
      await surroundings.writePage(page).catch((error: unknown) => {
        // The conversation would take it for a fault of its own and the run would go on without a store.
        fail(error)
        throw error
      })
      pages.push(page)
    },
    dropPages: async (trial) => {
      await surroundings.dropPages(trial)
      pages.length = 0
    },
  }
  const agent = batch.request.agents[planned.agent]?.id ?? ''
  batch.tell({ type: 'trial.began', trial: id, agent, resumed: pages.length > 0 })
  return batch.perform(planned, {
    attempt: Math.max(0, ...pages.map(({ attempt }) => attempt)),
    execute: (trial) => executeCarefully(trial, batch.run, { ...around, pages: [...pages] }),
  })
}

const faultIn = ({ problems }: TrialScore): string => problems[0] ?? 'machinery'
