import { expect, test } from 'vitest'
import { used } from '../../../test/support/transcript/events.ts'
import type { NewEvent, Transcript, TranscriptEvent } from '../../transcript/event.ts'
import { createReplay } from './replay.ts'
import { toldAnswers } from './told-answers.ts'

const numbered = (events: readonly NewEvent[]): Transcript =>
  events.map((event, index) => ({ n: index + 1, ...event }) as TranscriptEvent)

const said = (text: string): NewEvent => ({
  type: 'message.sent',
  from: 'customer',
  text,
  act: { moves: [], tone: 'calm', language: 'en' },
})
const answered = (text: string): NewEvent => ({ type: 'message.sent', from: 'agent', text })
const read = (of: number): NewEvent => ({
  type: 'message.read',
  of,
  by: 'lexical',
  reading: { language: 'en', sentences: [] },
})
const called = (call: string, tool: string): readonly NewEvent[] => [
  { type: 'tool.called', call, tool, input: {} },
  { type: 'tool.returned', call, ok: true, output: 1 },
]
const usage = used()

const movesOf = (events: readonly NewEvent[]) =>
  toldAnswers(numbered(events)).flatMap(({ answer }) =>
    answer.by === 'agent' ? [[...answer.move.messages, ...answer.move.calls.map(({ tool }) => tool)]] : [],
  )

test('model calls tell answers apart: two calls of one answer stay together', () => {
  const events = [
    said('hi'),
    usage,
    ...called('c3', 'a'),
    ...called('c5', 'b'),
    usage,
    answered('done'),
    read(8),
  ]
  expect(movesOf(events)).toEqual([['a', 'b'], ['done']])
})

test('without them calls in a row are an answer each, and words begin a new one', () => {
  const events = [said('hi'), ...called('c2', 'a'), ...called('c4', 'b'), answered('done'), read(6)]
  expect(movesOf(events)).toEqual([['a'], ['b'], ['done']])
})

test('words and the calls after them, up to the reading, are one answer', () => {
  const events = [said('hi'), answered('wait'), ...called('c3', 'a'), read(2), answered('done'), read(6)]
  expect(movesOf(events)).toEqual([['wait', 'a'], ['done']])
})

test('an answer that was cut too finely is joined again by what the agent says now', () => {
  const events = numbered([said('hi'), ...called('c2', 'a'), ...called('c4', 'b'), answered('done'), read(6)])
  const told = toldAnswers(events).map(({ answer }) => answer)
  const replay = createReplay({ answers: told, events })
  replay.nextAnswer('customer')
  const calls = [
    { tool: 'a', input: {} },
    { tool: 'b', input: {} },
  ]
  expect(replay.takeSame({ messages: [], calls })?.calls).toEqual(calls)
  expect(replay.takeSame({ messages: ['something else'], calls: [] })).toBeNull()
  expect(replay.nextAnswer('agent').move.messages).toEqual(['done'])
})
