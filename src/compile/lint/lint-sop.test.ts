import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSop } from '../../sop/parse-sop.ts'
import type { LintTool } from './context.ts'
import type { LintKind } from './finding.ts'
import { lintSop } from './lint-sop.ts'

const TOOLS: readonly LintTool[] = [
  { name: 'lookup_invoice', role: 'read', phrases: ['Find an invoice by its number'] },
  { name: 'refund_invoice', role: 'write', phrases: ['Give the money of an invoice back', 'refund'] },
  { name: 'cancel_visit', role: 'write', phrases: ['Cancel a visit of the fitter'] },
  { name: 'send_letter', role: 'write', phrases: ['Send a letter to the address on file'] },
  { name: 'hand_over', role: 'handover', phrases: ['Hand the conversation to a colleague'] },
]

const FIELDS = [
  { words: new Set(['member', 'card', 'number']), mayLack: true },
  { words: new Set(['length', 'lane']), mayLack: false },
]
const DOMAINS = [{ name: 'state (visits)', values: ['planned', 'under_way', 'done', 'called_off'] }]

function lint(body: string, tools: readonly LintTool[] | null = null) {
  const sop = parseSop('sop.md', body.startsWith('#') ? body : `# Desk\n\n## 1. Matter\n\n${body}\n`)
  return lintSop(sop, tools === null ? null : { tools, domains: DOMAINS, fields: FIELDS })
}

type Texts = { readonly has: readonly string[]; readonly hasNot: readonly string[]; readonly tools?: boolean }

