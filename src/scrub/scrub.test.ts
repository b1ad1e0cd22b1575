import { describe, expect, test } from 'vitest'
import { isJsonObject, type Json, type JsonObject } from '../base/values/json.ts'
import { passesLuhn } from './forms.ts'
import { scrubJson } from './scrub-json.ts'

const CARD = '4242 4242 4242 4242'
const IBAN = 'DE89 3704 0044 0532 0130 00'

/** Messages and the records they are about. */
function scrub(said: readonly string[], rows: readonly Readonly<Record<string, string>>[], seed: number) {
  const { lines, replaced } = scrubJson([...said.map((text) => ({ text })), ...rows], seed)
  const messages = lines.slice(0, said.length).map((line) => String(objectOf(line)['text']))
  return { messages, rows: lines.slice(said.length).map(objectOf), replaced }
}

const objectOf = (value: Json): JsonObject => (isJsonObject(value) ? value : {})

const isIban = (said: string): boolean => {
  const bare = said.replace(/ /g, '')
  const digits = `${bare.slice(4)}${bare.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

describe('stand-ins', () => {
  test('are as long as what they replace, and card and account numbers still pass their checks', () => {
    const said = [`My card is ${CARD} and my account ${IBAN}.`]
    const { messages, replaced } = scrub(said, [], 7)
    const [text = ''] = messages
    expect(text).not.toContain('4242')
    expect(text).toHaveLength(said[0]?.length ?? 0)
    const card = replaced.find(({ kind }) => kind === 'card')?.standIn ?? ''
    expect(passesLuhn(card.replace(/\D/g, ''))).toBe(true)
    expect(isIban(replaced.find(({ kind }) => kind === 'iban')?.standIn ?? '')).toBe(true)
  })

  test('are the same for the same person and number in every message and row', () => {
    const rows = [{ name: 'Marta Oldfield', order_id: 'NL-10442', phone: '+44 7700 900418' }]
    const said = [
      'Hi, Marta Oldfield here, order NL-10442.',
      'Thanks Marta. Call 07700 900418 about nl10442?',
    ]
    const { messages, rows: scrubbed } = scrub(said, rows, 1)
    expect(messages.join('\n')).not.toMatch(/marta|oldfield|10442|900418/i)
    const name = /^Hi, (\w+) (\w+) here/.exec(messages[0] ?? '')
    expect(messages[1]).toContain(`Thanks ${name?.[1]}.`)
    expect(scrubbed[0]?.['name']).toBe(`${name?.[1]} ${name?.[2]}`)
  })

  test('another seed gives other stand-ins', () => {
    expect(scrub([CARD], [], 1).messages).not.toEqual(scrub([CARD], [], 2).messages)
  })
})

test('what was found in a message survives nowhere: not in a tool’s answer, not in the list of what was replaced', () => {
  const lines = [
    { type: 'trial.started', trial: 'r/a', agent: 'a' },
    {
      type: 'message.sent',
      from: 'customer',
      text: 'I am Jonas Berger, jonas.b@mail.example, order KX-99120-A',
    },
    { type: 'tool.called', call: 'c3', tool: 'find_order', input: { order_id: 'KX-99120-A' } },
    { type: 'tool.returned', call: 'c3', ok: true, output: { owner: 'Jonas Berger', order_id: 'KX99120A' } },
  ]
  const scrubbed = scrubJson(lines, 3)
  expect(JSON.stringify(scrubbed)).not.toMatch(/jonas|berger|99120/i)
  expect(scrubbed.lines[2]).toMatchObject({ tool: 'find_order', call: 'c3' })
})

test('an address begins after the person who lives there, and that person has one stand-in', () => {
  const { messages } = scrub(
    [
      "Order LB-1044, I'm Tom Ashworth, 7 Mill Lane, Leeds LS1 4AB.",
      "i'm Tom Ashworth, 7 Mill Lane",
      'Thanks Tom. Mr Ashworth, is 7 Mill Lane still right? I call +44 7700 900418 or 07700 900418.',
    ],
    [],
    4,
  )
  const [first = '', second = '', third = ''] = messages
  const said =
    /^Order \p{Lu}{2}-\d{4}, I'm (?<name>(?<tom>\p{L}+) (?<ashworth>\p{L}+)), (?<street>\d \p{L}+ \p{L}+), /u
  const { name, tom, ashworth, street } = said.exec(first)?.groups ?? {}
  expect(messages.join('\n')).not.toMatch(/LB-1044|Tom|Ashworth|7 |Mill|Leeds|900418/)
  expect(second).toBe(`i'm ${name}, ${street}`)
  expect(third).toContain(`Thanks ${tom}. Mr ${ashworth}, is ${street} still right?`)
  const [phone, other] = [...third.matchAll(/\d{6}(?=\D*(?: or|\.|$))/g)].map(([digits]) => digits)
  expect(phone).toBeDefined()
  expect(other).toBe(phone)
})

