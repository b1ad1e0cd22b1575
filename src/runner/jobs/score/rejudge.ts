import { EXIT, SageError, usageError } from '../../../base/error.ts'
import type { RunId, TrialId } from '../../../base/values/ids.ts'
import { instructionsIn } from '../../../recordings/recorded-pack.ts'
import type { Store, StoredRun, StoredTrial } from '../../../storage/store.ts'
import { readFacts, writeFacts } from '../../../storage/stored-facts.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import { givingUp } from '../../../verdicts/judges/giving-up.ts'
import type { Judge } from '../../../verdicts/judges/judge.ts'
import { meanOverJudges } from '../../../verdicts/judges/rating-row.ts'
import { hiddenNames, isModelJudge } from '../../judges/judge-kinds.ts'
import { judgeTrial } from '../../judges/judge-trial.ts'
import { ratingsOfTrial } from '../../runs/judge-ratings.ts'
import type { SopOf } from '../../runs/judge-sop.ts'
import { headerWithJudges, readRunHeader } from '../../runs/run-header.ts'

/**
 * Adds judges to a finished run. In: the stored conversations. Out: ratings beside them, and new means in what the
 * numbers are made of. No conversation is played again; what a judge has already rated with this prompt is not asked twice.
 */
export type Rejudged = {
  readonly run: RunId
  readonly judges: readonly {
    readonly judge: string
    readonly promptHash: string
    /** trials it was asked about now, and those it had rated before */
    readonly asked: number
    readonly before: number
    readonly rated: number
    readonly notRated: Readonly<Record<string, number>>
  }[]
}

export type RejudgeOutside = {
  readonly judges: readonly Judge[]
  readonly sopOf: SopOf
  /** conversations judged at once */
  readonly concurrency: number
  /** milliseconds since 1970 */
  readonly clock: () => number
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void
  /** aborted: no further trial is begun; what is rated is stored */
  readonly signal: AbortSignal
}

export async function rejudge(store: Store, run: StoredRun, outside: RejudgeOutside): Promise<Rejudged> {
  if (run.finishedAt === null)
    throw usageError(
      'run-unfinished',
      `Run ${run.id} is not finished.`,
      'Wait until it is finished, or resume it with sage run --resume.',
    )
  const { sopOf, clock, concurrency, signal, onProgress } = outside
  const { request } = readRunHeader(run)
  const done = await ratedBefore(store, run.id)
  const asked = outside.judges.map((judge) => ({
    ...givingUp(judge, { inARow: 0 }),
    counts: { asked: 0, before: 0, rated: 0, notRated: {} as Record<string, number> },
  }))
  const names = [...new Set([...request.judges, ...asked.map(({ id }) => id)])]
  const { judged: of } = await store.countTrials(run.id)
  let trials = 0
  const judgeOne = async (trial: StoredTrial): Promise<void> => {
    const open = asked.filter((judge) => isModelJudge(judge.id) && !done.has(keyOf(judge, trial.trial)))
    const { events } = readTranscript(trial.transcript, trial.trial)
    const rows = await judgeTrial(open, events, {
      trial: trial.trial,
      run: run.id,
      // Of a recording the agent's own instructions are all that is known.
      sop: (await sopOf(trial.pack)) ?? (instructionsIn(events) || null),
      hidden: hiddenNames(request.agents),
      at: new Date(clock()).toISOString(),
    })
    if (rows.length > 0) await store.saveRatings(rows)
    await keepMeans(store, trial, names)
    for (const judge of asked) judge.counts[open.includes(judge) ? 'asked' : 'before'] += 1
    for (const { judge, because } of rows) {
      const counts = asked.find(({ id }) => id === judge)?.counts
      if (counts === undefined) continue
      if (because === null) counts.rated += 1
      else counts.notRated[because] = (counts.notRated[because] ?? 0) + 1
    }
    trials += 1
    onProgress?.({ done: trials, of })
  }
  // Several at once, since judges mostly keep one waiting.
  const stored = store.trials(run.id)[Symbol.asyncIterator]()
  const lane = async (): Promise<void> => {
    for (let next = await stored.next(); next.done !== true && !signal.aborted; next = await stored.next())
      if (next.value.state === 'judged') await judgeOne(next.value)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  const judges = asked.map(({ id, promptHash, counts }) => ({ judge: id, promptHash, ...counts }))
  await addToHeader(store, run, judges)
  return { run: run.id, judges }
}

const keyOf = ({ id, promptHash }: Pick<Judge, 'id' | 'promptHash'>, trial: TrialId): string =>
  JSON.stringify([id, promptHash, trial])

/** A judge that was silent is asked again; one that answered, however badly, is not: nobody fishes for ratings. */
async function ratedBefore(store: Store, run: RunId): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for await (const { judge, promptHash, trial, because } of store.ratings(run))
    if (because !== 'judge-silent') found.add(keyOf({ id: judge, promptHash }, trial))
  return found
}

/** The mean over all judges of the run, where every number is counted from. */
async function keepMeans(store: Store, trial: StoredTrial, judges: readonly string[]): Promise<void> {
  const ratings: Record<string, number> = { ...meanOverJudges(await ratingsOfTrial(store, trial, judges)) }
  const facts = writeFacts({ ...readFacts(trial), ratings })
  const { trial: id, state, score, glance } = trial
  if (facts !== trial.facts) await store.updateScores(trial.run, [{ trial: id, state, score, facts, glance }])
}

/** A judge that gave nothing at all is not one of the run's judges: its silence must not close the gates. */
async function addToHeader(store: Store, run: StoredRun, judges: Rejudged['judges']): Promise<void> {
  const gave = judges.filter(({ judge, rated, before }) => rated > 0 || before > 0 || !isModelJudge(judge))
  const header = headerWithJudges(
    run,
    gave.map(({ judge }) => judge),
  )
  if (header !== run.header) await store.changeHeader(run.id, header)
  if (gave.length === 0)
    throw new SageError(
      'judges-silent',
      `No judge gave any rating for run ${run.id}. Nothing else changed.`,
      {
        hint: 'Check keys and connections with `sage doctor`, then run this again.',
        exit: EXIT.machinery,
      },
    )
}