/** For every kind: texts with the fault, and texts that look like them and are fine. */
const PLANTED: Readonly<Record<LintKind, Texts>> = {
  'missing-else': {
    has: [
      'Ask for the invoice number and look the invoice up. Ask whether they still have the receipt. If they have it, refund the invoice.',
      'Look up the invoice. If the invoice is more than 60 days old, decline. If the invoice is less than 30 days old, refund the invoice.',
      '| Roof | Insured | What you do |\n|---|---|---|\n| flat | yes | refund it |\n| flat | no | decline |\n| steep | yes | hand over |',
      'Ask what colour the lamp shows. If it shows green, cancel the visit.',
      'Look up the contract. If the contract runs for at most 12 months, cancel the contract. If the contract runs for more than 24 months, hand over.',
      'Verify the e-mail address. If it matches, refund the invoice.',
      'If the amount is 50 euros or less, refund the invoice. If the amount is over 100 euros, hand over.',
      'Ask for the member number. If it is not the one on the card, ask once more. Open the locker.',
      'Ask for the PIN. If it still does not match, decline.',
      'Ask for the PIN. If it does not match, allow one further attempt. Open the locker.',
      '| Pass | Bought | What you do |\n|---|---|---|\n| day | within 2 hours | refund it |\n| day | longer ago | decline |\n| month | within 14 days | refund it |',
    ],
    hasNot: [
      'Ask whether they still have the receipt. If they have it, refund the invoice. Otherwise decline.',
      'Look up the invoice. If the invoice is more than 60 days old, decline. If the invoice is at most 60 days old, refund the invoice.',
      '| Roof | Insured | What you do |\n|---|---|---|\n| flat | yes | refund it |\n| flat | no | decline |\n| steep | any | hand over |',
      'Ask for the invoice number. If they have none, decline and stop there. Then refund the invoice.',
      'Ask whether they still have the receipt. If they have it, refund the invoice. Without it, decline.',
      'Ask for the receipt. If they will not send one, decline.',
      'Ask for the member number. If it is not the one on the card, ask one more time. If it is wrong again, decline.',
      'Ask for the member number. If it is not the one on the card, ask once more, then decline.',
      'If the guest changes the day, ask again. Book the court.',
      'If they ask a second time, hand over.',
      'Ask for the PIN. If it does not match, allow one further attempt. If the second attempt fails as well, decline.',
      'If the court is still free, book the court.',
      '| Pass | Bought | What you do |\n|---|---|---|\n| day | within 2 hours | refund it |\n| day | longer ago | decline |\n| month | within 14 days | refund it |\n| month | longer ago | decline |',
      '| Pass | Bought | What you do |\n|---|---|---|\n| day | within 2 hours | refund it |\n| day | longer ago | decline |\n| month | any time | hand over |',
    ],
  },
  'contradicting-clauses': {
    has: [
      'Never refund the delivery fee. If the parcel was late, refund the delivery fee.',
      'If the seal is broken, decline. Then ask for the invoice. If the seal is broken, refund the invoice.',
      '| Roof | What you do |\n|---|---|\n| flat | refund it |\n| steep | hand over |\n| flat | decline |',
      'If the invoice is at most 30 days old, refund the invoice. If the invoice is more than 14 days old, decline.',
      'A refund takes at most 5 working days on the card.\n\n## 2. Money\n\nA refund takes at most 9 working days on the card.',
      'Never ask for the password.\n\n## 2. Proof\n\nAsk for the password and look up the invoice.',
      'You must not cancel a planned visit. If the visit is planned, cancel the visit.',
      'Never cancel a visit that has begun.\n\n## 2. Exceptions\n\nIf the visit has begun, cancel it.',
      'The refund takes 5 business days. Tell the customer that the refund takes 10 business days.',
      'If the customer is angry, hand over. If the customer is angry, offer a refund and wait for a yes.',
      'Book the court and tell them that the code comes by e-mail within an hour.\n\n## 2. Codes\n\nTell them that the code comes by e-mail within a day.',
      'Get their okay for closing the locker of that member, then go on.\n\n## 2. Lockers\n\nNever close the locker of a member.',
      '# Gym\n\n## Copies of receipts\n\nSend the copy and tell them so.\n\n## Rules\n\nNever send a copy of a receipt.',
    ],
    hasNot: [
      'Never refund the delivery fee. If the parcel was late, refund the invoice.',
      'If the seal is broken, decline. If the seal is not broken, refund the invoice.',
      '| Roof | What you do |\n|---|---|\n| flat | refund it |\n| steep | decline |',
      'If the invoice is at most 30 days old, refund the invoice. If the invoice is more than 30 days old, decline.',
      'Never refund the delivery fee of an order that was used. If the parcel was late, refund the delivery fee.',
      'A refund takes at most 5 working days on the card.\n\n## 2. Visits\n\nA visit is booked at most 9 working days ahead.',
      'Never cancel a visit that has begun. If the visit has not begun, cancel it.',
      'Never cancel a visit before the customer has agreed. If the customer has agreed, cancel the visit.',
      'A refund takes 5 business days. A repair takes 10 business days.',
      'Tell them that the code comes by e-mail within a day.\n\n## 2. Codes\n\nTell them that the code comes by e-mail within 24 hours.',
    ],
  },
  'unreachable-step': {
    has: [
      'Ask for the invoice number. Hand over to the accounts team. Ask whether they were satisfied.',
      'If the invoice is more than 30 days old, decline. If the invoice is more than 60 days old, hand over.',
      '| Roof | What you do |\n|---|---|\n| flat | refund it |\n| anything else | decline |\n| steep | hand over |',
      '1. Ask for the invoice number.\n2. Go to step 4.\n3. Refund the invoice.\n4. Tell them that it is done.',
      'Decline and end the conversation. Ask for the invoice number.',
      'If the bill is paid, stop there. Otherwise hand over. Ask for the invoice number.',
      '| Pass | Paid | What you do |\n|---|---|---|\n| day | cash | refund it |\n| anything else | any way | decline |\n| month | card | hand over |',
    ],
    hasNot: [
      'Ask for the invoice number. Ask whether they were satisfied. Hand over to the accounts team.',
      'If the invoice is more than 60 days old, hand over. If the invoice is more than 30 days old, decline.',
      '| Roof | What you do |\n|---|---|\n| flat | refund it |\n| steep | hand over |\n| anything else | decline |',
      'If the lamp is red, hand over to the accounts team. Ask whether they were satisfied.',
      '1. Ask for the number. If they have none, go to step 3.\n2. Go to step 4.\n3. Refund the invoice.\n4. Tell them that it is done.',
      'Hand over to the accounts team. In the note write who it is and what they want.',
      'Lost keys are never copied. Hand those over to the manager. Ask for the address.',
    ],
  },
  'two-meanings': {
    has: [
      'A priority customer is one who pays for the gold plan.\n\n## 2. Visits\n\nA priority customer is one who has waited for more than two visits.',
      'It is urgent if water is running.\n\n## 2. Bills\n\nIt is urgent when the bailiff has written.',
      'By a late payment we mean one that is 10 days overdue.\n\n## 2. Fees\n\n"Late payment" means one that is 30 days overdue.',
      'A claim is a request for money.\n\n## 2. B\n\nA claim is a statement by the customer.',
      'Claim: a request for money.\n\n## 2. B\n\nClaim: a statement of the customer.',
      'A new member is one who joined this month.\n\n## 2. B\n\nNew members are those who have never paid.',
      'Regulars: people who come every week.\n\n## 2. B\n\nRegulars: people with a season card.',
    ],
    hasNot: [
      'A priority customer is one who pays for the gold plan.\n\n## 2. Visits\n\nA regular customer is one who has waited for more than two visits.',
      'It is urgent if water is running. It is urgent if somebody is hurt.',
      'By a late payment we mean one that is 10 days overdue.\n\n## 2. Fees\n\nA late payment means one that is 10 days overdue.',
      'It is urgent if water is running.\n\n## 2. Bills\n\nIf it is urgent, hand over.',
      'A claim is a request for money.\n\n## 2. B\n\nA claim is handed over.',
    ],
  },
  'no-tool': {
    tools: true,
    has: [
      'Look up the invoice. Then book a courier for the customer.',
      'If they are angry, grant a goodwill voucher.',
      'Extend the warranty by a year and tell them so.',
      'If they are angry, delete the invoice.',
      'Send flowers to the guest.',
    ],
    hasNot: [
      'Look up the invoice. Then refund it to the card.',
      'If they are angry, cancel the visit of the fitter.',
      'Tell them that the warranty is extended by the maker.',
      'Leave everything as it is and create no voucher.',
      'Hand over to the accounts team.',
      'Reimburse the invoice.',
      'Send these people to the accounts team.',
      'Call off the visit. Post the letter to the guest.',
    ],
  },
  'promise-without-deadline': {
    has: [
      'Tell the customer that a colleague will call them back.',
      'Say that we will look into it.',
      'Refund the invoice and tell them that the money will be refunded to the card.',
      'Explain that the accounts team writes to them.',
      'Say that somebody will be in touch.',
      'Promise a callback.',
      'Tell them that they will receive an e-mail.',
      'Say that the money is on its way.',
      'Tell them that the money is back on the card.',
    ],
    hasNot: [
      'Tell the customer that a colleague will call them back within 2 hours.',
      'Say that we will look into it today.',
      'Tell them that the money will be refunded once the goods are back.',
      'Explain that the accounts team answers on the next working day.',
      'Tell them that the offer is valid and that nothing changes.',
      'Promise a callback within the hour, at most 60 minutes.',
      'Say that the parcel is on its way.',
      'Explain that the deposit comes back after the return.',
      'Tell the customer you will check your system. Then look the invoice up.',
      'If it was reversed already, tell them that the money is back on the account.',
    ],
  },
  'unbounded-retry': {
    has: [
      'Ask for the invoice number. Keep asking until they give it.',
      'If the code is wrong, ask for it again.',
      '1. Ask for the code.\n2. Look the code up.\n3. If the code is unknown, go back to step 1.\n4. Refund it.',
      'Repeat the question until the customer answers.',
      'If it fails, start over.',
      'If there is no answer, repeat step 2.',
    ],
    hasNot: [
      'Ask for the invoice number. If they give none, ask once more. Then decline.',
      'If the code is wrong, ask for it again. If it is still wrong, decline.',
      '1. Ask for the code.\n2. Look the code up.\n3. If the code is unknown, go back to step 1, at most twice.\n4. Refund it.',
      'If the address changes, ask again.',
      'Never keep asking until the customer is angry.',
      'Everything stays as it is until the customer answers.',
      'If it fails, start over once. Then hand over.',
      'Ask until what hour they would like to swim.',
      'Book the late check-out and tell the guest that the card works until then.',
      'Ask until when they stay.',
    ],
  },
}