test('the name of a house stays part of its address', () => {
  const { replaced } = scrub(['It goes to Rose Court, 7 Mill Lane, Leeds LS1 4AB.'], [], 4)
  expect(replaced).toMatchObject([{ kind: 'address', times: 1 }])
})

test('words for states in records are no names and no codes', () => {
  const rows = [
    {
      status: 'SHIPPED',
      stage: 'in_transit',
      shown_as: 'Out for delivery',
      product_name: 'Desk Lamp',
      tier: 'Gold Member',
    },
  ]
  const said = [
    'It has shipped: in transit, out for delivery. The desk lamp comes first, gold member or not.',
  ]
  expect(scrub(said, rows, 1).messages).toEqual(said)
})

test('user names and booking codes of records are still found', () => {
  const rows = [{ seller: 'blue_kettle', pnr: 'QXKLMN', login: 'anna_karg' }]
  const { messages } = scrub(['blue_kettle sold it, anna_karg bought it, booking qxklmn.'], rows, 1)
  expect(messages[0]).not.toMatch(/kettle|karg|qxklmn/i)
})

test('amounts, times and plain words stay', () => {
  const said = ['Will that be €214.18 on 12 June at 06:55? Two of them, please, size 9.']
  expect(scrub(said, [], 1).messages).toEqual(said)
})

test.each([
  ['May I have your name, please?', 'Alexis!', 'alexis'],
  ['Right, and your PIN as well please.\nWhat is your PIN?', '9431', '9431'],
  ['Could I get your full name, please?', 'sarah brown', 'sarah'],
  ['And your date of birth?', '09/06/89', '09/06/89'],
  ['Can I get your booking ID, please?', '676. I need to change it.', '676'],
])('a question stays as it is and its answer goes: %s', (asked, answer, value) => {
  const { messages } = scrub([asked, answer, 'Awesome, thanks! May I close it? Will you come back?'], [], 3)
  expect(messages[0]).toBe(asked)
  expect(messages[1]?.toLowerCase()).not.toContain(value)
  expect(messages[2]).toBe('Awesome, thanks! May I close it? Will you come back?')
})

test.each([
  'My name is Tamsin Okoro.',
  'my name is tamsin, hi',
  'Dear Tamsin,\nit is here.',
  'Thanks, Tamsin! One moment.',
  'Ms Tamsin asked for it.',
  'The passenger named Tamsin stays.',
  'I cannot help it.\nBest regards,\nTamsin',
  'Tamsin is my name.',
  '- Passengers: Tamsin Okoro, Wen Li\n',
  'Write to tamsin.okoro42@mail.example, I am Tamsin.',
  'Me llamo Tamsin y llamo por mi pedido.',
  'Ich heiße Tamsin, guten Tag.',
  'Bonjour, je m’appelle Tamsin.',
])('a name goes by what stands around it: %s', (said) => {
  expect(scrub([said, 'It is for Tamsin.'], [], 3).messages.join('\n')).not.toMatch(/tamsin|okoro/i)
})

test('a name that is also a word goes only as a name', () => {
  const { messages } = scrub(['Thanks, May. May I ask why? You may say no.'], [{ first_name: 'May' }], 3)
  expect(messages[0]).toMatch(/^Thanks, (?!May)\p{L}{3}\. May I ask why\? You may say no\.$/u)
})

test('a product is nobody, though its member is a name and its number is long', () => {
  const rows = [{ name: 'Skateboard', item_id: '4545791457' }]
  const said = ['Your skateboard (item ID 4545791457) is 28 inch, 500ml and ###STOP###.']
  expect(scrub(said, rows, 3)).toEqual({ messages: said, rows, replaced: [] })
})

test.each([
  ['Flat 9, 14 Birch Lane, Leeds LS1 4AB', 'It goes to Flat 9, 14 Birch Lane, Leeds LS1 4AB.'],
  [
    '123 Elm Street, Suite 640, Austin, TX 78712',
    'It goes to 123 Elm Street, Suite 640, Austin, TX 78712, USA.',
  ],
  ['Oldenburger Str. 6, 26316 Varel', 'Bitte an Oldenburger Str. 6, 26316 Varel.'],
  ['12 bis rue des Lilas, 69007 Lyon', 'Au 12 bis rue des Lilas, 69007 Lyon.'],
  ['Calle Mayor, 12', 'Vivo en Calle Mayor, 12.'],
])('an address goes by its shape: %s', (address, said) => {
  const { messages } = scrub([said], [], 3)
  for (const word of address.match(/[\p{L}\d]{3,}/gu) ?? []) expect(messages[0]).not.toContain(word)
})

test('streets without a number and crossings are directions, not addresses', () => {
  const said = [
    'Turn right on El Camino Real. After 5 blocks, turn right on Castro St.',
    'Take the 61A to 5th and Main.',
  ]
  expect(scrub(said, [], 3).messages).toEqual(said)
})
