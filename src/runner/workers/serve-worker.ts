import { setTimeout as sleep } from 'node:timers/promises'
import { SageError } from '../../base/error.ts'
import { hideSecrets, secretsIn } from '../../base/secrets.ts'
import type { RunId } from '../../base/values/ids.ts'
import type { MetricRecord } from '../../metrics/metric.ts'
import type { Lease, Submission, TeamStore } from '../../storage/team.ts'
import { machineTime, watchTime } from '../engine/time-watch.ts'
import { figuresOf } from '../runs/count-run.ts'
import { trialId } from '../trial/trial-id.ts'
import { openPlayedRun, type PlayedRun, type WorkerDeps } from './open-played-run.ts'
import { type LeaseEnd, playLease, throwIf } from './play-lease.ts'
import { shareLimits } from './share-limits.ts'
import { isDeadHere } from './worker-name.ts'

/** A process that plays trials of any run of a team's store, as many at once as it has lanes, until it is stopped. */
export type Worker = {
  /** unlike any other worker's, also one that ran here before */
  readonly name: string
  readonly lanes: number
  /** ends when no run is left to play */
  readonly once: boolean
  readonly onEvent: (event: WorkerEvent) => void
}

export type WorkerEvent =
  | { readonly type: 'run.opened'; readonly run: RunId; readonly trials: number }
  | { readonly type: 'run.refused'; readonly run: RunId; readonly because: string }
  | { readonly type: 'run.closed'; readonly run: RunId }
  | { readonly type: 'trial.restarted'; readonly lease: Lease; readonly because: string }
  | { readonly type: 'trial.ended'; readonly lease: Lease; readonly end: LeaseEnd }

const BEAT_MS = 5000
const LOOK_MS = 1000
/** A worker that has nothing to do sees a new run sooner. */
const IDLE_LOOK_MS = 250
/** However many workers there are, together they look around fifty times a second. */
const LOOK_MS_EACH = 20
const IDLE_MS = 250
/** After so many machinery faults in a row something is down here; another worker may do better. */
const FAULTS_IN_ROW_MAX = 20
/** A refused run is looked at again: a key was set, a provider is back. */
const REFUSED_MS = 60_000

type Open = { readonly played: PlayedRun; faultsInRow: number }
type Refused = { readonly until: number }

