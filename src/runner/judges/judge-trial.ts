import type { RunId, TrialId } from '../../base/values/ids.ts'
import type { Transcript } from '../../transcript/event.ts'
import { type Judge, type Judged, shownTo } from '../../verdicts/judges/judge.ts'
import { lexicalJudge, lexicalRatings } from '../../verdicts/judges/lexical.ts'
import { type JudgedRow, type RatingRow, rowsOf } from '../../verdicts/judges/rating-row.ts'

export type JudgedTrial = {
  readonly run: RunId
  readonly trial: TrialId
  /** the procedure the agent was to follow; null where it is not at hand */
  readonly sop: string | null
  /** names of agents and models of the run: no judge reads them */
  readonly hidden: readonly string[]
  /** ISO time of the rating */
  readonly at: string
}

/** What every judge says of one trial. Each sees the words only, none sees another's ratings; one that breaks is silent. */
export async function judgeTrial(
  judges: readonly Judge[],
  transcript: Transcript,
  about: JudgedTrial,
): Promise<readonly RatingRow[]> {
  const shown = shownTo(transcript, about.hidden)
  const { run, trial, at } = about
  const rows = await Promise.all(
    judges.map(async (judge) => {
      const judged = await judge.rate(shown, { sop: about.sop }).catch((): Judged => SILENT)
      return rowsOf(judge, judged, { run, trial, at })
    }),
  )
  return rows.flat()
}

const SILENT: Judged = { ratings: [], notRated: [] }

/** What the embedded judge says: never stored, since the transcript says it again at any time. */
export const lexicalRows = (transcript: Transcript): readonly JudgedRow[] =>
  rowsOf(lexicalJudge, { ratings: lexicalRatings(shownTo(transcript)), notRated: [] }, {})
