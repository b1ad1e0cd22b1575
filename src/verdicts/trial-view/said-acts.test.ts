import { expect, test } from 'vitest'
import type { ReadAct, ReadSentence } from '../../base/values/reading.ts'
import { mayPropose, mayTell } from './said-acts.ts'

const act = (given: Pick<ReadAct, 'kind'> & Partial<ReadAct>): ReadAct => ({
  place: null,
  polarity: 'positive',
  sure: true,
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

const BOOK = { in: 'tool', name: 'book' } as const

test('[D43] "nothing has been booked" may be the tell that was due; "it has been booked" is not', () => {
  const told = { act: 'inform', about: 'nothing_booked' } as const
  const denied = act({ kind: 'claim-done', place: BOOK, polarity: 'negative' })
  expect(mayTell(sentence('denial', denied), told)).toBe(true)
  expect(mayTell(sentence('denial', denied), { act: 'comfort' })).toBe(false)
  expect(mayTell(sentence('plain', act({ kind: 'claim-done', place: BOOK })), told)).toBe(false)
})

test('[D43] a question after a fact may ask for a yes, unless it surely asks for the fact', () => {
  expect(mayPropose(sentence('question', act({ kind: 'check-fact', sure: false })))).toBe(true)
  expect(mayPropose(sentence('question', act({ kind: 'check-fact' })))).toBe(false)
})
