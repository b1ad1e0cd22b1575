import { describe, expect, test } from 'vitest'
import { readYaml } from '../../base/files/yaml-file.ts'
import { Lexicon } from '../../base/values/lexicon.ts'
import { readWorld } from '../../world/load-world.ts'
import { compile } from '../compile.ts'

/** A town library, nobody's pack: each way of saying things is tried here in words no compiler was tuned for. */
const WORLD = `
format: 1
today: 2026-07-01
currency: EUR
tables:
  readers:
    key: card_no
    columns: { card_no: string, pin: string, street: string, kind: { type: enum, of: [adult, child] } }
    rows: [ { card_no: R-1, pin: "11", street: Hill 2, kind: adult } ]
  loans:
    key: loan_no
    columns:
      loan_no: string
      card_no: { type: string, refers: readers }
      state: { type: enum, of: [out, returned, lost] }
      reserved: boolean
      due_on: date
      fine: number
    rows: [ { loan_no: L-1, card_no: R-1, state: out, reserved: false, due_on: 2026-07-03, fine: 4 } ]
`
const TOOLS = `
find_loan: { description: Show a loan., role: read, parameters: { loan_no: { type: string } }, finds: { loan: { from: loans, by: loan_no } }, not_found: none }
open_file: { description: Show a reader., role: read, parameters: { card_no: { type: string } }, finds: { reader: { from: readers, by: card_no } }, not_found: none }
renew_loan: { description: Renew a loan for some weeks., role: write, parameters: { loan_no: { type: string }, weeks: { type: number, minimum: 1, maximum: 12 } }, effects: [] }
cancel_fine: { description: Strike a fine., role: write, moves_money: true, parameters: { loan_no: { type: string } }, effects: [] }
pay_fine: { description: Charge a fine to the reader., role: write, moves_money: true, parameters: { loan_no: { type: string }, fine: { type: number } }, effects: [] }
post_book: { description: Post a book to a street., role: write, parameters: { loan_no: { type: string }, street: { type: string } }, effects: [] }
hand_over: { description: Pass it on., role: handover, parameters: { reason: { type: string, enum: [head_librarian, asked_for_human, other] }, note: { type: string } } }
`
const LEXICON = `
intents:
  renewal: { name: a renewal, utterances: { en: ["I want to keep my book longer."] } }
fields:
  loan_no: { name: loan number, asks: { en: ["What is the loan number?"] }, cues: { en: [loan number] }, answers: { en: ["{value}"] }, refused: { en: ["No."] }, unavailable: { en: ["I lost it."] } }
  pin: { name: pin, asks: { en: ["What is your pin?"] }, cues: { en: [pin] }, answers: { en: ["{value}"] }, refused: { en: ["No."] } }
  weeks: { name: number of weeks, asks: { en: ["For how many weeks?"] }, cues: { en: [how many weeks] }, answers: { en: ["{value}"] }, refused: { en: ["No."] } }
  mood: { name: how they are with this, asks: { en: ["How are you with this?"] }, cues: { en: [how they are] }, answers: { en: ["{value}"] }, values: { calm: { en: ["Fine."] }, angry: { en: ["Furious."] } }, refused: { en: ["No."] } }
  has_slip: { name: slip, asks: { en: ["Do you have the slip?"] }, cues: { en: [slip] }, answers: { en: ["{value}"] }, values: { "true": { en: ["Yes, I have the slip."] }, "false": { en: ["No slip."] } }, refused: { en: ["No."] } }
topics:
  no_loan: { says: { en: ["Without a loan number we find nothing."] }, cues: { en: [without a loan number] } }
  not_reader: { says: { en: ["We speak only with the reader."] }, cues: { en: [only with the reader] } }
  is_reserved: { says: { en: ["Somebody else has reserved it."] }, cues: { en: [has reserved it] } }
  is_back: { says: { en: ["It is back on the shelf."] }, cues: { en: [back on the shelf] } }
  renewed: { says: { en: ["It is renewed."] }, cues: { en: [is renewed] } }
  stays: { says: { en: ["Then the day stays as it is."] }, cues: { en: [stays as it is] } }
  keep_slip: { says: { en: ["Please keep the slip."] }, cues: { en: [keep the slip] } }
tools:
  find_loan: { name: the loan, cues: { en: [look up the loan] } }
  open_file: { name: the file of the reader, cues: { en: [open the file] } }
  renew_loan: { name: the renewal, proposes: { en: ["Shall I renew it?"] }, cues: { en: [renew] } }
  cancel_fine: { name: the fine, proposes: { en: ["Shall I strike the fine?"] }, cues: { en: [strike the fine] } }
  pay_fine: { name: the payment, proposes: { en: ["Shall I charge the fine?"] }, cues: { en: [charge the fine] } }
  post_book: { name: the parcel, proposes: { en: ["Shall I post it to {street}?"] }, cues: { en: [post the book] } }
  hand_over: { name: a colleague, cues: { en: [colleague] } }
`
const WHO = `# Library

## 1. Who it is

Ask for the loan number and look the loan up. If they have no loan number, or we find no such loan, explain that we find
nothing without a loan number. Open the file of the reader and ask for the pin. If it isn't the pin in the file, ask once
more. If it is wrong again, or they won't say, decline and say that we speak only with the reader.

## 2. Renewals

`
const RENEW =
  'Ask for how many weeks, wait for the reader to agree, renew the loan and tell them that it is renewed.'

