import { LIMITS } from '../../src/reading/lexical/limits.ts'
import type { ReaderModel } from '../../src/reading/lexical/model.ts'
import type { Corpus } from './corpus.ts'
import { kindExamples, learnKinds, trimmed } from './learn-kinds.ts'
import { fieldExamples, toolExamples, topicExamples } from './learn-places.ts'
import { learnRanker } from './learn-ranker.ts'

/** All the lexical reader learns, from one corpus. The same corpus gives the same model. */
export function learnModel(corpus: Corpus): ReaderModel {
  const tools = learnRanker(toolExamples(corpus))
  return {
    kinds: trimmed(learnKinds(kindExamples(corpus))),
    fields: learnRanker(fieldExamples(corpus)),
    tools,
    topics: learnRanker(topicExamples(corpus, tools)),
    limits: LIMITS,
  }
}
