import { expect, test } from 'vitest'
import type { ReadAct, ReadSentence } from '../../base/values/reading.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { heardIn } from '../../transcript/heard-in.ts'
import { actsRead, mayPropose } from './said-acts.ts'

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
