import { z } from 'zod'
import { seedFrom } from '../../base/chance.ts'
import { usageError } from '../../base/error.ts'
import { hashOf } from '../../base/hash.ts'
import { isRunId, isTrialId, type RunId, type TrialId } from '../../base/values/ids.ts'
import { readJson } from '../../base/values/json.ts'
import type { Dispute, ReviewDimension, ReviewTask } from '../../report/studio-views/review.ts'
import type { TrialRow } from '../../report/studio-views/trial-row.ts'
import type { Store, StoredReview } from '../../storage/store.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { ALL_DIMENSIONS, shownTo, WHOLE, WHOLE_DIMENSIONS } from '../../verdicts/judges/judge.ts'
import { isWhole, type Label } from '../../verdicts/judges/label.ts'
import { RUBRIC } from '../../verdicts/judges/rubric.ts'

/** What people say of conversations: appended with author and time, never overwritten, exported for `sage calibrate`. */
const dimension = z.enum(ALL_DIMENSIONS)
const author = z.string().trim().min(1).max(80)
const RatingBody = z.object({
  ratings: z
    .array(z.object({ n: z.int().min(0), dimension, value: z.number().min(0).max(1) }))
    .min(1)
    .max(2_000),
})
const DisputeBody = z.object({ rule: z.string(), n: z.int(), because: z.string() })

export const RatingPost = RatingBody.extend({ run: z.string().refine(isRunId), task: z.string(), author })
export const DisputePost = z.object({
  trial: z.string().max(1_000),
  author,
  rule: z.string().max(200),
  n: z.int().min(0),
  because: z.string().trim().min(1).max(5_000),
})

/** Enough for calibration, few enough that two people rate the same ones. */
const SAMPLE_TRIALS = 40

/** Without the id, which names the agent. */
const taskOf = (trial: TrialId): string => hashOf(['review', trial]).slice(0, 24)

/** The same conversations for everybody, drawn by the run's name; in an order of each person's own. */
function sampleOf(run: RunId, rows: readonly TrialRow[], rater: string): readonly TrialRow[] {
  const judged = rows.filter(({ mark }) => mark !== 'void' && mark !== 'fault' && mark !== 'unreadable')
  const by = (salt: string) => (a: TrialRow, b: TrialRow) => seedFrom(salt, a.trial) - seedFrom(salt, b.trial)
  return [...judged].sort(by(run)).slice(0, SAMPLE_TRIALS).sort(by(rater))
}

export async function nextTask(
  store: Store,
  run: RunId,
  asked: { readonly rows: readonly TrialRow[]; readonly agents: readonly string[]; readonly author: string },
): Promise<ReviewTask> {
  const rated = new Set(
    (await store.reviews(run))
      .filter((review) => review.kind === 'rating' && review.author === asked.author)
      .map(({ trial }) => trial),
  )
  const sample = sampleOf(run, asked.rows, asked.author)
  const left = sample.filter(({ trial }) => !rated.has(trial))
  const [next] = left
  const stored = next === undefined ? undefined : await store.trial(next.trial)
  return {
    run,
    task: next === undefined ? null : taskOf(next.trial),
    messages: stored === undefined ? [] : shownTo(readTranscript(stored.transcript).events, asked.agents),
    rubric: RUBRIC_ROWS,
    done: sample.length - left.length,
    left: left.length,
  }
}

const RUBRIC_ROWS: readonly ReviewDimension[] = ALL_DIMENSIONS.map((id) => ({
  dimension: id,
  whole: WHOLE_DIMENSIONS.some((whole) => whole === id),
  ...RUBRIC[id],
}))

export async function addRatings(
  store: Store,
  post: z.infer<typeof RatingPost>,
  { rows, at }: { readonly rows: readonly TrialRow[]; readonly at: string },
): Promise<void> {
  const found = rows.find(({ trial }) => taskOf(trial) === post.task)
  if (found === undefined)
    throw usageError('unknown-task', 'This conversation is no longer in the run.', 'Ask for the next one.')
  const ratings = post.ratings.filter(({ n, dimension: id }) => isWhole(id) === (n === WHOLE))
  await store.addReview({
    run: post.run,
    trial: found.trial,
    at,
    author: post.author,
    kind: 'rating',
    body: JSON.stringify({ ratings }),
  })
}

export async function addDispute(
  store: Store,
  { trial, author: by, ...said }: z.infer<typeof DisputePost>,
  at: string,
): Promise<void> {
  const stored = isTrialId(trial) ? await store.trial(trial) : undefined
  if (stored === undefined)
    throw usageError('unknown-trial', 'There is no such trial.', 'Open it from its run.')
  await store.addReview({
    run: stored.run,
    trial: stored.trial,
    at,
    author: by,
    kind: 'dispute',
    body: JSON.stringify(said),
  })
}

export const disputesOf = (reviews: readonly StoredReview[], trial: TrialId): readonly Dispute[] =>
  reviews
    .filter((review) => review.kind === 'dispute' && review.trial === trial)
    .flatMap(({ at, author: by, body }) => {
      const said = DisputeBody.safeParse(readJson(body))
      return said.success ? [{ at, author: by, ...said.data }] : []
    })

/** Ratings as the labels file of `sage calibrate`: the latest word of each person on each message and dimension. */
export async function labelsOf(store: Store, run: RunId): Promise<string> {
  const labels = new Map<string, Label>()
  for (const { trial, author: rater, kind, body } of await store.reviews(run)) {
    if (kind !== 'rating') continue
    for (const rating of RatingBody.safeParse(readJson(body)).data?.ratings ?? [])
      labels.set(JSON.stringify([trial, rating.n, rating.dimension, rater]), { trial, ...rating, rater })
  }
  return [...labels.values()].map((label) => `${JSON.stringify(label)}\n`).join('')
}

/** Disputed conversations with what a person says of the verdict: golden transcripts to be. */
export async function goldenOf(store: Store, run: RunId): Promise<string> {
  const reviews = await store.reviews(run)
  const lines: string[] = []
  for (const trial of new Set(
    reviews.filter(({ kind }) => kind === 'dispute').map((review) => review.trial),
  )) {
    const stored = await store.trial(trial)
    if (stored === undefined) continue
    const { events } = readTranscript(stored.transcript)
    lines.push(`${JSON.stringify({ trial, disputes: disputesOf(reviews, trial), transcript: events })}\n`)
  }
  return lines.join('')
}
