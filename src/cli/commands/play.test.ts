import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { sageIn } from '../../../test/sage-in.ts'
import { emptyFolder } from '../../../test/support/temp-folder.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { openLineInput } from '../terminal/terminal.ts'

const folder = emptyFolder()

/** `sage play ...` with lines piped in, as a script would. */
const play = (words: readonly string[], lines: readonly string[]) =>
  sageIn(folder, ['play', ...words], {
    openInput: () => openLineInput(Readable.from([lines.map((line) => `${line}\n`).join('')]), null),
  })

const CANCELS_PROPERLY = [
  'Which order is it about?',
  '/call lookup_order {"order_id": "LB-1047"}',
  '/call lookup_customer {"customer_id": "C-06"}',
  'And what e-mail address did you order with?',
  'Shall I cancel order LB-1047?',
  '/call cancel_order {"order_id": "LB-1047"}',
  'Your order LB-1047 is cancelled and the money is on its way back.',
  'You are welcome. Goodbye!',
]

describe('a person as the agent', () => {
  test('who follows the procedure is told so', async () => {
    const { out, err, exit } = await play(['lunchbox/cancel-in-time'], CANCELS_PROPERLY)
    expect(err).toContain('customer: Good evening,')
    expect(err).toContain('agent> Which order is it about?')
    expect(err).toContain('"status": "paid"')
    expect(out).toContain('lunchbox/cancel-in-time: passed\n')
    expect(out).toContain('What was done: lookup_order')
    expect(exit).toBe(0)
  })

  test('who cancels what is on the truck reads which sentence forbids it, and the price', async () => {
    const { out, exit } = await play(
      ['lunchbox/cancel-on-the-truck', '--json', '-o', 'kept/play.jsonl'],
      [
        'Which order is it about?',
        '/call lookup_order {"order_id": "LB-1048"}',
        '/call cancel_order {"order_id": "LB-1048"}',
        'I have cancelled your order.',
        '/done',
      ],
    )
    const answer = JSON.parse(out)
    expect(answer).toMatchObject({ case: 'lunchbox/cancel-on-the-truck', score: { outcome: 'wrong' } })
    expect(answer.score.forbidden).toContainEqual(expect.objectContaining({ forbid: 'no-late-cancel' }))
    expect(answer.score.money_at_risk).toBeGreaterThan(0)
    expect(answer.story[0]).toContain('cancelled wrongfully: cancel order')
    const { events, problems } = readTranscript(readFileSync(answer.transcript, 'utf8'), 'play.jsonl')
    expect([events.at(-1)?.type, problems]).toEqual(['conversation.ended', []])
    expect(exit).toBe(0)
  })

  test('slips of the finger do nothing but say what would be right', async () => {
    const { err, out } = await play(
      ['lunchbox/cancel-in-time', '--json'],
      [
        '',
        '/cal lookup_order {}',
        '/call',
        '/call lookup_oder {"order_id": "LB-1047"}',
        '/call lookup_order {order_id: LB-1047}',
        '/done now',
        '/tools',
        '/sop',
        '/help',
        '/call lookup_order {"order": 7}',
      ],
    )
    expect(err).toContain('There is no /cal. Did you mean "call"?')
    expect(err).toContain('Which tool?')
    expect(err).toContain('There is no tool "lookup_oder". Did you mean "lookup_order"?')
    expect(err).toContain('Arguments must be JSON: /call lookup_order {"name": "value"}.')
    expect(err).toContain('/done must be alone on its line.')
    expect(err).toContain('# How we answer mail at Lunchbox')
    // The desk itself answers wrong arguments: an agent gets to see that too.
    expect(err).toContain('lookup_order refuses:')
    expect(JSON.parse(out).ending).toEqual({ kind: 'agent.failed', code: 'stopped' })
  })

  test('messages of several lines, messages with a slash, silence', async () => {
    const { out } = await play(
      ['lunchbox/cancel-in-time', '--json', '-o', 'play.jsonl'],
      ['Hello Jonas,\\', 'which order is it?', '/wait', '//done is no command'],
    )
    expect(JSON.parse(out).transcript).toBe(join(folder, 'play.jsonl'))
    const kept = readFileSync(join(folder, 'play.jsonl'), 'utf8')
    expect(kept).toContain('"text":"Hello Jonas,\\nwhich order is it?"')
    expect(kept).toContain('"text":"/done is no command"')
  })

  test('no line at all: they stopped at once, and that is judged', async () => {
    const { out, exit } = await play(['lunchbox/cancel-in-time', '--json'], [])
    expect(JSON.parse(out)).toMatchObject({
      ending: { kind: 'agent.failed', code: 'stopped' },
      score: { state: 'judged', outcome: 'wrong' },
    })
    expect(exit).toBe(0)
  })

  test('they see nothing of the card, the acts or the outcome before the end', async () => {
    const { err } = await play(['lunchbox/torn-strap-no-photo'], ['/tools', '/sop', '/done'])
    for (const hidden of ['tore at the park', 'no-free-goods', 'adversarial', 'urgency', '"moves"'])
      expect(err).not.toContain(hidden)
  })
})

describe('a person as the customer', () => {
  test('sees the card, is answered by the oracle, and what they meant is shown', async () => {
    const { out, err, exit } = await play(
      ['lunchbox/cancel-in-time', '--as', 'customer', '--json'],
      [
        '/card',
        'Please cancel my order LB-1047.',
        'It is jonas.weber@post.example',
        'Yes, please do.',
        'Thank you, goodbye!',
      ],
    )
    expect(err).toContain('You are Jonas Weber, friendly.')
    expect(err).toContain('(taken as: open cancel; tell order_id=LB-1047)')
    expect(err).toContain('agent: ')
    const { ending, score } = JSON.parse(out)
    expect(ending.kind).toBe('agent.closed')
    expect(score).toMatchObject({ state: 'judged', outcome: 'right' })
    expect(exit).toBe(0)
  })

  test('who has no more to say leaves', async () => {
    const { out, err } = await play(
      ['lunchbox/cancel-in-time', '--as', 'customer', '--json'],
      ['/call x', 'Cancel my order, please.'],
    )
    expect(err).toContain('There is no /call.')
    expect(['agent.closed', 'customer.left']).toContain(JSON.parse(out).ending.kind)
  })
})

describe('wrong usage', () => {
  test.each([
    [['lunchbox'], '"lunchbox" is not a case id.'],
    [['lunchbox/cancel-in-tme'], 'Did you mean "lunchbox/cancel-in-time"?'],
    [['nowhere/x'], 'There is no pack "nowhere".'],
    [['cancel-in-time', '--pack', 'lunchbox', '--as', 'clown'], '--as'],
    [['lunchbox/cancel-in-time', '--as', 'customer', '--against', 'orcale'], 'Did you mean "oracle"?'],
    [['lunchbox/cancel-in-time', '--intensity', '4'], 'It should be a whole number from 0 to 3.'],
  ])('%j', async (words, because) => {
    const { err, out, exit } = await play(words, ['/done'])
    expect(err).toContain(because)
    expect([out, exit]).toEqual(['', 2])
  })

  test('a case may be named by its last part beside its pack', async () => {
    const { out } = await play(['cancel-in-time', '--pack', 'lunchbox', '--json'], ['/done'])
    expect(JSON.parse(out).case).toBe('lunchbox/cancel-in-time')
    expect(existsSync(join(folder, '.sage'))).toBe(false)
  })
})
