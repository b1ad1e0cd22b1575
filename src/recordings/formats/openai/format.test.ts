import { describe, expect, test } from 'vitest'
import {
  entryLine,
  formatContract,
  readAll,
  recordsOf,
} from '../../../../test/support/recordings/format-contract.ts'
import { openai } from './format.ts'

describe('openai', () =>
  formatContract(openai, new URL('sample.jsonl', import.meta.url), [
    [
      '(system instructions: You are the support agent of a bicycle shop. Before you cancel a repair, list the details and obtain explicit confirmation from the customer.)',
      'customer: Hello, I would like to cancel my repair job AB-1042.',
      'agent calls get_job {"job":"AB-1042"}',
      'gives {"job":"AB-1042","status":"waiting","deposit":20}',
      'agent: I found your repair job AB-1042. Shall I cancel the repair job?',
      'customer: Yes, please.',
      'agent calls cancel_job {"job":"AB-1042"}',
      'gives {"job":"AB-1042","status":"cancelled"}',
      'agent: I have cancelled the repair job AB-1042.',
      'customer: Thank you, bye!',
    ],
    [
      'customer: Please cancel my repair job AB-1043.',
      'agent: Shall I cancel the repair job AB-1043?',
      'customer: Yes, go ahead.',
      'agent: I have cancelled the repair job AB-1043.',
    ],
  ]))

describe('other ways in which OpenAI logs are kept', () => {
  const read = (...lines: readonly object[]) =>
    readAll(openai, recordsOf(openai, lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  const said = (role: string, content: string) => ({ role, content })

  test('a log of requests repeats the conversation: the last request is kept, with its answer', () => {
    const first = { messages: [said('user', 'Hello')], choices: [{ message: said('assistant', 'Hi') }] }
    const second = {
      messages: [said('user', 'Hello'), said('assistant', 'Hi'), said('user', 'Open today?')],
      choices: [{ message: said('assistant', 'Yes') }],
      usage: { prompt_tokens: 9, completion_tokens: 1 },
    }
    const found = read({ id: 'a', ...first }, { id: 'b', ...second }, { id: 'c', ...first })
    expect(found.map(({ entries }) => entries.map(entryLine))).toEqual([
      ['customer: Hello', 'agent: Hi', 'customer: Open today?', 'agent: Yes', 'used 9+1'],
      ['customer: Hello', 'agent: Hi'],
    ])
  })

  test('one list of messages is one conversation', () => {
    const records = recordsOf(
      openai,
      JSON.stringify([said('user', 'Hello'), said('assistant', 'Hi')], null, 1),
    )
    expect(readAll(openai, records).map(({ entries }) => entries.map(entryLine))).toEqual([
      ['customer: Hello', 'agent: Hi'],
    ])
  })

  test('items of the Responses interface', () => {
    const [found] = read({
      id: 'r',
      input: [said('user', 'Where is it?')],
      output: [
        { type: 'function_call', call_id: 'x', name: 'get_job', arguments: '{"job":1}' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Here.' }] },
      ],
    })
    expect(found?.entries.map(entryLine)).toEqual([
      'customer: Where is it?',
      'agent calls get_job {"job":1}',
      'agent: Here.',
    ])
    expect(found?.doubts.map(({ code }) => code)).toEqual(['call-without-result'])
  })

  test('what is doubtful is kept, and listed with its conversation and place', () => {
    const [found] = read({
      conversation_id: 'odd',
      messages: [
        said('user', 'Hello'),
        said('moderator', 'Be kind.'),
        { role: 'tool', tool_call_id: 'none', content: '{}' },
        { role: 'assistant', content: [{ type: 'image_url', image_url: 'x' }, { type: 'hologram' }] },
        { role: 'assistant', tool_calls: [{ id: 'y', function: { name: 'look', arguments: '{half' } }] },
      ],
    })
    expect(found?.doubts.map(({ code, severity, line }) => `${line} ${severity} ${code}`)).toEqual([
      '1 warning unknown-role',
      '1 warning result-without-call',
      '1 warning not-text',
      '1 warning unknown-part',
      '1 warning arguments-not-json',
      '1 warning call-without-result',
    ])
    expect(found?.doubts[0]?.message).toContain('conversation odd: message 2 has the role "moderator"')
    expect(found?.entries.map(entryLine)).toContain('(other note: Be kind.)')
  })
})
