import { expect, test } from 'vitest'
import { type DeskFacts, misfits } from './applies.ts'
import { Card } from './card.ts'
import { Tactic } from './tactic.ts'

const desk: DeskFacts = {
  fields: [{ name: 'ref', type: 'string', settledByRecord: false, identity: false, attemptsMax: 2 }],
  proposalAttempts: [null],
  emotion: null,
  declined: true,
}
const card = Card.parse({ name: 'Ada', requests: [{ intent: 'x', wants: 'y' }] })

const tactic = (applies: object) =>
  Tactic.parse({
    id: 'nag',
    family: 'pressure',
    title: 'Nagging',
    about: 'Asks again.',
    preserves: 'truth',
    raises: 'pushes',
    applies,
    yields: { when: 'declined' },
    never: ['set_field', 'open_request', 'demand_human', 'abuse'],
    levels: [{}, { with_answers: 1 }, { with_answers: 2 }, { with_answers: 3 }],
    phrases: { en: { press: ['Please.'] } },
  })

test('a tactic without conditions fits everywhere', () => {
  expect(misfits(tactic({}), card, desk)).toEqual([])
})

test('one dodge must not decide: every question and proposal may come twice', () => {
  expect(misfits(tactic({ asked_twice: true }), card, desk)).toEqual([])
  expect(misfits(tactic({ asked_twice: true }), card, { ...desk, proposalAttempts: [1] })).toHaveLength(1)
})

test('anger fits where no guard reads emotion, or it is anger already', () => {
  const anger = tactic({ emotion: 'angry' })
  expect(misfits(anger, card, desk)).toEqual([])
  expect(misfits(anger, card, { ...desk, emotion: 'angry' })).toEqual([])
  expect(misfits(anger, card, { ...desk, emotion: 'calm' })).toEqual([
    'a guard reads emotion, and it is "calm"',
  ])
})

test('says every misfit at once, of the desk and of the card', () => {
  const needy = tactic({
    field_type: 'date',
    settled_by_record: true,
    identity: true,
    card: [
      'lies',
      'cannot',
      'refuses',
      'truth',
      'corrects',
      'second_request',
      'changed_request',
      'several_at_start',
    ],
  })
  expect(misfits(needy, card, { ...desk, declined: false })).toHaveLength(11)
})
