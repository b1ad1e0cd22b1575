import { CERTAINTY } from './certainty-weights.ts'
import { type KindModels, LEARNED_KINDS, unpackKind } from './kinds.ts'
import { KIND_WEIGHTS } from './kinds-weights.ts'
import { LIMITS, type Limits } from './limits.ts'
import { type Packed, unpackWeights } from './packed.ts'
import { FIELD_RANKER, TOOL_RANKER, TOPIC_RANKER } from './place-weights.ts'
import { PAIRS, type Ranker } from './rank.ts'
import type { Certainty } from './weigh.ts'

/** What the lexical reader has learned (tools/reader/train-reader.ts). A measurement may give another, learned without some desk. */
export type ReaderModel = {
  readonly kinds: KindModels
  readonly fields: Ranker
  readonly tools: Ranker
  readonly topics: Ranker
  readonly certainty: Certainty
  readonly limits: Limits
}

let shipped: ReaderModel | undefined

/** Unpacked at the first message: a command that reads none need not wait for it. */
export function shippedModel(): ReaderModel {
  shipped ??= {
    kinds: Object.fromEntries(
      LEARNED_KINDS.map((kind) => [kind, unpackKind(KIND_WEIGHTS[kind])]),
    ) as KindModels,
    fields: unpackRanker(FIELD_RANKER),
    tools: unpackRanker(TOOL_RANKER),
    topics: unpackRanker(TOPIC_RANKER),
    certainty: CERTAINTY,
    limits: LIMITS,
  }
  return shipped
}

const unpackRanker = ({
  weights,
  pairs,
}: {
  readonly weights: readonly number[]
  readonly pairs: Packed
}): Ranker => ({ weights, pairs: unpackWeights(pairs, PAIRS) })
