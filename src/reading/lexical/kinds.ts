import { featuresOf, maskWords, tokensOf } from './features.ts'
import type { Span } from './layout.ts'

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
/** The strongest weights: bucket (two bytes) and weight (one byte) in turn, in base64. */
export type PackedKind = { readonly bias: number; readonly scale: number; readonly packed: string }

export function unpackKind({ bias, scale, packed }: PackedKind): KindModel {
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  const weights = new Float32Array(1 << 16)
  for (let at = 0; at + 2 < bytes.length; at += 3)
    weights[view.getUint16(at, true)] = (view.getInt8(at + 2) * scale) / 127
  return { bias, weights }
}

/** How likely a sentence is each kind, by its masked words alone. */
export function kindChances(features: readonly number[], models: KindModels): KindChances {
  const chances: Record<string, number> = {}
  for (const kind of LEARNED_KINDS) {
    const { bias, weights } = models[kind]
    let sum = bias
    for (const feature of features) sum += weights[feature] ?? 0
    chances[kind] = 1 / (1 + Math.exp(-sum))
  }
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
    from > span.from && text.length > 1 && /\p{Lu}/u.test(original.charAt(from))
  return featuresOf(maskWords(tokens, isDeskWord, isName))
}
