import { expect, test } from 'vitest'
import type { NewEvent } from '../../transcript/event.ts'
import { deedsIn } from './deeds.ts'
import { judgeRequest } from './judge-prompt.ts'

const EVENTS: readonly NewEvent[] = [
  { type: 'message.sent', from: 'agent', text: 'One moment.' },
  { type: 'tool.called', call: 'c1', tool: 'look_up', input: { order_id: 'A-1' } },
  {
    type: 'tool.returned',
    call: 'c1',
    ok: true,
    output: { status: 'sent', items: [{ sku: 'bag', count: 2 }] },
  },
  { type: 'tool.called', call: 'c2', tool: 'cancel', input: {} },
  { type: 'tool.returned', call: 'c2', ok: false, output: 'too late for Max-1' },
  { type: 'handover.made', call: 'c3', reason: 'too_late', note: 'Wants to cancel.' },
]
const transcript = EVENTS.map((event, index) => ({ ...event, n: index + 1 }))

test('calls and what came back are said in words; names of agents are blanked', () => {
  expect(deedsIn(transcript, ['Max-1'])).toEqual([
    { n: 2, text: 'The agent called look up with order id A-1.' },
    { n: 3, text: 'The desk answered: status sent, items sku bag, count 2.' },
    { n: 4, text: 'The agent called cancel.' },
    { n: 5, text: 'The desk refused: too late for (name).' },
    { n: 6, text: 'The agent handed over to a person, for too late, with the note: Wants to cancel.' },
  ])
})

test('a judge reads them in order between the messages, and is told the day at the desk', () => {
  const shown = [
    { n: 1, from: 'agent' as const, text: 'One moment.' },
    { n: 7, from: 'agent' as const, text: 'Done.' },
  ]
  const about = { sop: null, today: '2026-03-01', deeds: deedsIn(transcript) }
  const [message] = judgeRequest(shown, about, [{ n: 7, dimension: 'empathy' }]).messages
  const content = message?.content ?? ''
  expect(content).toContain('Today at the desk is 2026-03-01.')
  expect(content.indexOf('look up with order id')).toBeGreaterThan(content.indexOf('One moment.'))
  expect(content.indexOf('"from":"desk"')).toBeLessThan(content.indexOf('Done.'))
})
