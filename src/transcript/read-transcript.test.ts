import { describe, expect, test } from 'vitest'
import { started, used } from '../../test/support/transcript/events.ts'
import type { Transcript } from './event.ts'
import { mendTranscript } from './mend-transcript.ts'
import { readTranscript, startReading } from './read-transcript.ts'
import { transcriptToText } from './transcript-text.ts'
import { numberEvents, writeTranscript } from './write-transcript.ts'

const EVENTS: Transcript = numberEvents([
  started({ trial: 't1', protocol: 'declared' }),
  {
    type: 'message.sent',
    from: 'customer',
    text: 'Hi "there"\n',
    act: {
      moves: [
        { do: 'open', request: 'r1', intent: 'cancel' },
        { do: 'tell', request: 'r1', field: 'order', value: 7 },
      ],
      tone: 'calm',
      language: 'en',
    },
  },
  {
    type: 'step.reported',
    report: {
      intent: 'cancel',
      fields: { order: 7, why: null },
      action: [
        { act: 'propose', tool: 'stop', arguments: { order: 7 } },
        { act: 'decline', about: 'late' },
        { act: 'request', field: 'why' },
        { act: 'claim-done', tool: 'stop' },
      ],
    },
  },
  { type: 'report.missing', because: 'none' },
  { type: 'tool.called', call: 'c5', tool: 'stop', input: { order: 7 } },
  { type: 'tool.returned', call: 'c5', ok: true, output: { done: true } },
  {
    type: 'world.changed',
    call: 'c5',
    table: 'orders',
    key: '7',
    before: { open: true },
    after: { open: false },
    amount: 12.5,
  },
  { type: 'world.changed', table: 'orders', key: '8', before: null, after: { open: true } },
  { type: 'handover.made', call: 'c5', reason: 'other', note: 'help' },
  { type: 'ticket.closed', call: 'c5' },
  { type: 'message.sent', from: 'agent', text: 'Done.' },
  { type: 'message.understood', of: 11, acts: [{ act: 'inform' }], by: 'lexical' },
  { type: 'act.recognised', of: 11, acts: [], by: 'm', sure: false },
  { type: 'fault.raised', side: 'machinery', code: 'X', message: 'y' },
  { type: 'conversation.ended', ending: { kind: 'agent.closed', by: 'call' } },
  used({ took_ms: 5 }),
])
const TEXT = writeTranscript(EVENTS)
const codes = (text: string) => readTranscript(text).problems.map(({ code }) => code)
const lines = TEXT.trimEnd().split('\n')

test('[TR1] writing and reading give the same events', () => {
  expect(readTranscript(TEXT)).toEqual({ events: EVENTS, problems: [] })
  expect(EVENTS.map(({ n }) => n)).toEqual(EVENTS.map((_, index) => index + 1))
})

test('[TR2] an unknown format is refused with what to do, and nothing of it is read', () => {
  const { events, problems } = readTranscript(TEXT.replace('"format":1', '"format":2'), 'run/t1.jsonl')
  expect(events).toEqual([])
  expect(problems).toMatchObject([
    { code: 'unknown-format', file: 'run/t1.jsonl', line: 1, severity: 'error' },
  ])
  expect(problems[0]?.message).toContain('format 2')
  expect(problems[0]?.hint).toBeDefined()
})

test('[TR3] a last line that is cut off is reported, the rest is read', () => {
  for (let cut = 1; cut < (lines[15]?.length ?? 0) - 1; cut += 7) {
    const { events, problems } = readTranscript(TEXT.slice(0, -1 - cut))
    expect(events).toEqual(EVENTS.slice(0, 15))
    expect(problems).toMatchObject([{ code: 'truncated-line', line: 16, severity: 'warning' }])
  }
  expect(readTranscript(TEXT.slice(0, -1)).problems).toEqual([])
})

