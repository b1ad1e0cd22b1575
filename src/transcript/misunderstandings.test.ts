import { expect, test } from 'vitest'
import type { AgentAct } from '../base/values/acts.ts'
import type { ActKind, ActPlace, Reading } from '../base/values/reading.ts'
import type { TranscriptEvent } from './event.ts'
import { misunderstandings } from './misunderstandings.ts'

const reading = (kind: ActKind, place: ActPlace | null = null): Reading => ({
  language: 'en',
  sentences: [
    {
      from: 0,
      to: 3,
      form: 'plain',
      unread: false,
      acts: [{ kind, place, polarity: 'positive', sure: true, values: [], from: 0, to: 3 }],
    },
  ],
})

const turn = (n: number, meant: AgentAct, read: Reading): readonly TranscriptEvent[] => [
  { n, type: 'step.reported', report: { intent: 'x', fields: {}, action: [meant] } },
  { n: n + 1, type: 'message.sent', from: 'agent', text: '...' },
  { n: n + 2, type: 'message.read', of: n + 1, by: 'lexical', reading: read },
]

const field = (name: string): ActPlace => ({ in: 'field', name })

test('a question taken for another field, and a proposal taken for nothing, are misunderstandings', () => {
  const events = [
    ...turn(1, { act: 'request', field: 'a' }, reading('request', field('a'))),
    ...turn(4, { act: 'request', field: 'a' }, reading('request', field('b'))),
    ...turn(7, { act: 'propose', tool: 't' }, reading('comfort')),
    ...turn(10, { act: 'comfort' }, reading('courtesy')),
  ]
  expect(misunderstandings(events)).toEqual({ hits: 2, of: 3 })
})

test('a second reader that reads another question says that the first was misheard', () => {
  const twice = (second: Reading): readonly TranscriptEvent[] => [
    ...turn(1, { act: 'comfort' }, reading('request', field('a'))),
    { n: 4, type: 'message.read', of: 2, by: 'other', reading: second },
  ]
  expect(misunderstandings(twice(reading('request', field('a'))))).toEqual({ hits: 0, of: 1 })
  expect(misunderstandings(twice(reading('request', field('b'))))).toEqual({ hits: 1, of: 1 })
})
