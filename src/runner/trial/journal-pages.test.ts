import { expect, test } from 'vitest'
import { SageError } from '../../base/error.ts'
import type { Answered } from '../../conversation/talk/replay.ts'
import type { TranscriptEvent } from '../../transcript/event.ts'
import { createPageBuilder, readPages } from './journal-pages.ts'

const turn: Answered = {
  by: 'customer',
  turn: {
    text: 'Hello',
    act: { moves: [{ do: 'greet' }], tone: 'calm', language: 'en' },
    leaves: false,
  },
}
const move: Answered = {
  by: 'agent',
  move: {
    messages: ['Hi "you"\nthere'],
    calls: [{ tool: 'look', input: { id: 1 } }],
    report: 'nonsense' as never,
  },
  aside: 1,
  stateless: true,
}
const missing = (n: number): TranscriptEvent => ({ n, type: 'report.missing', because: '{"answer": no}' })

test('what was settled comes back as it was, answers and events each in their order', () => {
  const book = createPageBuilder()
  book.event(missing(1))
  book.answer(turn)
  book.event(missing(2))
  book.settle()
  const first = book.turnPage()
  book.answer(move)
  book.event(missing(3))
  book.settle()
  const read = readPages([first ?? '', book.turnPage() ?? ''], 't')
  expect(read.answers).toEqual([turn, move])
  expect(read.events).toEqual([missing(1), missing(2), missing(3)])
})

test('of a turn that was broken off nothing is kept', () => {
  const book = createPageBuilder()
  book.answer(turn)
  book.settle()
  book.event(missing(1))
  expect(readPages([book.turnPage() ?? ''], 't')).toEqual({ answers: [turn], events: [] })
  expect(book.turnPage()).toBeNull()
})

test('events without an answer are worth no page, an end is', () => {
  const book = createPageBuilder()
  book.event(missing(1))
  book.settle()
  expect(book.turnPage()).toBeNull()
  book.event({ n: 2, type: 'conversation.ended', ending: { kind: 'agent.failed', code: 'x' } })
  book.settle()
  expect(book.turnPage()).toContain('conversation.ended')
})

test.each(['{"answer":{"by":"agent"}}\n', '{"answer":{"by":"nobody"}}\n', '{"n":1,"type":"message.sent"}\n'])(
  'a page another version wrote is said to be one: %s',
  (page) => {
    expect(() => readPages([page], 'run/trial')).toThrow(SageError)
  },
)
