import type { RunId, TrialId } from '../../base/values/ids.ts'
import type { Transcript } from '../../transcript/event.ts'
import { deedsIn } from '../../verdicts/judges/deeds.ts'
import { type About, type Judge, type Judged, shownTo } from '../../verdicts/judges/judge.ts'
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

/** What every judge says of one trial. Each sees what was said and done, none sees another's ratings; one that breaks is silent. */
export async function judgeTrial(
  judges: readonly Judge[],
  transcript: Transcript,
  about: JudgedTrial,
): Promise<readonly RatingRow[]> {
  const shown = shownTo(transcript, about.hidden)
  const { run, trial, at, sop } = about
  const told = { sop, ...deskOf(transcript, about.hidden) }
  const rows = await Promise.all(
    judges.map(async (judge) => {
      const judged = await judge.rate(shown, told).catch((): Judged => SILENT)
      return rowsOf(judge, judged, { run, trial, at })
    }),
  )
  return rows.flat()
}

/** The day at the desk, and what was done there. */
export const deskOf = (
  transcript: Transcript,
  hidden: readonly string[] = [],
): Pick<About, 'today' | 'deeds'> => {
  const started = transcript.find((event) => event.type === 'trial.started')
  const deeds = deedsIn(transcript, hidden)
  return started === undefined ? { deeds } : { today: started.today, deeds }
}

const SILENT: Judged = { ratings: [], notRated: [] }

/** What the embedded judge says: never stored, since the transcript says it again at any time. */
export const lexicalRows = (transcript: Transcript): readonly JudgedRow[] =>
  rowsOf(lexicalJudge, { ratings: lexicalRatings(transcript), notRated: [] }, {})
