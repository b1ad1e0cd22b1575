import type { Answer, HeardByCustomer, Question, QuestionTrait } from '../../../src/base/values/heard.ts'

const NO: Answer = { is: 'no', chance: 0, where: [], names: [] }

/** A message that does nothing; a test says what it does beside. */
export const NOTHING_HEARD: HeardByCustomer = {
  questions: () => [],
  declines: () => NO,
  claims: () => NO,
  tells: () => NO,
  promises: () => NO,
  closes: () => NO,
  mentions: () => [],
  shows: () => false,
  holds: () => false,
  unlike: () => [],
}

export const questionOf = (over: Partial<Question>, traits: readonly QuestionTrait[] = []): Question => ({
  wants: 'anything',
  at: { sentence: 0, from: 0, to: 0 },
  fields: [],
  tools: [],
  near: [],
  kind: null,
  holds: () => false,
  ...over,
  traits: new Set(traits),
})
