import { usageError } from '../../base/error.ts'
import type { RunId, TrialId } from '../../base/values/ids.ts'
import { isSame } from '../../conversation/talk/replay.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import type { EventPage, Store, StoredRun } from '../../storage/store.ts'
import { readFacts } from '../../storage/stored-facts.ts'
import type { EventOf } from '../../transcript/event.ts'
import { blamedOtherwise, pluginsChanged } from '../runs/run-differences.ts'
import { type RunHeader, readRunHeader } from '../runs/run-header.ts'
import { findRun, storedLines } from '../runs/stored-trials.ts'
import type { ResumeWish, RunRequest } from '../settings/run-request.ts'
import { readPages } from '../trial/journal-pages.ts'
import { trialId } from '../trial/trial-id.ts'
import { importedRequest } from './resume-imported.ts'
import type { RunPlan } from './schedule/run-plan.ts'

/** The run to resume; null: there is none, so a new one is started. */
export async function findResumable(
  store: Store,
  wish: ResumeWish,
  request: RunRequest,
): Promise<StoredRun | null> {
  if (wish.run !== null) return findRun(store, wish.run)
  // An imported run is resumed only by its name: nobody else's file decides what `--resume` does.
  const runs = (await store.runs()).toReversed().filter(({ imported }) => imported === null)
  const fits = (run: StoredRun): boolean =>
    !wish.sameOnly || isSame(whatIsRun(readRunHeader(run).request), whatIsRun(request))
  return runs.find((run) => run.finishedAt === null && fits(run)) ?? runs.find(fits) ?? null
}

/** What makes two requests the same run. Pace, budget and places of files are no part of it. */
const whatIsRun = ({ agents, selection, trials, seed, forks, customer, reader, judges }: RunRequest) => ({
  agents,
  selection,
  trials,
  seed,
  forks,
  customer,
  reader,
  judges,
})

/** The stored request with today's pace and budget: those may change while a run is stopped. */
export const resumedRequest = (run: StoredRun, now: RunRequest): RunRequest => ({
  ...(run.imported === null ? readRunHeader(run).request : importedRequest(run, now)),
  ...sessionOf(now),
})

/** What belongs to a session, not to the run. */
export const sessionOf = ({ concurrency, store, out, budget, resume }: RunRequest) => ({
  concurrency,
  store,
  out,
  budget,
  resume,
})

/** Finished, and nothing is left: no faulted trial to retry, and no trial lost from a damaged store. */
export async function isComplete(store: Store, run: StoredRun): Promise<boolean> {
  const { judged, voided, faulted } = await store.countTrials(run.id)
  const { planned = 0 } = readRunHeader(run)
  return run.finishedAt !== null && faulted === 0 && judged + voided >= planned
}

/** What changed since a run was started, in words: its packs, with the files that changed if they are known, and its rules. */
export function changesSince(
  then: RunHeader,
  now: Pick<RunPlan, 'versions' | 'contested'> & { readonly files: RunHeader['files'] },
): readonly string[] {
  const packs = Object.keys(then.versions.packs).filter(
    (id) => then.versions.packs[id] !== now.versions.packs[id],
  )
  return [
    ...packs.map((id) => `pack ${id} changed${inFiles(then.files[id] ?? {}, now.files[id] ?? {})}`),
    ...blamedOtherwise(then, now).map((id) => `other clauses of pack ${id} are contested now`),
    ...(then.versions.rules === now.versions.rules
      ? []
      : [`the rules were version ${then.versions.rules} and are version ${now.versions.rules} now`]),
    ...pluginsChanged(then.versions.plugins, now.versions.plugins).map((file) => `plugin ${file} changed`),
    ...(then.versions.reader === now.versions.reader
      ? []
      : [`messages were read by ${then.versions.reader} and are read by ${now.versions.reader} now`]),
  ]
}

function inFiles(then: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string {
  if (Object.keys(then).length === 0) return ''
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].sort()
  const said = names.flatMap((file) => {
    if (then[file] === now[file]) return []
    return [`${file}${then[file] === undefined ? ' (new)' : now[file] === undefined ? ' (gone)' : ''}`]
  })
  return said.length === 0 ? '' : ` in ${said.join(', ')}`
}

export const refuseChanged = (run: RunId, changes: readonly string[]) =>
  usageError(
    'run-changed',
    `Run ${run} cannot be resumed as it was started: ${changes.join('; ')}.`,
    'Undo the change, start a new run, or resume anyway with --force. The run is then marked mixed.',
  )

/** How far a stored run had got. */
export type Progress = {
  /** indexes of the plan whose trials are stored; not the faulted ones, which are played again */
  readonly done: ReadonlySet<number>
  readonly counts: { readonly judged: number; readonly voided: number; readonly faulted: number }
  /** by trial, the pages of those that were under way */
  readonly pages: ReadonlyMap<TrialId, readonly EventPage[]>
  /** spent on model calls so far, if their prices are known; includes trials that are not finished */
  readonly usd: number
  /** stored trials that made model calls, and what they cost: an estimate of what the next one costs */
  readonly paid: { readonly usd: number; readonly trials: number }
}

/** A run that is about to start. */
export const NO_PROGRESS: Progress = {
  done: new Set(),
  counts: { judged: 0, voided: 0, faulted: 0 },
  pages: new Map(),
  usd: 0,
  paid: { usd: 0, trials: 0 },
}

export async function readProgress(
  store: Store,
  run: RunId,
  of: {
    readonly plan: Pick<RunPlan, 'trials' | 'at'>
    readonly agents: RunRequest['agents']
    readonly count: (trial: TrialId, facts: TrialFacts) => void
    readonly usdOf: (use: EventOf<'usage.recorded'>) => number
  },
): Promise<Progress> {
  const idAt = (index: number): TrialId => {
    const planned = of.plan.at(index)
    return trialId(run, of.agents[planned.agent]?.id ?? '', planned)
  }
  const indexOf = new Map(Array.from({ length: of.plan.trials }, (_, index) => [idAt(index), index]))
  const done = new Set<number>()
  const counts = { judged: 0, voided: 0, faulted: 0 }
  const paid = { usd: 0, trials: 0 }
  for await (const trial of storedLines(store, run)) {
    const index = indexOf.get(trial.trial)
    if (index === undefined || trial.state === 'faulted') continue
    const facts = readFacts(trial)
    done.add(index)
    counts[trial.state] += 1
    of.count(trial.trial, facts)
    if (facts.uses.length === 0) continue
    paid.trials += 1
    paid.usd += facts.uses.reduce((sum, use) => sum + (use.usd ?? 0), 0)
  }
  let usd = paid.usd
  const pages = new Map<TrialId, EventPage[]>()
  for (const page of await store.pages(run)) {
    const index = indexOf.get(page.trial)
    if (index === undefined || done.has(index)) continue
    pages.set(page.trial, [...(pages.get(page.trial) ?? []), page])
    for (const event of readPages([page.events], page.trial).events)
      if (event.type === 'usage.recorded') usd += of.usdOf(event)
  }
  return { done, counts, pages, usd, paid }
}
