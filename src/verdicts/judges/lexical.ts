import { assertNever } from '../../base/assert.ts'
import { sha256 } from '../../base/hash.ts'
import { byText } from '../../text/by-text.ts'
import { DIMENSIONS, type Judge, type Rating, ratedMessages, type Shown } from './judge.ts'

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

/** What is counted in one message: the same sentences come again in many trials. */
const signsIn = byText((text) => ({
  words: text.split(/\s+/).filter(Boolean).length,
  rude: count(text, RUDE),
  kind: count(text, EMPATHY),
  polite: count(text, POLITE),
  steps: count(text, STEPS),
  shouts: text.length > 20 && text === text.toUpperCase(),
  asks: text.includes('?'),
}))
const mood = byText((text) => ({ upset: UPSET.test(text) }))

const clamp = (value: number): number => Math.max(0, Math.min(1, Math.round(value * 100) / 100))

/** Every agent message, with what came before it and nothing later. */
export function lexicalRatings(shown: readonly Shown[]): readonly Rating[] {
  return ratedMessages(shown).flatMap((message) => {
    const before =
      shown.slice(0, shown.indexOf(message)).findLast(({ from }) => from === 'customer')?.text ?? ''
    const quote = message.text.slice(0, 80)
    const heard = { ...signsIn(message.text), ...mood(before) }
    return DIMENSIONS.map(
      (dimension): Rating => ({
        n: message.n,
        dimension,
        value: rate(dimension, heard),
        quote,
      }),
    )
  })
}

type Heard = ReturnType<typeof signsIn> & ReturnType<typeof mood>

function rate(dimension: (typeof DIMENSIONS)[number], said: Heard): number {
  const { words, rude, kind, polite, steps, upset } = said
  switch (dimension) {
    case 'language': {
      const shouting = said.shouts ? 0.4 : 0
      const tooLong = words > 220 ? 0.3 : 0
      const tooShort = words < 3 ? 0.3 : 0
      return clamp(0.9 - shouting - tooLong - tooShort - 0.2 * rude)
    }
    case 'empathy':
      // The upset customer is owed more: two signs where one does for a calm one.
      return clamp(0.35 + (upset ? 0.22 : 0.3) * Math.min(3, kind) - 0.3 * rude)
    case 'usefulness':
      return clamp(0.4 + 0.15 * Math.min(4, steps + (said.asks ? 1 : 0)) - (words < 5 ? 0.2 : 0))
    case 'satisfaction':
      return clamp(
        0.45 + 0.12 * Math.min(2, kind) + 0.1 * Math.min(3, steps) - (upset ? 0.1 : 0) - 0.3 * rude,
      )
    case 'compliance':
      return clamp(0.7 + 0.1 * Math.min(3, polite) - 0.3 * rude)
    default:
      return assertNever(dimension)
  }
}
