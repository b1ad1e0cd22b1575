import type { HeardByCustomer, Question, QuestionTrait, Told } from '../../../src/base/values/heard.ts'

const NO: Told = { is: 'no', names: [], sure: [] }

/** A message that does nothing; a test says what it does beside. */
export const NOTHING_HEARD: HeardByCustomer = {
  questions: () => [],
  declines: () => NO,
  claims: () => NO,
  tells: () => NO,
  promises: () => false,
  closes: () => false,
  mentions: () => [],
  shows: () => false,
  holds: () => false,
  unlike: () => [],
}

export const questionOf = (over: Partial<Question>, traits: readonly QuestionTrait[] = []): Question => ({
  wants: 'anything',
  fields: [],
  tools: [],
  near: [],
  kind: null,
  holds: () => false,
  ...over,
  traits: new Set(traits),
})
