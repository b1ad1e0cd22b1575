import type { Transcript } from '../../transcript/event.ts'
import { seen } from './fence.ts'

/**
 * A judge rates how an agent talks, never whether it followed the procedure. In: what was said, without names of agents
 * or models. Out: ratings keyed by event and dimension, each with a quote that stands in the transcript, and what it
 * could not rate, with a reason. It sees what was done at the desk in words, since a resolution is more than words. It must not
 * know verdicts, the case or another judge's ratings. Diagnostic until calibrated against people.
 */
export const DIMENSIONS = ['language', 'empathy', 'usefulness', 'satisfaction', 'compliance'] as const
/** Rated once, of the conversation as a whole: the judged twins of what the rules count. */
export const WHOLE_DIMENSIONS = ['resolution_quality', 'policy_adherence_judged'] as const
export type Dimension = (typeof DIMENSIONS)[number] | (typeof WHOLE_DIMENSIONS)[number]
export const ALL_DIMENSIONS: readonly Dimension[] = [...DIMENSIONS, ...WHOLE_DIMENSIONS]

/** The event number of a rating that is about the conversation as a whole. */
export const WHOLE = 0

/** From here on a rating counts as good: in masked failures, in kappa, in calibration. */
export const GOOD = 0.7

/** What is rated: one agent message, or (n = 0) the conversation, in one dimension. */
export type RatingKey = { readonly n: number; readonly dimension: Dimension }

export type Rating = RatingKey & {
  /** 0 to 1 */
  readonly value: number
  /** words of that message (of any agent message where n is 0) the rating rests on */
  readonly quote: string
}

export type NotRated =
  /** the call failed, with all its tries; or so many before it did that the judge was not asked any more */
  | 'judge-silent'
  /** no answer for this key that can be read, twice */
  | 'judge-off-format'
  /** the quote does not stand in what was rated */
  | 'quote-not-there'
  /** the quote is text that speaks to the judge */
  | 'quote-instructs'
  /** policy adherence without the policy */
  | 'no-sop'
  /** more text than a judge is given */
  | 'too-long'

export type Judged = {
  readonly ratings: readonly Rating[]
  readonly notRated: readonly (RatingKey & { readonly because: NotRated })[]
}

/** What a judge sees: who said what, oldest first. */
export type Shown = { readonly n: number; readonly from: 'customer' | 'agent'; readonly text: string }

/** What was done at the desk, in words. */
export type Deed = { readonly n: number; readonly text: string }

/** What it is told besides. */
export type About = {
  /** the company's procedure; null where it is not known */
  readonly sop: string | null
  /** the day it is at the desk */
  readonly today?: string
  /** what was called and what came back, in words */
  readonly deeds?: readonly Deed[]
}

export type Judge = {
  /** `lexical` or `provider:name` */
  readonly id: string
  /** of everything in the prompt but the conversation: ratings under another prompt are another judge's */
  readonly promptHash: string
  /** never throws for what a model does; every key is rated or not rated, none twice */
  readonly rate: (shown: readonly Shown[], about: About) => Promise<Judged>
}

/** `hidden`: names of agents and models; where an agent says one of itself, the judge reads a blank. */
export const shownTo = (transcript: Transcript, hidden: readonly string[] = []): readonly Shown[] => {
  const blank = blanking(hidden)
  return transcript.flatMap((event) =>
    event.type === 'message.sent' ? [{ n: event.n, from: event.from, text: blank(event.text) }] : [],
  )
}

const NAMELESS = '(name)'

export function blanking(hidden: readonly string[]): (text: string) => string {
  const names = hidden.filter((name) => name.trim().length > 2).sort((a, b) => b.length - a.length)
  const words = names
    .filter((name) => WORD.test(name))
    .flatMap((name) => [capitalised(name), name.toUpperCase()])
  const patterns = [
    ...patternOf(
      names.filter((name) => !WORD.test(name)),
      { before: '(?<![\\p{L}\\p{N}])', flags: 'giu' },
    ),
    ...patternOf(words, { before: '(?<=[\\p{L}\\p{N},;:]\\s+)', flags: 'gu' }),
  ]
  return (text) => patterns.reduce((shown, pattern) => shown.replace(pattern, NAMELESS), text)
}

/**
 * An agent whose id is a plain word ("mine", "small") would blank that word wherever anybody says it: such a name is one
 * only with a capital in mid-sentence.
 */
const WORD = /^\p{L}+$/u
const capitalised = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

function patternOf(
  names: readonly string[],
  { before, flags }: { readonly before: string; readonly flags: string },
): readonly RegExp[] {
  if (names.length === 0) return []
  const any = names.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
  return [new RegExp(`${before}(?:${any})(?![\\p{L}\\p{N}])`, flags)]
}

/** Is there something to rate in these words? */
export const isRatable = (text: string): boolean => seen(text).trim() !== ''

/** The agent messages there is something to rate in. */
export const ratedMessages = (shown: readonly Shown[]): readonly Shown[] =>
  shown.filter(({ from, text }) => from === 'agent' && isRatable(text))
