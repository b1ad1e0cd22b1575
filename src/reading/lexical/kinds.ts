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
type Table = {
  readonly starts: Uint32Array
  readonly kinds: Uint8Array
  readonly weights: Float32Array
  /** a bit set: bit n is 1 if bucket n has a weight */
  readonly has: Int32Array
}
const tables = new WeakMap<KindModels, Table>()

function tableOf(models: KindModels): Table {
  const known = tables.get(models)
  if (known !== undefined) return known
  const starts = new Uint32Array(BUCKETS + 1)
  const has = new Int32Array(BUCKETS / 32)
  const kinds: number[] = []
  const weights: number[] = []
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    starts[bucket] = kinds.length
    for (let kind = 0; kind < LEARNED_KINDS.length; kind += 1) {
      const weight = models[LEARNED_KINDS[kind] ?? 'inform'].weights[bucket] ?? 0
      if (weight === 0) continue
      kinds.push(kind)
      weights.push(weight)
      has[bucket >>> 5] = (has[bucket >>> 5] ?? 0) | (1 << (bucket & 31))
    }
  }
  starts[BUCKETS] = kinds.length
  const table = { starts, kinds: Uint8Array.from(kinds), weights: Float32Array.from(weights), has }
  tables.set(models, table)
  return table
}

/** How likely a sentence is each kind, by its masked words alone. */
export function kindChances(features: readonly number[], models: KindModels): KindChances {
  const { starts, kinds, weights, has } = tableOf(models)
  const sums = LEARNED_KINDS.map((kind) => models[kind].bias)
  for (let one = 0; one < features.length; one += 1) {
    const bucket = features[one] ?? 0
    if (((has[bucket >>> 5] ?? 0) & (1 << (bucket & 31))) === 0) continue
    const end = starts[bucket + 1] ?? 0
    for (let at = starts[bucket] ?? 0; at < end; at += 1) {
      const kind = kinds[at] ?? 0
      sums[kind] = (sums[kind] ?? 0) + (weights[at] ?? 0)
    }
  }
  const chances: Record<string, number> = {}
  for (const [at, kind] of LEARNED_KINDS.entries()) chances[kind] = 1 / (1 + Math.exp(-(sums[at] ?? 0)))
  return chances as KindChances
}

/** The masked features of one sentence of a message. `original` tells names by their capital letters. */
export function maskedFeatures(
  original: string,
  folded: string,
  span: Span,
  isDeskWord: (word: string) => boolean,
): readonly number[] {
  const tokens = tokensOf(folded, span.from, span.to)
  const isName = ({ from, text }: { from: number; text: string }): boolean =>
    from > span.from &&
    text.length > 1 &&
    original.charCodeAt(from) !== text.charCodeAt(0) &&
    /\p{Lu}/u.test(original.charAt(from))
  return featuresOf(maskWords(tokens, isDeskWord, isName))
}
