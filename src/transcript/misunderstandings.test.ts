import { expect, test } from 'vitest'
import type { AgentAct } from '../base/values/acts.ts'
import type { TranscriptEvent } from './event.ts'
import { misunderstandings } from './misunderstandings.ts'

const turn = (
  n: number,
  meant: readonly AgentAct[],
  understood: readonly AgentAct[],
): readonly TranscriptEvent[] => [
  { n, type: 'step.reported', report: { intent: 'x', fields: {}, action: [...meant] } },
  { n: n + 1, type: 'message.sent', from: 'agent', text: '...' },
  { n: n + 2, type: 'message.understood', of: n + 1, acts: [...understood], by: 'lexical' },
]

test('a question taken for another field, and a proposal taken for nothing, are misunderstandings', () => {
  const events = [
    ...turn(1, [{ act: 'request', field: 'a' }], [{ act: 'request', field: 'a' }]),
    ...turn(4, [{ act: 'request', field: 'a' }], [{ act: 'request', field: 'b' }]),
    ...turn(7, [{ act: 'propose', tool: 't' }], [{ act: 'comfort' }]),
    ...turn(10, [{ act: 'comfort' }], []),
  ]
  expect(misunderstandings(events)).toEqual({ hits: 2, of: 3 })
})
