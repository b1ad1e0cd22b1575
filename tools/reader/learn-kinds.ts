import { foldMessage } from '../../src/reading/lexical/fold.ts'
import {
  type KindModels,
  LEARNED_KINDS,
  LEARNED_LANGUAGE,
  type LearnedKind,
  maskedFeatures,
} from '../../src/reading/lexical/kinds.ts'
import { layOut } from '../../src/reading/lexical/layout.ts'
import { isDeskWordOf } from '../../src/reading/lexical/prepare.ts'
import { likelyLanguage } from '../../src/text/languages.ts'
import type { Corpus } from './corpus.ts'
import { createChance, shuffled } from './learn-ranker.ts'
import { learnedKind } from './learned-kind.ts'
import { packWeights, strongestOf } from './pack-weights.ts'
import { deskOf, sgdKinds } from './sgd.ts'

/** One message or sentence with the kinds it is known to have; kinds that are not `known` were not labelled. */
type Example = {
  readonly desk: string
  readonly sentences: readonly (readonly number[])[]
  readonly kinds: ReadonlySet<LearnedKind>
  readonly known: ReadonlySet<LearnedKind>
  readonly times: number
}

const TALK_WEIGHT = 8
const VOICE_WEIGHT = 2
const EPOCHS = 8
const BUCKETS = 1 << 16

const SGD_KNOWN: ReadonlySet<LearnedKind> = new Set([
  'request',
  'propose',
  'claim-done',
  'denied',
  'anything-else',
  'sign-off',
  'inform',
])
const VOICE_KNOWN: ReadonlySet<LearnedKind> = new Set([
  'request',
  'propose',
  'claim-done',
  'denied',
  'anything-else',
  'sign-off',
  'hand-over',
])
const VOICE_KINDS = { fields: 'request', propose: 'propose', claim: 'claim-done', topics: undefined } as const

const isLearned = ({ text }: { readonly text: string }): boolean => likelyLanguage(text) === LEARNED_LANGUAGE

export function kindExamples({ sgd, talks, voices, listsOf }: Corpus): readonly Example[] {
  const masks = new Map<string, (word: string) => boolean>()
  const maskOf = (desk: string, lists: () => Parameters<typeof isDeskWordOf>[0]) => {
    const mask = masks.get(desk) ?? isDeskWordOf(lists())
    masks.set(desk, mask)
    return mask
  }
  const sentencesOf = (text: string, mask: (word: string) => boolean): readonly (readonly number[])[] => {
    const folded = foldMessage(text)
    return layOut(folded)
      .filter(({ part }) => part === 'body')
      .map((span) => maskedFeatures(text, folded, span, mask))
  }
  const people = sgd.map(
    (message): Example => ({
      desk: message.service,
      sentences: sentencesOf(
        message.text,
        maskOf(message.service, () => deskOf(message.service)),
      ),
      kinds: sgdKinds(message),
      known: SGD_KNOWN,
      times: 1,
    }),
  )
  const all = new Set(LEARNED_KINDS)
  const played = talks.filter(isLearned).flatMap((message): readonly Example[] => {
    const mask = maskOf(message.desk, () => listsOf(message.desk))
    const folded = foldMessage(message.text)
    const acts = message.acts.flatMap(({ kind, quote }) => {
      const from = message.text.indexOf(quote)
      const learned = learnedKind(kind)
      return learned === undefined ? [] : [{ kind: learned, from, to: from + quote.length }]
    })
    return layOut(folded)
      .filter(({ part }) => part === 'body')
      .map((span) => {
        const to = Math.max(span.to, ...span.items.map((item) => item.to))
        const within = acts.filter((act) => act.from < to && act.to > span.from)
        return {
          desk: message.desk,
          sentences: [maskedFeatures(message.text, folded, span, mask)],
          kinds: new Set(within.map(({ kind }) => kind)),
          known: all,
          times: TALK_WEIGHT,
        }
      })
  })
  const spoken = voices.filter(isLearned).flatMap(({ desk, part, text }): readonly Example[] => {
    const kind = VOICE_KINDS[part]
    const sentences = sentencesOf(
      text,
      maskOf(desk, () => listsOf(desk)),
    )
    return sentences.length === 0
      ? []
      : [
          {
            desk,
            sentences,
            kinds: new Set(kind === undefined ? [] : [kind]),
            known: VOICE_KNOWN,
            times: VOICE_WEIGHT,
          },
        ]
  })
  return [...people, ...played, ...spoken]
}

/** One logistic regression a kind, by gradient steps. Deterministic. */
export function learnKinds(examples: readonly Example[]): KindModels {
  const learned = LEARNED_KINDS.map((kind, at) => [kind, learnKind(kind, at, examples)] as const)
  return Object.fromEntries(learned) as KindModels
}

function learnKind(
  kind: LearnedKind,
  seed: number,
  examples: readonly Example[],
): { readonly bias: number; readonly weights: Float32Array } {
  const weights = new Float32Array(BUCKETS)
  let bias = 0
  const score = (features: readonly number[]): number => {
    let sum = bias
    for (const feature of features) sum += weights[feature] ?? 0
    return sum
  }
  const step = (features: readonly number[], wanted: 0 | 1, rate: number): void => {
    const miss = wanted - 1 / (1 + Math.exp(-score(features)))
    if (Math.abs(miss) < 0.01) return
    const change = (miss * rate) / Math.sqrt(features.length)
    for (const feature of features) weights[feature] = (weights[feature] ?? 0) * (1 - 1e-5) + change
    bias += miss * rate * 0.1
  }
  const chance = createChance(seed + 1)
  const known = examples.filter((example) => example.known.has(kind))
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    const rate = 0.25 / (1 + epoch)
    for (const { sentences, kinds, times } of shuffled(known, chance))
      for (let time = 0; time < (epoch < EPOCHS / 2 ? times : 1); time += 1) {
        if (!kinds.has(kind)) for (const features of sentences) step(features, 0, rate)
        // Which sentence of several did it is not labelled: the one that looks most like it.
        else if (sentences.length === 1 || epoch > 0) {
          const best = sentences.reduce((a, b) => (score(b) > score(a) ? b : a), sentences[0] ?? [])
          step(best, 1, rate)
        }
      }
  }
  return { bias, weights }
}

const WEIGHTS_PER_KIND = 2_000

/** The strongest weights of each kind, as small whole numbers: buckets and bytes in base64. */
export function packKinds(models: KindModels): string {
  const rows = LEARNED_KINDS.map((kind) => {
    const { bias, weights } = models[kind]
    const { scale, packed } = packWeights(weights, WEIGHTS_PER_KIND)
    return `  '${kind}': { bias: ${bias.toFixed(4)}, scale: ${scale}, packed: '${packed}' },`
  })
  return `// Made by tools/reader/train-reader.ts; do not edit.\n\nexport const KIND_WEIGHTS = {\n${rows.join('\n')}\n} as const\n`
}

/** Only what is shipped: the weights a packed model would have, so that measurements measure that. */
export function trimmed(models: KindModels): KindModels {
  return Object.fromEntries(
    LEARNED_KINDS.map((kind) => {
      const { bias, weights } = models[kind]
      const kept = new Float32Array(BUCKETS)
      for (const bucket of strongestOf(weights, WEIGHTS_PER_KIND)) kept[bucket] = weights[bucket] ?? 0
      return [kind, { bias, weights: kept }]
    }),
  ) as KindModels
}