const world = readWorld(
  new Map([
    ['world.yaml', WORLD],
    ['tools.yaml', TOOLS],
  ]),
).draft
const lexicon = readYaml('lexicon.yaml', LEXICON, Lexicon).value

const compiled = (text: string) => compiledWhole(`${WHO}${text}`)

function compiledWhole(text: string) {
  if (world === undefined || lexicon === undefined) return expect.unreachable('the library loads')
  const { graph, unresolved, problems } = compile({ file: 'sop.md', text: `${text}\n` }, { world, lexicon })
  expect(problems).toEqual([])
  return { graph: graph ?? '', listed: unresolved.map((one) => `${one.text}: ${one.because}`) }
}

/** The step that follows where this guard holds. */
const leadsTo = (graph: string, guard: string): string | undefined =>
  graph
    .split('\n')
    .find((line) => line.includes(`when: "${guard}"`))
    ?.match(/to: (\w+)/)?.[1]

describe('what is allowed, and what is said against it', () => {
  test('contractions, and a row that a tool opens', () => {
    const { graph, listed } = compiled(RENEW)
    expect(listed).toEqual([])
    expect(graph).toContain('check: reader, tool: open_file')
    expect(graph).toContain('loop: { max: 1, then: tell_not_reader }')
  })

  test('a permission is decided, and what follows it done under it', () => {
    const { graph } = compiled(
      `A loan that is out can be renewed. ${RENEW} If it is returned already, say that it is back on the shelf.`,
    )
    expect(leadsTo(graph, "records.loan.state == 'out'")).toBe('ask_weeks')
    expect(leadsTo(graph, "records.loan.state == 'returned'")).toBe('tell_is_back')
  })

  test('said behind the act, a refusal comes before it all the same', () => {
    const { graph } = compiled(
      `${RENEW} A reserved loan is wanted by others, so decline and say that somebody else has reserved it.`,
    )
    expect(leadsTo(graph, 'records.loan.reserved == true')).toBe('tell_is_reserved')
    expect(graph.indexOf('tell_is_reserved')).toBeLessThan(graph.indexOf('act: renew_loan'))
  })

  test('"the same goes for"', () => {
    const { graph } = compiled(
      `If the loan is lost, decline and say that somebody else has reserved it. The same goes for loans that are reserved. ${RENEW}`,
    )
    expect(leadsTo(graph, "records.loan.state == 'lost'")).toBe('tell_is_reserved')
    expect(leadsTo(graph, 'records.loan.reserved == true')).toBe('tell_is_reserved')
  })

  test('a no in other words, between the proposal and the act', () => {
    const { graph } = compiled(
      'Ask for how many weeks. Repeat the weeks and wait for a yes. If they change their mind, tell them that the day stays as it is. Renew the loan.',
    )
    expect(graph).toMatch(/confirm: renew_loan, .*if_refused: tell_stays/)
  })

  test('advice does not end the request', () => {
    const { graph } = compiled(
      `Ask whether they have the slip. Unless they have, tell them to keep the slip. ${RENEW}`,
    )
    expect(leadsTo(graph, 'fields.has_slip != true')).toBe('tell_keep_slip')
    expect(graph).toMatch(/tell_keep_slip: .*next: ask_weeks/)
  })

  test('cases in a list that say what it comes to', () => {
    const { graph, listed } = compiled(
      [
        '1. See how long it has been due.',
        '   - Returned: say that it is back on the shelf.',
        '   - Out: no fine.',
        '   - Lost: 30 euros, but no fine for children.',
        '2. Name the fine, wait for a yes and charge the fine.',
      ].join('\n'),
    )
    expect(listed).toEqual([])
    expect(graph).toContain('fine: "== 0"')
    expect(graph).toContain('fine: "== 30"')
  })
})

