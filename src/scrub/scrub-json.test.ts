import { expect, test } from 'vitest'
import { z } from 'zod'
import { scrubJson } from './scrub-json.ts'

const Chat = z.object({ messages: z.array(z.record(z.string(), z.unknown())) })
const scrubbed = (messages: readonly z.core.util.JSONType[], seed = 5) =>
  Chat.parse(scrubJson([{ messages: [...messages] }], seed).lines[0]).messages

const call = (name: string, given: object) => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    { id: 'call_Xk29ab71', type: 'function', function: { name, arguments: JSON.stringify(given) } },
  ],
})
const Calls = z.array(
  z.object({
    id: z.string(),
    type: z.string(),
    function: z.object({ name: z.string(), arguments: z.string() }),
  }),
)

test('a chat of a model provider keeps its tools, names of members, roles, ids of calls and words', () => {
  const [system, user, asked, answered, told] = scrubbed([
    { role: 'system', content: 'Use cancel_order with the order_id. The reason is wrong_item or too_late.' },
    { role: 'user', content: 'Please cancel order LB-1047.' },
    call('cancel_order', { order_id: 'LB-1047', reason: 'wrong_item', from: 'Tom Ashworth' }),
    {
      role: 'tool',
      tool_call_id: 'call_Xk29ab71',
      name: 'cancel_order',
      content: JSON.stringify({
        order_id: 'LB-1047',
        status: 'CANCELLED',
        refund: 'in_progress',
        owner: 'Tom Ashworth',
      }),
    },
    { role: 'assistant', content: 'Order LB-1047 is cancelled, Tom. The refund is in progress.' },
  ])
  expect(system?.['content']).toBe(
    'Use cancel_order with the order_id. The reason is wrong_item or too_late.',
  )
  const order = /^Please cancel order (?<id>[A-Z]{2}-\d{4})\.$/.exec(String(user?.['content']))?.groups?.[
    'id'
  ]
  expect(order).not.toBe('LB-1047')
  const [made] = Calls.parse(asked?.['tool_calls'])
  expect(made).toMatchObject({ id: 'call_Xk29ab71', type: 'function', function: { name: 'cancel_order' } })
  const given = z.record(z.string(), z.string()).parse(JSON.parse(made?.function.arguments ?? ''))
  expect(given).toEqual({
    order_id: order,
    reason: 'wrong_item',
    from: expect.stringMatching(/^[A-Z]\w+ [A-Z]\w+$/),
  })
  expect(given['from']).not.toMatch(/Tom|Ashworth/)
  expect(answered).toMatchObject({ role: 'tool', tool_call_id: 'call_Xk29ab71', name: 'cancel_order' })
  expect(JSON.parse(String(answered?.['content']))).toEqual({
    order_id: order,
    status: 'CANCELLED',
    refund: 'in_progress',
    owner: given['from'],
  })
  const [first] = given['from']?.split(' ') ?? []
  expect(told?.['content']).toBe(`Order ${order} is cancelled, ${first}. The refund is in progress.`)
})

test('tools that are offered and blocks of the other provider stay too', () => {
  const offered = {
    name: 'find_customer',
    description: 'Finds a customer by email_address.',
    input_schema: {
      type: 'object',
      properties: { email_address: { type: 'string' } },
      required: ['email_address'],
    },
  }
  const used = {
    type: 'tool_use',
    id: 'toolu_01AbC9931',
    name: 'find_customer',
    input: { email_address: 'a.karg@mail.example' },
  }
  const result = { type: 'tool_result', tool_use_id: 'toolu_01AbC9931', content: 'not_found' }
  const [line] = scrubJson(
    [{ tools: [offered], messages: [{ role: 'assistant', content: [used, result] }] }],
    2,
  ).lines
  expect(line).toMatchObject({
    tools: [offered],
    messages: [
      { content: [{ ...used, input: { email_address: expect.not.stringContaining('karg') } }, result] },
    ],
  })
})

test('a person stays nowhere, whatever the member is called', () => {
  const line = {
    title: 'Refund for Mr Berger',
    customer: 'Jonas Berger',
    agent: 'nora',
    messages: [{ role: 'user', name: 'Jonas', content: 'Hi, Jonas here.' }],
  }
  const text = JSON.stringify(scrubJson([line], 3).lines)
  expect(text).not.toMatch(/jonas|berger/i)
  expect(text).toContain('"agent":"nora"')
})

test('JSON in a text without personal data stays as it was written', () => {
  const content = '{ "status": "shipped",  "items": [1, 2.50] }'
  expect(scrubbed([{ role: 'tool', content }])).toEqual([{ role: 'tool', content }])
})

test('a transcript keeps its trial, and a word for a state that holds a first name or a figure', () => {
  const lines = [
    { type: 'trial.started', trial: 'desk/lunchbox/late@2#41', case: 'lunchbox/late', customer: 'scripted' },
    {
      type: 'message.sent',
      from: 'customer',
      text: 'The wash bag is for someone else, tier 2.',
      act: {
        moves: [
          { do: 'tell', field: 'item_name', value: 'Hanging Wash Bag' },
          { do: 'tell', field: 'status', value: 'Delivered' },
          { do: 'tell', field: 'for_whom', value: 'someone_else' },
          { do: 'tell', field: 'service_level', value: 'tier_2' },
        ],
      },
    },
  ]
  expect(scrubJson(lines, 3)).toEqual({ lines, replaced: [] })
})