describe.each(Object.entries(PLANTED) as [LintKind, Texts][])('%s', (kind, { has, hasNot, tools }) => {
  const kinds = (text: string) => lint(text, tools === true ? TOOLS : null).map((finding) => finding.kind)
  test.each(has)('found in: %s', (text) => {
    expect(kinds(text)).toContain(kind)
  })
  test.each(hasNot)('not found in: %s', (text) => {
    expect(kinds(text)).not.toContain(kind)
  })
})

describe('missing-else, with a desk that knows what a visit can be', () => {
  test.each([
    'Look up the visit. If it is planned, cancel the visit. If it is under way, decline.',
    '- If the visit is done, say so.\n- If the visit is planned, cancel the visit.',
  ])('found in: %s', (text) => {
    const [found] = lint(text, TOOLS)
    expect([found?.kind, found?.says]).toEqual(['missing-else', expect.stringContaining('called off')])
  })

  test.each([
    'Look up the visit. If it is planned, cancel the visit. If it is under way, decline. Otherwise say so.',
    'Look up the visit. If it is planned, cancel the visit. If it is under way, done or called off, decline.',
    'Look up the visit. If it is planned, cancel the visit. If it is not planned, decline.',
    'Look up the visit. If it is planned, cancel the visit. If it is under way, decline. Then tell them the next date.',
    'If they are planned in, hand over.',
  ])('not found in: %s', (text) => {
    expect(lint(text, TOOLS).map(({ kind }) => kind)).not.toContain('missing-else')
  })
})

