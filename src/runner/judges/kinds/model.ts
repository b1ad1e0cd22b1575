import { PROMPT_HASH } from '../../../verdicts/judges/judge-prompt.ts'
import { modelJudge } from '../../../verdicts/judges/model-judge.ts'
import type { JudgeKind } from './judge-kind.ts'

/** A model that is asked about each conversation. */
export const model: JudgeKind = {
  name: 'model',
  word: 'a model as provider:name',
  recognise: (word) => /^[^:\s]+:\S+$/.test(word),
  isEmbedded: false,
  promptHash: PROMPT_HASH,
  whereTextGoes: (word) => ({ to: 'model', model: word, settings: {} }),
  make: (word, models, watch) => modelJudge(models(word, {}, watch)),
}
