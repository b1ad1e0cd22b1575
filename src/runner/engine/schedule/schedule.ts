import { setImmediate as nextTick } from 'node:timers/promises'
import { Stopped } from '../../../conversation/protocol/stopped.ts'
import type { EventPage, Store } from '../../../storage/store.ts'
import type { RunRequest } from '../../settings/run-request.ts'
import type { Performed, Performer } from '../../trial/attempt-trial.ts'
import { executeCarefully, type Surroundings } from '../../trial/careful-trial.ts'
import type { PlannedTrial } from '../../trial/plan-trials.ts'
import type { Happening } from './run-event.ts'
import type { RunPlan } from './run-plan.ts'
import type { Pace } from './stop-policy.ts'
import type { Sink } from './trial-writer.ts'

/**
 * Many trials at once, in this process. In: which trials are left, and how one is performed. Out: finished trials, in the
 * sink. It must not know parties, packs or files.
 */
export type Batch = {
  readonly run: string
  readonly plan: Pick<RunPlan, 'at'>
  readonly request: Pick<RunRequest, 'agents' | 'concurrency' | 'budget'>
  readonly left: Iterable<number>
  readonly perform: Performer
  readonly pace: Pace
  readonly sink: Sink
  readonly store: Pick<Store, 'appendPages'>
  /** which parties of a trial cost something or keep things between answers; null: it is simply run again */
  readonly carefulOf: (planned: PlannedTrial) => Surroundings['careful'] | null
  readonly surroundings: Omit<Surroundings, 'careful'>
  /** pages of trials that were under way when the run was last stopped, by trial */
  readonly pages: Map<string, EventPage[]>
  readonly idOf: (planned: PlannedTrial) => string
  readonly clock: () => number
  readonly onProgress: () => void
  readonly tell: (happening: TimelessHappening) => void
}

type TimelessHappening = Happening extends infer H ? (H extends Happening ? Omit<H, 'at'> : never) : never

/** how long the run may keep the event loop to itself: Ctrl-C and the progress line must get a word in */
const BREATH_MS = 50

/** Every trial that is left, then once more those that the machinery failed: it may be well again by then. */
export async function workThrough(batch: Batch): Promise<void> {
  const queue = batch.left[Symbol.iterator]()
  const postponed: number[] = []
  const first = { postpone: (index: number) => void postponed.push(index), breathe: breathing(batch) }
  // A budget cannot be kept before one trial has shown what trials cost; those of built-in parties show nothing.
  if (batch.request.budget.usd !== null) await lane(batch, untilOneCosts(batch, queue), first)
  await lanes(batch, queue, first)
  await lanes(batch, postponed[Symbol.iterator](), { ...first, postpone: null })
}

type Round = {
  /** what becomes of a faulted trial; null: it is stored as that */
  readonly postpone: ((index: number) => void) | null
  readonly breathe: () => Promise<void>
}

const lanes = (batch: Batch, indexes: Iterator<number>, round: Round): Promise<unknown> =>
  Promise.all(
    Array.from({ length: Math.max(1, batch.request.concurrency) }, () => lane(batch, indexes, round)),
  )

function* untilOneCosts({ plan, carefulOf }: Batch, queue: Iterator<number>): Generator<number> {
  for (let next = queue.next(); next.done !== true; next = queue.next()) {
    yield next.value
    if (carefulOf(plan.at(next.value)) !== null) return
  }
}

function breathing({ clock, onProgress }: Batch): () => Promise<void> {
  let breathed = clock()
  return async () => {
    const now = clock()
    if (now - breathed < BREATH_MS) return
    breathed = now
    onProgress()
    await nextTick()
  }
}

async function lane(batch: Batch, indexes: Iterator<number>, round: Round): Promise<void> {
  while (batch.pace.mayBegin()) {
    const next = indexes.next()
    if (next.done === true) return
    try {
      await oneTrial(batch, next.value, round)
      await round.breathe()
    } catch (error) {
      // Stopped: the run is over, and says why. Anything else is no trial's business: the store, or a bug of ours.
      if (!(error instanceof Stopped)) batch.pace.fail(error)
    }
  }
}

async function oneTrial(batch: Batch, index: number, { postpone }: Round): Promise<void> {
  const planned = batch.plan.at(index)
  const careful = batch.carefulOf(planned)
  if (careful === null) return finish(batch, await batch.perform(planned))
  let usd: number | null = null
  batch.pace.began()
  try {
    const performed = await performCarefully(batch, planned, careful)
    const { trial, state } = performed.trial
    if (state === 'faulted') batch.pace.faulted()
    else usd = performed.facts.uses.reduce((sum, use) => sum + (use.usd ?? 0), 0)
    if (state === 'faulted' && postpone !== null) {
      postpone(index)
      batch.tell({
        type: 'trial.postponed',
        trial,
        because: performed.facts.score.problems[0] ?? 'machinery',
      })
    } else await finish(batch, performed)
  } finally {
    batch.pace.ended(usd === null ? null : { usd })
  }
}

async function finish({ sink, pages, store, tell }: Batch, performed: Performed): Promise<void> {
  const { trial, agent, state, attempt } = performed.trial
  await sink.take(performed)
  tell({ type: 'trial.ended', trial, agent, state, attempt })
  const kept = pages.get(trial) ?? []
  pages.delete(trial)
  if (state !== 'faulted' || kept.length === 0) return
  // What a faulted trial was paid for stays, so that it can go on from there another day.
  await sink.save()
  await store.appendPages(kept)
}

async function performCarefully(
  batch: Batch,
  planned: PlannedTrial,
  careful: Surroundings['careful'],
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
        batch.pace.fail(error)
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
