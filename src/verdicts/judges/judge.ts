import type { Transcript } from '../../transcript/event.ts'

/**
 * A judge rates how an agent talks, never whether it followed the procedure. In: what was said, without names of agents
 * or models. Out: ratings keyed by event and dimension, each with a quote that stands in the transcript. Diagnostic
 * until calibrated against people.
 */
export const DIMENSIONS = ['language', 'empathy', 'usefulness', 'satisfaction', 'compliance'] as const
export type Dimension = (typeof DIMENSIONS)[number]

export type Rating = {
  /** the agent message rated */
  readonly n: number
  readonly dimension: Dimension
  /** 0 to 1 */
  readonly value: number
  /** words of that message the rating rests on */
  readonly quote: string
}

/** What a judge sees: who said what, oldest first. */
export type Shown = { readonly n: number; readonly from: 'customer' | 'agent'; readonly text: string }

export const shownTo = (transcript: Transcript): readonly Shown[] =>
  transcript.flatMap((event) =>
    event.type === 'message.sent' ? [{ n: event.n, from: event.from, text: event.text }] : [],
  )

/** Mean of a trial's ratings a dimension; dimensions nobody rated are left out. */
export function meanRatings(ratings: readonly Rating[]): Readonly<Record<string, number>> {
  const means = DIMENSIONS.flatMap((dimension) => {
    const values = ratings.filter((rating) => rating.dimension === dimension).map(({ value }) => value)
    return values.length === 0
      ? []
      : [[dimension, values.reduce((sum, value) => sum + value, 0) / values.length] as const]
  })
  return Object.fromEntries(means)
}