describe('missing-else: a no that is answered everywhere but here', () => {
  const section = (at: number, no: string) =>
    `## ${at}. Part\n\nAsk for the number ${at}. Name the sum, wait for a yes, refund it. ${no}\n\n`
  const NO = 'If they say no, explain that nothing happens.'
  const kinds = (...nos: readonly string[]) =>
    lint(`# Desk\n\n${nos.map((no, at) => section(at + 1, no)).join('')}`).map(
      ({ kind, at }) => `${kind} ${at.line}`,
    )

  test('found where two sections tell and one does not', () => {
    expect(kinds(NO, NO, '')).toEqual(['missing-else 13'])
  })
  test('not found where no section tells, or all do', () => {
    expect([kinds('', '', ''), kinds(NO, NO, NO), kinds(NO, '', '')]).toEqual([[], [], []])
  })
})

describe('missing-else: an answer that may be lacking everywhere but here', () => {
  const section = (at: number, none: string) =>
    `## ${at}. Part\n\nAsk for the code ${at}. ${none} Tell them the price.\n\n`
  const NONE = 'If they have none, decline and stop there.'
  const found = (...nones: readonly string[]) =>
    lint(`# Desk\n\n${nones.map((none, at) => section(at + 1, none)).join('')}`).map(({ says }) => says)

  test('found where three sections tell and one does not', () => {
    expect(found(NONE, NONE, NONE, '')).toEqual([expect.stringContaining('"the code 4"')])
  })
  test('not found where few sections tell, or all do', () => {
    expect([found('', '', '', ''), found(NONE, NONE, NONE, NONE), found(NONE, NONE, '', '')]).toEqual([
      [],
      [],
      [],
    ])
  })
})

