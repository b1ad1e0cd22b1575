import { expect, test } from 'vitest'
import type { ReadAct, ReadSentence } from '../../base/values/reading.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { heardIn } from '../../transcript/heard-in.ts'
import { actsRead, asksForYes, mayPropose, mayTell, mayWaitForYes } from './said-acts.ts'

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

test('[D43] a promise that names the thing may wait for a yes; one of days or of nothing does not', () => {
  const promise = (...values: string[]) =>
    sentence('plan', act({ kind: 'promise', sure: false, values: [...values] }))
  expect(mayWaitForYes(promise('lb-1047'))).toBe(true)
  expect(mayWaitForYes(promise('5'))).toBe(false)
  expect(mayWaitForYes(promise())).toBe(false)
  expect(asksForYes(promise('lb-1047'))).toBe(false)
})

test('[D43] the same words read as two offers are held against nobody, offers in two clauses are', async () => {
  const { graph } = await loadPack('packs/clinic')
  const offer = (name: string, from: number) => act({ kind: 'propose', place: { in: 'tool', name }, from })
  const counts = (...acts: readonly ReadAct[]) =>
    actsRead(graph, heardIn({ language: 'en', sentences: [sentence('question', ...acts)] }, '')).map(
      (one) => one.counts,
    )
  expect(counts(offer('book', 0), offer('cancel', 0))).toEqual(['if-right', 'if-right'])
  expect(counts(offer('book', 0), offer('cancel', 12))).toEqual(['always', 'always'])
})

test('[D43] what was read for sure beside a guess of the same topic, or in the same words of a deed, is settled', () => {
  const topic = { in: 'topic', name: 'booked' } as const
  const told = { act: 'inform', about: 'other' } as const
  const sure = act({ kind: 'inform', place: topic })
  expect(mayTell(sentence('plain', sure, act({ kind: 'offer', place: topic, sure: false })), told)).toBe(
    false,
  )
  expect(mayTell(sentence('plain', sure, act({ kind: 'claim-done', sure: false })), told)).toBe(false)
  // another clause may tell something else
  expect(mayTell(sentence('plain', sure, act({ kind: 'inform', sure: false })), told)).toBe(true)
  expect(mayTell(sentence('plain', sure, act({ kind: 'claim-done', sure: false, from: 9 })), told)).toBe(true)
})