export async function serveWorker(opened: TeamStore, worker: Worker, deps: WorkerDeps): Promise<void> {
  const { team } = opened
  const time = watchTime(machineTime(deps.clock), () => undefined)
  const runs = new Map<RunId, Open | Refused>()
  const held = new Map<string, { readonly lease: Lease; readonly lost: AbortController }>()
  const stop = new AbortController()
  const signal = AbortSignal.any([deps.signal, stop.signal])
  let [failure, wake]: [{ readonly error: unknown } | null, () => void] = [null, () => undefined]
  const fail = (error: unknown): void => {
    failure ??= { error }
    stop.abort()
    wake()
  }

  const beat = async (): Promise<void> => {
    // Leases that are taken while the store answers are not in its answer.
    const before = [...held]
    const ours = new Set((await team.beat(worker.name, worker.lanes)).map(keyOf))
    for (const [key, { lost }] of before) if (!ours.has(key)) lost.abort()
  }

  const refuse = async (run: RunId, error: SageError): Promise<void> => {
    const open = runs.get(run)
    if (open !== undefined && 'played' in open) await open.played.close()
    runs.set(run, { until: time.now() + REFUSED_MS })
    const because = hideSecrets(secretsIn(process.env))(error.message)
    worker.onEvent({ type: 'run.refused', run, because })
    await team.refuse(run, worker.name, because)
  }

  /** Counting a large run takes seconds: trials of other runs are played meanwhile. */
  let closing: Promise<void> = Promise.resolve()
  const limits = shareLimits(team, deps.queues, () => undefined)
  let workers = 1
  /** Null: this worker cannot play it, for now. */
  const runOf = async (submitted: Submission): Promise<Open | null> => {
    const known = runs.get(submitted.run)
    if (known !== undefined && 'played' in known) return known
    if (known !== undefined && known.until > time.now()) return null
    try {
      const played = await openPlayedRun(opened, submitted, { deps: { ...deps, signal }, time })
      // Its models have queues now, which have heard nothing yet.
      await limits.look(workers)
      const open = { played, faultsInRow: 0 }
      runs.set(submitted.run, open)
      if (known !== undefined) await team.refuse(submitted.run, worker.name, null)
      worker.onEvent({ type: 'run.opened', run: submitted.run, trials: submitted.trials })
      return open
    } catch (error) {
      if (!(error instanceof SageError)) throw error
      await refuse(submitted.run, error)
      return null
    }
  }

  const play = async (open: Open, lease: Lease): Promise<void> => {
    const lost = new AbortController()
    held.set(keyOf(lease), { lease, lost })
    try {
      const end = await playLease(opened, open.played, lease, {
        held: AbortSignal.any([signal, lost.signal]),
        onRestart: (because) => worker.onEvent({ type: 'trial.restarted', lease, because }),
      })
      worker.onEvent({ type: 'trial.ended', lease, end })
      if (end.is === 'stored' && end.because === null) open.faultsInRow = 0
      else if ('because' in end && end.because !== null) open.faultsInRow += 1
    } catch (error) {
      fail(error)
    } finally {
      held.delete(keyOf(lease))
      wake()
    }
  }

  const isSuspecting = (): boolean => [...held.values()].some(({ lease }) => lease.deaths > 0)
  const take = async (submitted: Submission): Promise<number> => {
    const open = await runOf(submitted)
    if (open === null) return 0
    if (open.faultsInRow >= FAULTS_IN_ROW_MAX) {
      await refuse(submitted.run, tooManyFaults())
      return 0
    }
    const { plan, request, id } = open.played
    const leases = await team.take(submitted.run, {
      worker: worker.name,
      count: worker.lanes - held.size,
      suspect: !isSuspecting(),
      trialAt: (place) => {
        const planned = plan.at(place)
        return trialId(id, request.agents[planned.agent]?.id ?? '', planned)
      },
    })
    for (const lease of leases) void play(open, lease)
    return leases.length
  }

  const buryDead = async (): Promise<void> => {
    const living = await team.workers()
    const dead = living.map((each) => each.worker).filter(isDeadHere)
    if (dead.length > 0) await team.bury(dead)
    workers = living.length - dead.length
  }

  const closeGone = async (open: readonly Submission[]): Promise<void> => {
    const there = new Set(open.map(({ run }) => run))
    const playing = new Set([...held.values()].map(({ lease }) => lease.run))
    for (const [run, state] of runs) {
      if (there.has(run) || playing.has(run)) continue
      runs.delete(run)
      if (!('played' in state)) continue
      await state.played.close()
      worker.onEvent({ type: 'run.closed', run })
    }
  }

  const work = async (): Promise<void> => {
    let submitted: readonly Submission[] = []
    let lookedAt = Number.NEGATIVE_INFINITY
    for (let turn = 0; !signal.aborted; turn += 1) {
      const pause = held.size === 0 ? IDLE_LOOK_MS : LOOK_MS
      if (performance.now() - lookedAt >= Math.max(pause, LOOK_MS_EACH * workers)) {
        lookedAt = performance.now()
        await buryDead()
        for (const run of await team.tend())
          closing = closing.then(() => keepEnded(opened, run, deps.metrics ?? []))
        submitted = (await team.submissions()).filter((each) => each.stopped === null || each.waiting > 0)
        await closeGone(submitted)
        if (worker.once && submitted.length === 0 && held.size === 0) return
      }
      let taken = 0
      // Runs take turns at being first.
      for (const index of submitted.keys()) {
        const next = submitted[(index + turn) % submitted.length]
        if (next !== undefined && held.size < worker.lanes) taken += await take(next)
      }
      if (taken > 0 && held.size < worker.lanes) continue
      await Promise.race([
        new Promise<void>((resolve) => {
          wake = resolve
        }),
        sleep(held.size < worker.lanes ? IDLE_MS : LOOK_MS, undefined, { signal }).catch(() => undefined),
      ])
    }
  }

  await beat()
  await limits.look(workers)
  const beating = setInterval(() => void beat().catch(() => undefined), BEAT_MS)
  const listening = setInterval(() => void limits.look(workers).catch(() => undefined), LOOK_MS)
  try {
    await work()
  } catch (error) {
    fail(error)
  } finally {
    stop.abort()
    while (held.size > 0) await sleep(10)
    clearInterval(beating)
    clearInterval(listening)
    time.close()
    for (const state of runs.values()) if ('played' in state) await state.played.close()
    await closing
    await team.leave(worker.name).catch(() => undefined)
  }
  throwIf(failure)
}

/** Stores what a run came to. Whatever goes wrong here, whoever asks for the numbers counts them. */
async function keepEnded({ store }: TeamStore, id: RunId, metrics: readonly MetricRecord[]): Promise<void> {
  try {
    const run = await store.run(id)
    if (run !== undefined) await figuresOf(store, run, metrics)
  } catch {
    // A store that does not answer ends the worker elsewhere.
  }
}

const keyOf = ({ run, place, fence }: Pick<Lease, 'run' | 'place' | 'fence'>): string =>
  `${run} ${place} ${fence}`

const tooManyFaults = (): SageError =>
  new SageError('service-error', `${FAULTS_IN_ROW_MAX} trials in a row faulted on this worker.`, {
    hint: 'Run sage doctor there.',
    exit: 3,
  })
