import { describe, expect, test } from 'vitest'
import type { Transcript, TranscriptEvent } from '../../src/transcript/event.ts'
import type { TrialScore } from '../../src/verdicts/model/score.ts'
import { renumbered } from '../support/transcript/events.ts'
import { scoreTrial } from '../support/verdicts/score.ts'
import { failsIn, lunchbox } from './check.ts'
import { readPicture } from './picture.ts'
import { REPLACED } from './pictures.ts'

/** Bad input: problems are listed, what can be judged is judged, the rest says why it is not. */
const { theCase, transcript: whole } = readPicture(lunchbox, REPLACED)
const clean = scoreTrial(lunchbox, theCase, whole)
const score = (events: Transcript): TrialScore => scoreTrial(lunchbox, theCase, events)
const at = (type: TranscriptEvent['type']): number => whole.findIndex((event) => event.type === type)

describe('[D9] what numbers can mend is mended', () => {
  const same = (found: TrialScore) => expect({ ...found, problems: [] }).toEqual({ ...clean, problems: [] })
  test('doubled events', () => {
    const found = score([...whole.slice(0, 8), ...whole.slice(5)])
    same(found)
    expect(found.problems).toHaveLength(3)
  })
  test('reordered events', () => {
    const found = score([...whole.slice(0, 3), ...whole.slice(6, 9), ...whole.slice(3, 6), ...whole.slice(9)])
    same(found)
    expect(found.problems).toHaveLength(3)
  })
  test('two endings: the first counts, and what comes after it does not', () => {
    const late: Transcript = [
      ...whole,
      { n: whole.length + 1, type: 'message.sent', from: 'agent', text: 'One more thing: cancel_order!' },
      { n: whole.length + 2, type: 'conversation.ended', ending: { kind: 'machinery.failed', code: 'LATE' } },
    ]
    const found = score(late)
    same(found)
    expect(found.problems).toHaveLength(2)
  })
  test('results without calls, readings of no message', () => {
    const stray: TranscriptEvent = { n: 0, type: 'tool.returned', call: 'c999', ok: true, output: null }
    const understood: TranscriptEvent = {
      n: 0,
      type: 'message.understood',
      of: 9_999,
      acts: [],
      by: 'lexical',
    }
    const found = score(renumbered([...whole.slice(0, 4), stray, understood, ...whole.slice(4)]))
    expect(failsIn(found.verdicts)).toEqual({})
    expect(found.problems).toHaveLength(2)
  })
  test('a call that was never answered did nothing', () => {
    const call = whole.findIndex(
      (event) => event.type === 'tool.called' && event.tool === 'create_replacement',
    )
    const name = whole[call]?.type === 'tool.called' ? whole[call].call : ''
    const left = whole.filter(
      (event) => !('call' in event && event.call === name && event.type !== 'tool.called'),
    )
    const found = score(renumbered(left))
    expect(found.problems.join()).toContain('never answered')
    expect(found).toMatchObject({ state: 'judged', outcome: 'wrong' })
  })
})

describe('[D6, D9] what cannot be mended is not judged', () => {
  test('a missing event: everything from there on is unknown', () => {
    const found = score([...whole.slice(0, 10), ...whole.slice(11)])
    expect(found.state).toBe('faulted')
    expect(found.problems[0]).toBe('event 11: event 11 is missing')
    expect(found.verdicts.every(({ outcome }) => outcome === 'not-judged')).toBe(true)
  })
  test('a fail that nothing later could undo stands', () => {
    const { transcript } = readPicture(
      lunchbox,
      REPLACED.replace('Hello! What is', 'Hello! create_replacement? What is'),
    )
    const found = score(transcript.slice(0, 12))
    expect(found.state).toBe('faulted')
    expect(found.verdicts.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule)).toEqual([
      'leaked_internal',
    ])
  })
  test('foreign events: another trial inside, two events of one number, a trial of another case', () => {
    const start = whole[0] as TranscriptEvent
    expect(score(renumbered([...whole.slice(0, 9), start, ...whole.slice(9)])).problems.join()).toContain(
      'another trial starts',
    )
    const two = score([...whole.slice(0, 9), { n: 9, type: 'ticket.closed', call: 'c1' }, ...whole.slice(9)])
    expect(two.state).toBe('faulted')
    expect(two.problems[0]).toBe('event 9: two different events have number 9')
    const other = scoreTrial(
      lunchbox,
      lunchbox.cases.find(({ id }) => id.endsWith('cancel-in-time')) ?? theCase,
      whole,
    )
    expect(other.state).toBe('faulted')
    expect(other.problems[0]).toContain('torn-strap-with-photo')
  })
  test('no beginning, nothing at all', () => {
    for (const events of [[], whole.slice(1)]) {
      const found = score(events)
      expect(found.state).toBe('faulted')
      expect(found.verdicts.every(({ outcome }) => outcome === 'not-judged')).toBe(true)
      expect(found.problems).not.toEqual([])
    }
  })
  test('any prefix of a transcript is scored without a throw, and never passes anything', () => {
    for (let length = 0; length < whole.length; length += 1) {
      const found = score(whole.slice(0, length))
      expect(found.state).toBe('faulted')
      expect(found.verdicts.some(({ outcome }) => outcome === 'pass')).toBe(false)
    }
  })
})

describe('[D37] long and large', () => {
  test('a thousand turns', () => {
    const turn = (index: number): TranscriptEvent[] => [
      {
        n: 0,
        type: 'message.sent',
        from: 'agent',
        text: `Could you tell me the order number, please? (${index})`,
      },
      {
        n: 0,
        type: 'message.sent',
        from: 'customer',
        text: 'LB-1043.',
        act: {
          moves: [{ do: 'tell', request: 'r1', field: 'order_id', value: 'LB-1043' }],
          tone: 'calm',
          language: 'en',
        },
      },
    ]
    const events = renumbered([
      ...whole.slice(0, 2),
      ...Array.from({ length: 1_000 }, (_, index) => turn(index)).flat(),
      ...whole.slice(-1),
    ])
    const found = score(events)
    expect(found.turns.length).toBe(1_000)
    expect(found.state).toBe('judged')
  })
  test.each([
    ['digits', '1234567890'],
    ['dates', '12.12.2026 '],
    ['words of the SOP', 'We put right what arrived damaged if it was delivered '],
    ['promises', "I'll give you your money back and I will not "],
    ['blanks', ' \t'],
    ['almost links', 'http:/www.'],
    ['amounts', '1,111.11'],
  ])('a megabyte of %s', (_, piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    const events = whole.map((event) =>
      event.type === 'message.sent' && event.from === 'agent'
        ? { ...event, text: text.slice(0, 1_000_000) }
        : event,
    )
    const longest = events.slice(0, at('tool.called')).concat(whole.slice(at('tool.called')))
    expect(score(longest).state).toBe('judged')
  })
})
