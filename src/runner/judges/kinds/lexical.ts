import { lexicalJudge } from '../../../verdicts/judges/lexical.ts'
import type { JudgeKind } from './judge-kind.ts'

/** Counts what was read; it comes with SAGE. */
export const lexical: JudgeKind = {
  name: 'lexical',
  word: lexicalJudge.id,
  recognise: (word) => word === lexicalJudge.id,
  isEmbedded: true,
  promptHash: lexicalJudge.promptHash,
  whereTextGoes: () => ({ to: 'nowhere' }),
  make: () => lexicalJudge,
}
