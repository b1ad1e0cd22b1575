import { expect, test } from 'vitest'
import type { ReadAct, ReadSentence } from '../../base/values/reading.ts'
import { mayPropose } from './said-acts.ts'

const act = (given: Pick<ReadAct, 'kind'> & Partial<ReadAct>): ReadAct => ({
  place: null,
  polarity: 'positive',
  sure: true,
  values: [],
  from: 0,
  to: 30,
  ...given,
})

const sentence = (form: ReadSentence['form'], ...acts: readonly ReadAct[]): ReadSentence => ({
  from: 0,
  to: 30,
  form,
  unread: false,
  acts: [...acts],
})

test('[D43] a question after a fact may ask for a yes, unless it surely asks for the fact', () => {
  expect(mayPropose(sentence('question', act({ kind: 'check-fact', sure: false })))).toBe(true)
  expect(mayPropose(sentence('question', act({ kind: 'check-fact' })))).toBe(false)
})
