import { type KindModels, LEARNED_KINDS, unpackKind } from './kinds.ts'
import { KIND_WEIGHTS } from './kinds-weights.ts'
import { LIMITS, type Limits } from './limits.ts'
import { FIELD_WEIGHTS, TOOL_WEIGHTS, TOPIC_WEIGHTS } from './place-weights.ts'

/** What the lexical reader has learned (tools/train-reader.ts). A measurement may give another, learned without some desk. */
export type ReaderModel = {
  readonly kinds: KindModels
  readonly fields: readonly number[]
  readonly tools: readonly number[]
  readonly topics: readonly number[]
  readonly limits: Limits
}

let shipped: ReaderModel | undefined

/** Unpacked at the first message: a command that reads none need not wait for it. */
export function shippedModel(): ReaderModel {
  shipped ??= {
    kinds: Object.fromEntries(
      LEARNED_KINDS.map((kind) => [kind, unpackKind(KIND_WEIGHTS[kind])]),
    ) as KindModels,
    fields: FIELD_WEIGHTS,
    tools: TOOL_WEIGHTS,
    topics: TOPIC_WEIGHTS,
    limits: LIMITS,
  }
  return shipped
}