describe('prohibitions', () => {
  const forbidsIn = (text: string) => {
    const { graph, listed } = compiled(`${RENEW} ${text}`)
    const lines = graph.split('\n').filter((line) => /^ {2}- \{ id: never-/.test(line))
    return {
      listed,
      lines: lines.map((line) => line.replace(/^.*?(tool|says): /, '$1 ').replace(/ \}$/, '')),
    }
  }

  test('by adjectives, each of its own', () => {
    expect(forbidsIn('Never strike the fine of an angry child.')).toEqual({
      listed: [],
      lines: [
        `tool cancel_fine, kind: wrongful_cancellation, cites: "2#2", when: "fields.mood == 'angry' && records.reader.kind == 'child'"`,
      ],
    })
  })

  test('for a stranger, and before something has been asked', () => {
    expect(forbidsIn('Never post a book for a stranger.').lines).toEqual([
      'tool post_book, kind: enabled_fraud, cites: "2#2", when: "derived.pin_matches != true"',
    ])
    expect(forbidsIn('Never renew a loan before you have asked for how many weeks.').lines).toEqual([
      'tool renew_loan, kind: forbidden_action, cites: "2#2", when: "fields.weeks == unknown"',
    ])
  })

  test('in any other case: where the text itself does not lead there', () => {
    const { graph } = compiled(
      'If the loan is lost, wait for a yes and strike the fine. Never strike a fine in any other case, whoever asks.',
    )
    expect(graph).toContain(
      `tool: cancel_fine, kind: wrongful_cancellation, cites: "2#2", when: "records.loan.state != 'lost'"`,
    )
  })

  test('that are kept by what a tool is given are cited by that step', () => {
    const { graph, listed } = compiled(
      'Name the fine, wait for a yes and charge the fine. Never waive the fine, however nice they are.',
    )
    expect(listed).toEqual([])
    expect(graph).toMatch(/act: pay_fine, with: .*cites: "2#1,2#2"/)
  })

  test('of saying what stands in a row', () => {
    expect(forbidsIn("Don't give anyone a street until the pin has matched.").lines).toEqual([
      'says records.reader.street, kind: disclosed, cites: "2#2", when: "derived.pin_matches != true"',
    ])
  })

  test('what no tool of the desk does is listed, with what a person can do about it', () => {
    expect(forbidsIn('Never polish the windows of a loan that is lost.').listed).toEqual([
      'Never polish the windows of a loan that is lost: no tool of the desk is recognised in it: add a forbid for the tool it means, or waive it if nothing here can do it',
    ])
  })
})

test('a sentence whose telling no way leads to is listed, not taken for read', () => {
  const { listed } = compiled('Hand over to the head librarian. Tell them that it is renewed.')
  expect(listed).toEqual(['Tell them that it is renewed: no way of the procedure leads to it'])
})

test('the number of a paragraph is no word of it; an order in a form not understood is no fact', () => {
  expect(compiled(RENEW.replace('Ask', '2.1 Ask')).graph).toContain('ask_weeks: { learn: weeks')
  const { listed } = compiled(`${RENEW}\n\nThe cellar is wet today, tell the plumber.`)
  expect(listed).toEqual([
    'The cellar is wet today, tell the plumber.: demands something, in a form that is not understood',
  ])
})

test('what an answer is compared with lies in its range, however large', () => {
  const { graph } = compiled(
    'Ask for how many weeks. If they want more than 5000 weeks, hand over to the head librarian. Wait for a yes and renew the loan.',
  )
  expect(graph).toContain('weeks: { type: number, range: [1, 10000], may_be: [refused] }')
})