describe('[TR4] wrong lines are listed with their line and left out', () => {
  test('all of them at once', () => {
    const wrong = [
      ...lines.slice(0, 2),
      '{oops',
      '{"n":3,"type":"message.snet"}',
      '{"n":3,"type":"tool.called","call":"c"}',
      '[]',
      '',
      ...lines.slice(2),
    ].join('\n')
    const { events, problems } = readTranscript(`${wrong}\n`)
    expect(events).toEqual(EVENTS)
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['not-json', 3],
      ['unknown-event', 4],
      ['bad-event', 5],
      ['unknown-event', 6],
    ])
    expect(problems[1]?.hint).toContain('message.sent')
    expect(problems[2]?.message).toContain('tool')
  })
  test('a customer message without its act, members nobody knows', () => {
    expect(codes(TEXT.replace('"tone":"calm"', '"tone":"odd"'))).toContain('bad-event')
    expect(codes(TEXT.replace('"text":"Done."', '"text":"Done.","score":1'))).toContain('bad-event')
  })
  test('prototype names and deep nesting do no harm', () => {
    expect(codes(`{"n":1,"type":"__proto__"}\n`)).toContain('unknown-event')
    expect(codes(`{"n":1,"type":"constructor"}\n`)).toContain('unknown-event')
    expect(codes(`${'['.repeat(50_000)}\n`)).toContain('not-json')
  })
})

describe('[TR5] flaws of order and reference', () => {
  const join = (...parts: readonly (readonly string[])[]) => `${parts.flat().join('\n')}\n`
  test('what is missing is said at the line it should stand before', () => {
    const { problems } = readTranscript(join(lines.slice(0, 5), lines.slice(7)))
    expect(problems.find(({ code }) => code === 'missing-events')?.line).toBe(6)
  })
  test('missing, doubled, reordered, foreign, orphaned, after the end', () => {
    expect(codes(join(lines.slice(0, 5), lines.slice(6)))).toContain('missing-events')
    expect(codes(join(lines.slice(0, 6), lines.slice(5)))).toEqual(['doubled-event'])
    expect(codes(join(lines.slice(0, 3), lines.slice(4, 5), lines.slice(3, 4), lines.slice(5)))).toEqual([
      'reordered-event',
    ])
    expect(
      codes(join(lines.slice(0, 4), ['{"n":4,"type":"report.missing","because":"other"}'], lines.slice(4))),
    ).toEqual(['foreign-event'])
    expect(codes(join(lines.slice(1)))).toContain('no-start')
    expect(codes(join(lines.slice(0, 14)))).toEqual(['no-ending'])
    expect(
      codes(
        join(lines.slice(0, 15), [
          '{"n":16,"type":"ticket.closed","call":"c5"}',
          '{"n":17,"type":"conversation.ended","ending":{"kind":"handed.over"}}',
        ]),
      ),
    ).toEqual(['event-after-ending', 'second-ending'])
    expect(
      codes(TEXT.replace('"type":"tool.called","call":"c5"', '"type":"tool.called","call":"c6"')).filter(
        (code) => code === 'refers-to-nothing',
      ),
    ).toHaveLength(4)
    expect(
      codes(TEXT.replace('"type":"message.understood","of":11', '"type":"message.understood","of":2')),
    ).toEqual(['refers-to-nothing'])
  })
  test('what is mended is in order, each number once, up to the break', () => {
    const mended = mendTranscript([
      ...EVENTS.slice(0, 3),
      ...EVENTS.slice(5, 9),
      ...EVENTS.slice(3, 7),
      ...EVENTS.slice(9),
    ])
    expect(mended.events).toEqual(EVENTS.slice(0, 15))
    expect(mended.brokenAt).toBeNull()
    expect(mendTranscript([...EVENTS.slice(0, 8), ...EVENTS.slice(9)])).toMatchObject({
      brokenAt: 9,
      events: EVENTS.slice(0, 8),
    })
  })
})

test('[TR6] line by line, as it comes', () => {
  const reader = startReading('t.jsonl')
  lines.forEach((text, index) => {
    reader.take(text, { line: index + 1, last: false })
  })
  expect(reader.done()).toEqual({ events: EVENTS, problems: [] })
})

test('[TR7] one readable line an event', () => {
  const text = transcriptToText(EVENTS)
  expect(text.trimEnd().split('\n')).toHaveLength(EVENTS.length)
  for (const part of [
    '"Hi \\"there\\"\\n"',
    'open cancel; tell order=7',
    'proposes stop {"order":7}',
    'decline late',
    'asks for why',
    'claims stop is done',
    'calls stop',
    'open true -> false',
    'new row',
    'handover  other',
    'agent.closed call',
    'not sure',
    'why=unknown',
  ]) {
    expect(text).toContain(part)
  }
})
