import { CERTAINTY } from '../../src/reading/lexical/certainty-weights.ts'
import { LIMITS } from '../../src/reading/lexical/limits.ts'
import type { ReaderModel } from '../../src/reading/lexical/model.ts'
import type { Corpus } from './corpus.ts'
import { kindExamples, learnKinds, trimmed } from './learn-kinds.ts'
import { fieldExamples, toolExamples, topicExamples } from './learn-places.ts'
import { learnRanker } from './learn-ranker.ts'

/** How many pairs of words are shipped: with the kinds under 200 KB. */
export const PAIRS_KEPT = { fields: 4_000, tools: 4_000, topics: 8_000 } as const

/** All the lexical reader learns, from one corpus. The same corpus gives the same model. */
export function learnModel(corpus: Corpus): ReaderModel {
  const tools = learnRanker(toolExamples(corpus), PAIRS_KEPT.tools)
  return {
    kinds: trimmed(learnKinds(kindExamples(corpus))),
    fields: learnRanker(fieldExamples(corpus), PAIRS_KEPT.fields),
    tools,
    topics: learnRanker(topicExamples(corpus, tools), PAIRS_KEPT.topics),
    certainty: CERTAINTY,
    limits: LIMITS,
  }
}