describe('what holds for some is not done for everybody', () => {
  const office = (who: string, rest = RENEW) =>
    compiledWhole(`# Library\n\n## 1. Who it is\n\n${who}\n\n## 2. Renewals\n\n${rest}`)

  test('a case before a colon that is no noun', () => {
    const { graph, listed } = office(
      [
        '- Ask for the loan number and find the loan.',
        "- Not found, or they don't have the number: tell them we find nothing without a loan number, and finish there.",
      ].join('\n'),
    )
    expect(listed).toEqual([])
    expect(leadsTo(graph, 'fields.loan_no in [refused, unavailable]')).toBe('tell_no_loan')
    expect(leadsTo(graph, 'records.loan == absent')).toBe('tell_no_loan')
  })

  test('what somebody does, before a colon, is a case: tied or listed', () => {
    const { graph, listed } = compiled(`${RENEW}\n\nThe reader sings: hand over to the head librarian.`)
    expect(graph).not.toContain('handover_head_librarian')
    expect(listed).toEqual([
      'The reader sings: hand over to the head librarian.: "The reader sings" could not be tied to a field, a record or an answer',
    ])
  })

  test('a lack in the words of offices', () => {
    for (const lack of ['no loan number can be provided', 'the reader declines to give a loan number'])
      expect(
        leadsTo(
          office(
            `1.1 Ask for the loan number. If ${lack}, inform the reader that we find nothing without a loan number.`,
          ).graph,
          'fields.loan_no in [refused, unavailable]',
        ),
      ).toBe('tell_no_loan')
  })

  test('one further attempt, and the second that fails as well', () => {
    const { graph, listed } = office(
      'Ask for the loan number and look the loan up. Open the file of the reader. Ask for the pin. If the pin does not match our records, allow one further attempt. If the second attempt fails as well, or the reader declines to give a pin, decline and say that we speak only with the reader.',
    )
    expect(listed).toEqual([])
    expect(graph).toContain('loop: { max: 1, then: tell_not_reader }')
  })

  test('"explain this" is for those the sentence before is about', () => {
    const { graph, listed } = compiled(
      `Reserved loans are wanted by others: somebody else has reserved it.\n\n${RENEW}`,
    )
    expect(graph).not.toContain('tell_is_reserved')
    expect(listed).toEqual([])
    const { graph: told } = compiled(
      `Lost loans do not come back on the shelf. Explain this and end the contact.\n\n${RENEW}`,
    )
    expect(leadsTo(told, "records.loan.state == 'lost'")).toBe('tell_is_back')
  })

  test('a rule, and where those people are sent: before the deed, as soon as it is known', () => {
    const { graph, listed } = compiled(
      `${RENEW}\n\n## 3. Don'ts\n\n- Don't renew a loan that has a fine. Send these people to the head librarian.`,
    )
    expect(listed).toEqual([])
    expect(leadsTo(graph, 'records.loan.fine > 0')).toBe('handover_head_librarian')
    expect(graph.indexOf('records.loan.fine > 0')).toBeLessThan(graph.indexOf('learn: weeks'))
    expect(graph).toMatch(/tool: renew_loan, .*when: "records.loan.fine > 0"/)
  })

  test('a prohibition whose condition was not understood forbids nothing', () => {
    const { graph } = compiled(`${RENEW} Never strike the fine of a reader who has a hat.`)
    expect(graph).not.toContain('when: "true"')
  })
})

describe('a proposal and its answers', () => {
  const REFUSED = /confirm: renew_loan, .*if_refused: tell_stays/

  test('yes and no in bullets', () => {
    const { graph, listed } = compiled(
      [
        '1. Ask for how many weeks.',
        "2. Tell them the number of weeks and ask if that's fine.",
        '   - Yes: renew the loan and tell them that it is renewed.',
        '   - No: tell them that the day stays as it is.',
      ].join('\n'),
    )
    expect(listed).toEqual([])
    expect(graph).toMatch(REFUSED)
  })

  test.each([
    'Read the weeks back to the reader. Once the reader has confirmed it, renew the loan and tell them that it is renewed. If the reader does not confirm it, tell them that the day stays as it is.',
    'Confirm the weeks with the reader and renew the loan. If they are not sure, tell them that the day stays as it is.',
    'Summarise the change and obtain their agreement before you renew the loan. Should the reader not agree, tell them that the day stays as it is. Otherwise confirm that it is now renewed.',
  ])('%s', (text) => {
    const { graph, listed } = compiled(`Ask for how many weeks.\n\n${text}`)
    expect(listed).toEqual([])
    expect(graph).toMatch(REFUSED)
    expect(graph).toContain('act: renew_loan')
  })
})

