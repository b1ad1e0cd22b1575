import { sha256 } from '../../base/hash.ts'
import { memoText } from '../../base/memo.ts'
import type { Transcript } from '../../transcript/event.ts'
import { DIMENSIONS, isRatable, type Judge, type Rating, type Shown } from './judge.ts'

/**
 * The embedded default judge: counts signs in the words, nothing more. Deterministic, documented in
 * docs/spec/metrics.md, a rough stand-in: it cannot tell a kind lie from a kind truth, which is the point of keeping
 * quality and logic apart. It gives no `resolution_quality` and no `policy_adherence_judged`.
 */
const EMPATHY =
  /\b(sorry|apologi[sz]e|apologies|understand|frustrat\w*|appreciate|thank(s| you)|i can see|that must|happy to|glad to|of course|inconvenien\w*|trouble)\b/gi
const POLITE = /\b(please|thank(s| you)|could you|would you|may i|kindly|welcome|sorry)\b/gi
const RUDE = /\b(stupid|idiot|shut up|whatever|not my problem|your fault|calm down|obviously|ridiculous)\b/gi
const STEPS =
  /\b(i have|i've|i will|i'll|you can|please send|next|within|shall i|let me|because|to do (that|this)|number|address|date)\b/gi
const UPSET =
  /(!{2,}|\b(angry|furious|unacceptable|ridiculous|worst|terrible|disappointed|fed up|lawyer|chargeback|complain\w*|upset|frustrat\w*)\b)/i

/** Raised whenever a weight changes; the patterns speak for themselves. */
const WEIGHTS = 1

/** The same port as a model judge; it rates no conversation as a whole. */
export const lexicalJudge: Judge = {
  id: 'lexical',
  promptHash: sha256(JSON.stringify([WEIGHTS, ...[EMPATHY, POLITE, RUDE, STEPS, UPSET].map(String)])),
  rate: async (shown) => ({ ratings: lexicalRatings(shown), notRated: [] }),
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const clamp = (value: number): number => Math.max(0, Math.min(1, Math.round(value * 100) / 100))

type Values = Readonly<Record<(typeof DIMENSIONS)[number], number>>

/** What is counted in one message gives two sets of ratings: as an answer to a calm customer, and to an upset one. */
function rated(text: string): { readonly calm: Values; readonly upset: Values } {
  const words = text.split(/\s+/).filter(Boolean).length
  const rude = count(text, RUDE)
  const kind = count(text, EMPATHY)
  const steps = count(text, STEPS)
  const asks = text.includes('?') ? 1 : 0
  const shouting = text.length > 20 && text === text.toUpperCase() ? 0.4 : 0
  const tooLong = words > 220 ? 0.3 : 0
  const tooShort = words < 3 ? 0.3 : 0
  const values = (upset: boolean): Values => ({
    language: clamp(0.9 - shouting - tooLong - tooShort - 0.2 * rude),
    // The upset customer is owed more: two signs where one does for a calm one.
    empathy: clamp(0.35 + (upset ? 0.22 : 0.3) * Math.min(3, kind) - 0.3 * rude),
    usefulness: clamp(0.4 + 0.15 * Math.min(4, steps + asks) - (words < 5 ? 0.2 : 0)),
    satisfaction: clamp(
      0.45 + 0.12 * Math.min(2, kind) + 0.1 * Math.min(3, steps) - (upset ? 0.1 : 0) - 0.3 * rude,
    ),
    compliance: clamp(0.7 + 0.1 * Math.min(3, count(text, POLITE)) - 0.3 * rude),
  })
  return { calm: values(false), upset: values(true) }
}

/** The same sentences come again in many trials. */
const message = memoText((text) => ({ rated: isRatable(text) ? rated(text) : null }))
const mood = memoText((text) => ({ upset: UPSET.test(text) }))

/** The ratings of a message that answers `before`; null: there is nothing to rate in it. */
function valuesOf(text: string, before: string): Values | null {
  const ratings = message(text).rated
  if (ratings === null) return null
  return mood(before).upset ? ratings.upset : ratings.calm
}

/** Every agent message, with what came before it and nothing later. */
export function lexicalRatings(shown: readonly Shown[]): readonly Rating[] {
  const ratings: Rating[] = []
  let before = ''
  for (const { n, from, text } of shown) {
    if (from === 'customer') before = text
    const values = from === 'agent' ? valuesOf(text, before) : null
    if (values === null) continue
    const quote = text.slice(0, 80)
    for (const dimension of DIMENSIONS) ratings.push({ n, dimension, value: values[dimension], quote })
  }
  return ratings
}

/** The means of these ratings over a whole trial; null: it has no message to rate. */
export function lexicalMeans(transcript: Transcript): Values | null {
  const sum = { language: 0, empathy: 0, usefulness: 0, satisfaction: 0, compliance: 0 }
  let of = 0
  let before = ''
  for (const event of transcript) {
    if (event.type !== 'message.sent') continue
    if (event.from === 'customer') before = event.text
    const values = event.from === 'agent' ? valuesOf(event.text, before) : null
    if (values === null) continue
    of += 1
    for (const dimension of DIMENSIONS) sum[dimension] += values[dimension]
  }
  if (of === 0) return null
  for (const dimension of DIMENSIONS) sum[dimension] /= of
  return sum
}
