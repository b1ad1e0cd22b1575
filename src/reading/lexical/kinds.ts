import { memo, memoText } from '../../base/memo.ts'
import { BUCKETS, featuresOf, maskWords, tokensOf } from './features.ts'
import type { Span } from './layout.ts'
import { type Packed, unpackWeights } from './packed.ts'

/** Kinds a sentence may have that can be learned from examples; frames decide the rest. */
export const LEARNED_KINDS = [
  'request',
  'propose',
  'claim-done',
  'denied',
  'anything-else',
  'sign-off',
  'inform',
  'decline',
  'promise',
  'hand-over',
  'comfort',
  'courtesy',
] as const
export type LearnedKind = (typeof LEARNED_KINDS)[number]

export type KindChances = Readonly<Record<LearnedKind, number>>

/** Kinds were learned from English only; elsewhere the frames are alone. */
export const LEARNED_LANGUAGE = 'en'
export const NO_OPINION = Object.fromEntries(LEARNED_KINDS.map((kind) => [kind, 0.5])) as KindChances

/** One linear model a kind: a bias and a weight for each bucket of word patterns. */
export type KindModels = Readonly<Record<LearnedKind, KindModel>>
export type KindModel = { readonly bias: number; readonly weights: Float32Array }
export type PackedKind = Packed & { readonly bias: number }

export const unpackKind = ({ bias, ...packed }: PackedKind): KindModel => ({
  bias,
  weights: unpackWeights(packed, BUCKETS),
})

/** The weights that are not nought, bucket by bucket: those of a bucket stand from `starts[bucket]` on. Most buckets have none. */
type KindTable = {
  readonly biases: Float64Array
  readonly starts: Uint32Array
  readonly kinds: Uint8Array
  readonly weights: Float32Array
  /** a bit set: bit n is 1 if bucket n has a weight */
  readonly has: Int32Array
}
const tableOf = memo((models: KindModels): KindTable => {
  const ofKinds = LEARNED_KINDS.map((kind) => models[kind].weights)
  const starts = new Uint32Array(BUCKETS + 1)
  for (const own of ofKinds)
    for (let bucket = 0; bucket < BUCKETS; bucket += 1)
      if (own[bucket] !== 0) starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1
  for (let bucket = 0; bucket < BUCKETS; bucket += 1)
    starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0)
  const kinds = new Uint8Array(starts[BUCKETS] ?? 0)
  const weights = new Float32Array(kinds.length)
  const has = new Int32Array(BUCKETS / 32)
  const ends = starts.slice(0, BUCKETS)
  for (const [kind, own] of ofKinds.entries())
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const weight = own[bucket] ?? 0
      if (weight === 0) continue
      const at = ends[bucket] ?? 0
      ends[bucket] = at + 1
      kinds[at] = kind
      weights[at] = weight
      has[bucket >>> 5] = (has[bucket >>> 5] ?? 0) | (1 << (bucket & 31))
    }
  const biases = Float64Array.from(LEARNED_KINDS, (kind) => models[kind].bias)
  const table = { biases, starts, kinds, weights, has }
  return table
})

/** The sums of the sentence that is being read. */
const sums = new Float64Array(LEARNED_KINDS.length)

/** How likely a sentence is each kind, by its masked words alone. */
export function kindChances(features: readonly number[], models: KindModels): KindChances {
  const { biases, starts, kinds, weights, has } = tableOf(models)
  sums.set(biases)
  for (let one = 0; one < features.length; one += 1) {
    const bucket = features[one] ?? 0
    if (((has[bucket >>> 5] ?? 0) & (1 << (bucket & 31))) === 0) continue
    const end = starts[bucket + 1] ?? 0
    for (let at = starts[bucket] ?? 0; at < end; at += 1) {
      const kind = kinds[at] ?? 0
      sums[kind] = (sums[kind] ?? 0) + (weights[at] ?? 0)
    }
  }
  const chance = (at: number): number => 1 / (1 + Math.exp(-(sums[at] ?? 0)))
  // In the order of LEARNED_KINDS.
  return {
    request: chance(0),
    propose: chance(1),
    'claim-done': chance(2),
    denied: chance(3),
    'anything-else': chance(4),
    'sign-off': chance(5),
    inform: chance(6),
    decline: chance(7),
    promise: chance(8),
    'hand-over': chance(9),
    comfort: chance(10),
    courtesy: chance(11),
  }
}

/** What was said at a desk before: a mask is made once for each desk. */
const chancesOf = memo((models: KindModels) =>
  memo((isDeskWord: IsDeskWord) =>
    memoText((original) =>
      memoText((folded): KindChances => {
        const whole = { from: 0, to: folded.length }
        return kindChances(maskedFeatures(original, folded, whole, isDeskWord), models)
      }, 1),
    ),
  ),
)

type IsDeskWord = (word: string) => boolean

/** The same for a sentence of a message; agents say the same sentence in many of them. */
export const sentenceChances = (
  original: string,
  folded: string,
  { from, to }: Span,
  isDeskWord: IsDeskWord,
  models: KindModels,
): KindChances =>
  // Marks are blanked by what stands around them: the folded words are no matter of the sentence alone.
  chancesOf(models)(isDeskWord)(original.slice(from, to))(folded.slice(from, to))

/** The masked features of one sentence of a message. `original` tells names by their capital letters. */
export function maskedFeatures(
  original: string,
  folded: string,
  span: Span,
  isDeskWord: IsDeskWord,
): readonly number[] {
  const tokens = tokensOf(folded, span.from, span.to)
  const isName = ({ from, text }: { from: number; text: string }): boolean =>
    from > span.from &&
    text.length > 1 &&
    original.charCodeAt(from) !== text.charCodeAt(0) &&
    CAPITAL.test(original.charAt(from))
  return featuresOf(maskWords(tokens, isDeskWord, isName))
}

const CAPITAL = /\p{Lu}/u
