import type { RunId } from '../../base/values/ids.ts'
import type { Store, StoredTrial } from '../../storage/store.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import type { JudgedRow } from '../../verdicts/judges/rating-row.ts'
import { isModelJudge } from '../judges/judge-kinds.ts'
import { lexicalRows } from '../judges/judge-trial.ts'

/** Everything a run's judges said of one trial: stored for models, said again by the embedded one. */
export type TrialRatings = { readonly trial: StoredTrial; readonly rows: readonly JudgedRow[] }

export async function ratingsOfTrial(
  store: Store,
  trial: StoredTrial,
  judges: readonly string[],
): Promise<readonly JudgedRow[]> {
  const models = judges.filter(isModelJudge)
  const stored: JudgedRow[] = []
  if (models.length > 0)
    for await (const row of store.ratings(trial.run, { trial: trial.trial }))
      if (models.includes(row.judge)) stored.push(row)
  const lexical =
    models.length < judges.length ? lexicalRows(readTranscript(trial.transcript, trial.trial).events) : []
  return [...lexical, ...stored]
}

/** The judged trials of a run, one at a time. */
export async function* ratingsOfRun(
  store: Store,
  run: RunId,
  judges: readonly string[],
): AsyncGenerator<TrialRatings> {
  for await (const trial of store.trials(run))
    if (trial.state === 'judged') yield { trial, rows: await ratingsOfTrial(store, trial, judges) }
}