describe('missing-else: an answer that the desk knows may be lacking', () => {
  const lacking = (text: string) => lint(text, TOOLS).filter(({ says }) => says.includes('has none'))

  test.each([
    'Ask for the member card number. Tell them the price.',
    'Ask for the member card number. Ask for the day. If they will not say which day, decline.',
    'If they have no key, ask for the member card number. Tell them the price.',
    'Ask for the member card number. A locker that is broken cannot be opened, so decline.',
    'Ask for the member card number. If the hall has no heating, hand over.',
    'Ask for the member card number. Never open a locker for somebody who will not give their name.',
  ])('found in: %s', (text) => expect(lacking(text)).toHaveLength(1))

  test.each([
    'Ask for the member card number. Without one, decline.',
    'Ask for the member card number; if they have none, decline.',
    "Ask for the member card number. If they can't or won't say, decline.",
    'Ask for the member card number and the day. If they give no number, or will not say the day, decline.',
    'Whoever cannot show a member card pays. Ask for the member card number.',
    'Ask for the length of the lane. Tell them the price.',
    'Ask for the member card number. Unless they have it, decline.',
    'Ask for the member card number. If the swimmer declines to give it, decline.',
    'Ask for the member card number. If no member card number can be provided, decline.',
  ])('not found in: %s', (text) => expect(lacking(text)).toEqual([]))
})

describe('missing-else: of two offers in one section each has its own no', () => {
  const text = (first: string) =>
    `Offer a trial lesson and wait for a yes. ${first} Offer a locker and wait for a yes. If they do not want a locker, tell them the price.`
  test('found where one of them is forgotten', () => {
    expect(lint(text('')).map(({ at, kind }) => [kind, at.column])).toEqual([['missing-else', 1]])
  })
  test('not found where both are there, or one sentence is for both', () => {
    expect(lint(text('If they do not want a trial lesson, explain the opening hours.'))).toEqual([])
    expect(lint(`${text('').replace('do not want a locker', 'say no')}`)).toEqual([])
  })
})

describe('a finding', () => {
  test('names both sentences of a contradiction, with the line of the first', () => {
    const [found] = lint('Never refund the delivery fee.\n\nIf the parcel was late, refund the delivery fee.')
    expect(found).toMatchObject({
      kind: 'contradicting-clauses',
      at: { file: 'sop.md', line: 5 },
      clauses: ['1#1', '1#2'],
      sentences: ['Never refund the delivery fee.', 'If the parcel was late, refund the delivery fee.'],
    })
  })

  test('says what lies between two numbers', () => {
    const [found] = lint(
      'If the bill is at most 30 days old, refund it. If the bill is more than 60 days old, decline.',
    )
    expect(found?.says).toContain('between 30 and 60 days')
  })

  test('says which row a table lacks', () => {
    const [found] = lint(
      '| Roof | Insured | What you do |\n|---|---|---|\n| flat | yes | refund it |\n| flat | no | decline |\n| steep | yes | hand over |',
    )
    expect(found?.says).toContain('Roof: steep, Insured: no')
  })

  test('is one a sentence and kind: a sentence of many orders is not listed many times', () => {
    expect(lint('Book a courier, grant a voucher and extend the warranty.', TOOLS)).toHaveLength(1)
  })
})

describe('any text', () => {
  const word = fc.constantFrom(
    ...'if otherwise ask refund never decline until again within 30 days hand over go to step 2 | . \n # - the order is not'.split(
      ' ',
    ),
  )
  test('is linted without a crash, and every finding points into it', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 120 }), (words) => {
        const text = words.join(' ')
        const sop = parseSop('sop.md', text)
        for (const { at, clauses, sentences } of lintSop(sop, {
          tools: TOOLS,
          domains: DOMAINS,
          fields: FIELDS,
        })) {
          expect(at.line).toBeLessThanOrEqual(text.split('\n').length)
          expect(clauses.every((clause) => sop.clauses.has(clause))).toBe(true)
          expect(sentences).toHaveLength(clauses.length)
        }
      }),
      { numRuns: 200 },
    )
  })

  test('of thousands of sections takes no longer than reading it', () => {
    const section = (at: number) =>
      `## ${at}. Part\n\nAsk for the code ${at}. If the code is at most ${at} days old, refund it. A refund takes at most 5 days on card ${at}. Say that we will look into it.\n\n`
    const text = Array.from({ length: 1_500 }, (_, at) => section(at + 1)).join('')
    expect(lint(`# Desk\n\n${text}`, TOOLS)).toHaveLength(1_500)
  })
})