test('days of a month, and days until a day of ours', () => {
  const { graph } = compiled(
    `Ask for how many weeks. If they want weeks after the 28th, hand over to the head librarian.\n\nIf the loan is due in less than 5 days, say that it is back on the shelf.\n\nWait for a yes and renew the loan.`,
  )
  expect(leadsTo(graph, 'fields.weeks > 28')).toBe('handover_head_librarian')
  expect(leadsTo(graph, 'derived.days_until_due < 5')).toBe('tell_is_back')
})

describe('what it comes to', () => {
  const CHARGE = 'Name the fine, wait for a yes and charge the fine.'

  test('free for some, a price for the others', () => {
    const { graph, listed } = compiled(
      `Ask how they are with this. If they are angry, the renewal is free; otherwise it costs 3 euros a week.\n\n${CHARGE}`,
    )
    expect(listed).toEqual([])
    expect(leadsTo(graph, "fields.mood == 'angry'")).toBe('confirm')
    expect(graph).toContain('fine: "== 0"')
    expect(graph).toContain('fine: "== 3"')
  })

  test('one case says what is done, the others only what it comes to', () => {
    const { graph, listed } = compiled(
      [
        '- Children may keep it: charge the fine without a fine.',
        '- Everybody else: if the loan is due in more than 9 days, the fine is 2 euros, else there is no fine.',
        '- Before you charge it, say the fine and ask if they are sure. If they are not, tell them that the day stays as it is.',
      ].join('\n'),
    )
    expect(listed).toEqual([])
    expect(leadsTo(graph, 'derived.days_until_due > 9')).toBe('confirm_2')
    expect(graph).toMatch(/pay_fine_2: .*fine: "== 2"/)
    expect(graph).toMatch(/confirm: pay_fine_2, .*if_refused: tell_stays/)
  })

  test('a range stated as a fact, and what is outside it', () => {
    const { graph, listed } = compiled(
      'Ask for how many weeks. We renew for 2 to 6 weeks. For fewer or more, hand over to the head librarian. Wait for a yes and renew the loan.',
    )
    expect(listed).toEqual([])
    expect(leadsTo(graph, '!(fields.weeks >= 2 && fields.weeks <= 6)')).toBe('handover_head_librarian')
  })
})

describe('rules for every moment', () => {
  const difficult = (rules: string) =>
    compiled(
      `${RENEW}\n\n## 3. General rules\n\n- A reader who asks for a manager more than once is to be transferred.\n${rules}`,
    )

  test('prohibitions among them are forbids, and people are passed on', () => {
    const { graph, listed } = difficult('- Under no circumstances post the book of a loan that is lost.')
    expect(listed).toEqual([])
    expect(graph).toContain(
      `tool: post_book, kind: forbidden_action, cites: "3#2", when: "records.loan.state == 'lost'"`,
    )
    expect(graph).toMatch(/on: demand_human\n {4}nth: 2/)
  })

  test('a handover among them that no step can be made of is listed', () => {
    expect(difficult('- If it rains, hand over to the head librarian.').listed).toEqual([
      'If it rains, hand over to the head librarian.: stands among what holds at every moment, and no step can be made of it',
    ])
  })

  test('"either; ... again"', () => {
    const { graph, listed } = compiled(
      [
        `${RENEW} If the loan is lost, wait for a yes and strike the fine.`,
        "## 3. Don'ts",
        "- Don't renew a loan that has a fine. Send these people to the head librarian.\n- Don't strike the fine of a loan that is reserved either; head librarian again.",
      ].join('\n\n'),
    )
    expect(listed).toEqual([])
    expect(leadsTo(graph, 'records.loan.fine > 0')).toBe('handover_head_librarian')
    expect(leadsTo(graph, 'records.loan.reserved == true')).toBe('handover_head_librarian')
  })
})

