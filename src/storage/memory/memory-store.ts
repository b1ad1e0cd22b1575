import { type ErrorCode, EXIT, SageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import type {
  EventPage,
  KeptSums,
  Store,
  StoredAudit,
  StoredCalibration,
  StoredFork,
  StoredRating,
  StoredReview,
  StoredRun,
  StoredTrial,
  TrialFilter,
  TrialPlace,
} from '../store.ts'

/**
 * A store in memory: for tests, and to compare the SQLite store with. It passes the same contract.
 */
export function memoryStore(): Store {
  const runs = new Map<RunId, StoredRun>()
  let trials: readonly (StoredTrial & { readonly place: number })[] = []
  let forks: readonly StoredFork[] = []
  let pages: readonly EventPage[] = []
  let ratings: readonly StoredRating[] = []
  let reviews: readonly StoredReview[] = []
  const calibrations: StoredCalibration[] = []
  const audits = new Map<string, StoredAudit>()
  let places = 0
  const sums = new Map<RunId, { readonly revision: number; readonly kept: KeptSums | null }>()

  const change = (id: RunId, changed: Partial<StoredRun>): void => {
    const run = runs.get(id)
    if (run !== undefined) runs.set(id, { ...run, ...changed })
  }
  const mustExist = (ids: readonly { readonly run: RunId }[]): void => {
    if (ids.some(({ run }) => !runs.has(run))) throw refusal('run-gone', 'The run does not exist.')
  }
  const forgetSums = (run: RunId): void =>
    void sums.set(run, { revision: (sums.get(run)?.revision ?? 0) + 1, kept: null })
  const place = (trial: StoredTrial): void => {
    const isIt = (other: StoredTrial) => other.run === trial.run && other.trial === trial.trial
    if (trials.some((other) => isIt(other) && other.state === 'faulted')) forgetSums(trial.run)
    trials = trials.filter((other) => !isIt(other) || other.state !== 'faulted')
    pages = pages.filter((page) => page.run !== trial.run || page.trial !== trial.trial)
    if (trials.some(isIt)) return
    places += 1
    trials = [...trials, { ...trial, place: places }]
  }
  const after = (run: RunId, from: { place: number; limit: number } & TrialFilter) =>
    trials
      .filter((trial) => trial.run === run && trial.place > from.place && fits(trial, from))
      .slice(0, from.limit)
  const history = (run: RunId) => ratings.filter((rating) => rating.run === run).sort(byKey)

  return {
    createRun: async (run) => {
      if (runs.has(run.id)) throw refusal('store-refused', 'A run with this id already exists.')
      runs.set(run.id, { imported: null, ...run, writer: null, heartbeat: null })
    },
    finishRun: async (id, at) => change(id, { finishedAt: at, writer: null, heartbeat: null }),
    changeHeader: async (id, header) => change(id, { header }),
    claimRun: async (id, { writer, at, insteadOf }) => {
      const run = runs.get(id)
      const free = run !== undefined && [null, writer, insteadOf].includes(run.writer)
      if (free) change(id, { writer, heartbeat: at })
      return free
    },
    keepRun: async (id, writer, at) => {
      const isOurs = runs.get(id)?.writer === writer
      if (isOurs) change(id, { heartbeat: at })
      return isOurs
    },
    releaseRun: async (id, writer) => {
      if (runs.get(id)?.writer === writer) change(id, { writer: null, heartbeat: null })
    },
    runs: async () =>
      [...runs.values()].sort((a, b) => compare(a.startedAt, b.startedAt) || compare(a.id, b.id)),
    run: async (id) => runs.get(id),
    deleteRun: async (id) => {
      const other = ({ run }: { readonly run: RunId }) => run !== id
      runs.delete(id)
      sums.delete(id)
      trials = trials.filter(other)
      forks = forks.filter(other)
      pages = pages.filter(other)
      ratings = ratings.filter(other)
      reviews = reviews.filter(other)
    },
    saveTrials: async (batch) => {
      mustExist(batch)
      for (const trial of batch) place(trial)
    },
    updateScores: async (run, scores) => {
      const byTrial = new Map(scores.map((score) => [score.trial, score]))
      if (trials.some(({ run: of, trial }) => of === run && byTrial.has(trial))) forgetSums(run)
      trials = trials.map((trial) => ({ ...trial, ...(trial.run === run ? byTrial.get(trial.trial) : {}) }))
    },
    trials: async function* (run) {
      let last = 0
      for (;;) {
        const [next] = after(run, { place: last, limit: 1 })
        if (next === undefined) return
        const { place: at, ...trial } = next
        yield trial
        last = at
      }
    },
    trialKeys: async (run) => trials.filter((trial) => trial.run === run).map(keyOf),
    trialsAfter: async (run, from) => after(run, from).map(({ transcript: _, ...line }) => line),
    trialPage: async (run, from) =>
      after(run, from).map(
        (trial): TrialPlace => ({ ...keyOf(trial), place: trial.place, glance: trial.glance }),
      ),
    countTrials: async (run, filter = {}) => {
      const counts = { judged: 0, voided: 0, faulted: 0 }
      for (const trial of trials) if (trial.run === run && fits(trial, filter)) counts[trial.state] += 1
      return counts
    },
    trial: async (id) => {
      const found = trials.filter(({ trial }) => trial === id).at(-1)
      if (found === undefined) return undefined
      const { place: _, ...trial } = found
      return trial
    },
    sums: async (run) => ({
      revision: 0,
      kept: null,
      ...sums.get(run),
      last: trials.findLast((trial) => trial.run === run)?.place ?? 0,
    }),
    keepSums: async (run, kept, revision) => {
      const isThere = trials.some((trial) => trial.run === run && trial.place === kept.place)
      const isSame = (sums.get(run)?.revision ?? revision) === revision
      if (isThere && isSame) sums.set(run, { revision, kept })
      return isThere && isSame
    },
    appendPages: async (batch) => {
      mustExist(batch)
      const all = [...pages, ...batch]
      if (new Set(all.map(pageKey)).size < all.length)
        throw refusal('store-refused', 'This page already exists.')
      pages = all
    },
    pages: async (run) => pages.filter((page) => page.run === run).sort(byPage),
    dropPages: async (run, trial) => {
      pages = pages.filter((page) => page.run !== run || page.trial !== trial)
    },
    saveForks: async (batch) => {
      mustExist(batch)
      for (const fork of batch) {
        const isIt = (other: StoredFork) => other.run === fork.run && other.fork === fork.fork
        forks = forks.filter((other) => !isIt(other) || other.state !== 'faulted')
        pages = pages.filter((page) => page.run !== fork.run || page.trial !== fork.fork)
        if (!forks.some(isIt)) forks = [...forks, fork]
      }
    },
    forks: async function* (run, of) {
      yield* forks.filter((fork) => fork.run === run && (of === undefined || fork.trial === of.trial))
    },
    fork: async (id) => forks.filter(({ fork }) => fork === id).at(-1),
    saveRatings: async (batch) => {
      mustExist(batch)
      ratings = [...ratings, ...batch]
    },
    ratings: async function* (run, of) {
      const wanted = history(run).filter(({ trial }) => of === undefined || trial === of.trial)
      for (const [index, rating] of wanted.entries()) {
        const next = wanted[index + 1]
        if (next === undefined || byKey(rating, next) !== 0) yield rating
      }
    },
    ratingHistory: async function* (run) {
      yield* history(run)
    },
    saveCalibration: async (calibration) => void calibrations.push(calibration),
    calibrations: async () => [...calibrations],
    saveAudit: async (audit) => void audits.set(audit.pack, audit),
    lastAudit: async (pack) => audits.get(pack),
    addReview: async (review) => {
      mustExist([review])
      reviews = [...reviews, review]
    },
    reviews: async (run) => reviews.filter((review) => review.run === run),
    close: async () => undefined,
  }
}

const refusal = (code: ErrorCode, message: string): SageError =>
  new SageError(code, message, { hint: 'Two processes may be writing one run.', exit: EXIT.machinery })

const fits = (trial: StoredTrial, filter: TrialFilter): boolean =>
  [
    [filter.agent, trial.agent],
    [filter.pack, trial.pack],
    [filter.case, trial.case],
    [filter.state, trial.state],
  ].every(([wanted, is]) => wanted === undefined || wanted === is)

const keyOf = ({ run, trial, agent, pack, intensity, repeat, attempt, state, ...rest }: StoredTrial) => ({
  run,
  trial,
  agent,
  pack,
  case: rest.case,
  intensity,
  repeat,
  attempt,
  state,
})

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const pageKey = ({ run, trial, attempt, page }: EventPage): string =>
  JSON.stringify([run, trial, attempt, page])
const byPage = (a: EventPage, b: EventPage): number =>
  compare(a.trial, b.trial) || a.attempt - b.attempt || a.page - b.page
const byKey = (a: StoredRating, b: StoredRating): number =>
  compare(a.trial, b.trial) || compare(a.judge, b.judge) || a.n - b.n || compare(a.dimension, b.dimension)
