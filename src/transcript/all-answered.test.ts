import { expect, test } from 'vitest'
import type { CustomerMove } from '../base/values/acts.ts'
import { allAnswered } from './all-answered.ts'
import type { Ending, NewEvent, Transcript } from './event.ts'

const customer = (move: (CustomerMove['do'] & ('greet' | 'thank')) | 'leave' = 'greet'): NewEvent => ({
  type: 'message.sent',
  from: 'customer',
  text: 'Hello?',
  act: {
    moves: [move === 'leave' ? { do: move, because: 'satisfied' } : { do: move }],
    tone: 'calm',
    language: 'en',
  },
})
const agent = (text: string): NewEvent => ({ type: 'message.sent', from: 'agent', text })
const call: NewEvent = { type: 'tool.called', call: 'c1', tool: 'look_up', input: {} }
const handover: NewEvent = { type: 'handover.made', call: 'c1', reason: 'other', note: '' }
const ended = (ending: Ending): NewEvent => ({ type: 'conversation.ended', ending })
const failed = ended({ kind: 'agent.failed', code: 'answer-late' })
const goodbye: NewEvent = {
  type: 'message.read',
  of: 1,
  by: 'lexical',
  reading: {
    language: 'en',
    sentences: [
      {
        ...{ from: 0, to: 4, form: 'plain', unread: false },
        acts: [
          { kind: 'sign-off', place: null, polarity: 'positive', sure: true, values: [], from: 0, to: 4 },
        ],
      },
    ],
  },
}
const says = (...events: readonly NewEvent[]): boolean =>
  allAnswered(events.map((event, index) => ({ ...event, n: index + 1 })) as Transcript)

test('[M25] a letter, a digit or a call answers; signs and silence do not', () => {
  expect(says(customer(), agent('Yes.'), customer(), agent('5'), customer(), call)).toBe(true)
  expect(says(customer(), agent('... !'), customer(), agent('Yes.'))).toBe(false)
  expect(says(customer(), customer(), agent('Yes.'))).toBe(false)
  expect(says(customer(), ended({ kind: 'limit.hit', limit: 'turns' }))).toBe(false)
})

test('[M25] an agent that crashed or hung gave no answer, whatever it called before', () => {
  expect(says(customer(), call, failed)).toBe(false)
  expect(says(customer(), ended({ kind: 'limit.hit', limit: 'seconds' }))).toBe(false)
  expect(says(customer(), ended({ kind: 'limit.hit', limit: 'money' }))).toBe(true)
})

test('[M25] after a goodbye, a close or a handover no turn is owed', () => {
  expect(says(customer(), agent('Yes.'), customer('leave'), failed)).toBe(true)
  expect(says(customer(), agent('Goodbye.'), goodbye, customer('thank'))).toBe(true)
  expect(says(customer(), agent('Goodbye.'), goodbye, customer('thank'), customer())).toBe(false)
  expect(says(customer(), call, handover, customer())).toBe(true)
})