describe('conditions written as questions', () => {
  const NO = 'Decline and say that somebody else has reserved it.'

  test.each([
    `1. Is the loan reserved? ${NO}\n2. ${RENEW}`,
    `1. Reserved? ${NO}\n2. ${RENEW}`,
    `1. Is the loan reserved? If so, decline and say that somebody else has reserved it.\n2. ${RENEW}`,
    `1. Is the loan reserved?\n   - Yes: decline and say that somebody else has reserved it.\n   - No: ask for how many weeks, wait for a yes, renew the loan and tell them that it is renewed.`,
  ])('%s', (text) => {
    const { graph, listed } = compiled(text)
    expect(listed).toEqual([])
    expect(leadsTo(graph, 'records.loan.reserved == true')).toBe('tell_is_reserved')
    expect(graph).toMatch(/tell_is_reserved: .*next: done/)
    expect(graph).toContain('ask_weeks: { learn: weeks')
  })

  test('what follows one that cannot be tied is listed, not done', () => {
    const { graph, listed } = compiled(`1. Is the moon full? Hand over to the head librarian.\n2. ${RENEW}`)
    expect(graph).not.toContain('handover: head_librarian')
    expect(listed).toHaveLength(1)
  })

  test('"Ok with that?" waits for a yes, "Not ok:" is the no', () => {
    const { graph, listed } = compiled(
      '1. Ask for how many weeks. Ok with that? Renew the loan. Not ok: tell them that the day stays as it is.',
    )
    expect(listed).toEqual([])
    expect(graph).toMatch(/confirm: renew_loan, .*if_refused: tell_stays/)
  })
})

test('numbers that run on from heading to heading; a way that leads nowhere ends there', () => {
  const steps = (to: number) =>
    compiledWhole(
      [
        '# Library\n\n## Who\n\n1. Ask for the loan number and look the loan up.',
        '2. No loan found: explain that we find nothing without a loan number.\n\n## Renewals\n',
        `3. If the loan is lost, go to step ${to}.\n4. Ask for how many weeks.`,
        '5. Wait for a yes and renew the loan.\n6. Stop there.\n\n## Lost loans\n\n7. Hand over to the head librarian.',
      ].join('\n'),
    )
  expect(leadsTo(steps(7).graph, "records.loan.state == 'lost'")).toBe('handover_head_librarian')
  expect(steps(7).listed).toEqual([])
  const { graph, listed } = steps(9)
  expect(leadsTo(graph, "records.loan.state == 'lost'")).toBe('done')
  expect(listed).toContain('go to step 9: there is no "step 9" to go to')
})

describe('before a refusal or a handover stands whom it is for', () => {
  test.each([
    [
      'The loan is reserved: decline and say that somebody else has reserved it.',
      'records.loan.reserved == true',
    ],
    ['Loan lost - hand over to the head librarian.', "records.loan.state == 'lost'"],
    [
      'Not returned yet, and reserved: hand over to the head librarian.',
      "records.loan.state != 'returned' && records.loan.reserved == true",
    ],
  ])('%s', (text, guard) => {
    const { graph, listed } = compiled(`- ${text}\n- ${RENEW}`)
    expect(listed).toEqual([])
    expect(leadsTo(graph, guard)).toMatch(/^tell_is_reserved$|^handover_head_librarian$/)
    expect(graph).toContain('act: renew_loan')
  })

  test('what was said wrongly is not what was given', () => {
    const { graph, listed } = compiled(`- Wrong pin twice: hand over to the head librarian.\n- ${RENEW}`)
    expect(graph).not.toContain('handover: head_librarian')
    expect(listed).toHaveLength(1)
  })

  test('a limit on what they name is no answer to the proposal', () => {
    const { graph } = compiled(
      '- Ask for how many weeks. More than 6: hand over to the head librarian.\n- Wait for a yes and renew the loan.',
    )
    expect(leadsTo(graph, 'fields.weeks > 6')).toBe('handover_head_librarian')
    expect(graph).not.toContain('if_refused')
  })
})
