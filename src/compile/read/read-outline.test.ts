import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSop } from '../../sop/parse-sop.ts'
import type { Statement } from '../outline/outline.ts'
import { readOutline } from './read-outline.ts'
import { pictureOf } from './read-testing.ts'

/** A text and its picture, branches indented. */
function check(text: string, picture: string): void {
  const lines = picture.split('\n').filter((line) => line.trim() !== '')
  const margin = Math.min(...lines.map((line) => line.search(/\S/)))
  expect(pictureOf(text)).toBe(lines.map((line) => line.slice(margin)).join('\n'))
}

describe('conditions', () => {
  test('if and otherwise, in two sentences and in one', () => {
    check(
      'If they agree, refund the fee. Otherwise explain that nothing changes.',
      `
      if [they: agree]
        act refund the fee
      else
        explain that nothing changes
      `,
    )
    check(
      'If the order is late, apologise; otherwise, close the ticket.',
      `
      if [the order: is late]
        comfort
      else
        close
      `,
    )
  })

  test('a third way is for neither of the two before it, where all test one thing', () => {
    check(
      'If it is red, hand over to finance. If it is blue, ask for a photo. Otherwise decline.',
      `
      if [it: is red]
        hand over to finance
      else
        if [it: is blue]
          ask a photo
        else
          decline
      `,
    )
  })

  test('lists share their subject, and joined clauses are told apart', () => {
    check(
      'If they have no number, will not give one, or we find no such order, explain what we need, and stop there.',
      `
      if ([they: have no number] | [they: will not give one] | [we: find no such order])
        explain what we need
        end
      `,
    )
    check(
      'If the order is open and the customer is angry, offer a call.',
      `
      if ([the order: is open] & [the customer: is angry])
        offer a call
      `,
    )
    check(
      'If the date of birth or the passphrase does not match, decline.',
      `
      if ([the date of birth: does not match] | [the passphrase: does not match])
        decline
      `,
    )
  })

  test('numbers with their unit and what they are counted from', () => {
    check(
      'If it was delivered no more than 14 days ago, or costs 300 euros or less, replace it. After 30 days decline.',
      `
      if ([it: was delivered no more than 14 days ago {<= 14 days ago}] | [it: costs 300 euros or less {<= 300 euros}])
        act replace it
      if [After 30 days {> 30 days}]
        decline
      `,
    )
  })

  test('unless, without, only if, only after', () => {
    check('Unless the item is back, decline.', 'if not [the item: is back]\n  decline')
    check('Without a photo decline.', 'if not [a photo]\n  decline')
    check('Only refund if the item is back.', 'never act refund unless [the item: is back]')
    check('Waive the fee only after the yes.', 'never act waive the fee unless [the yes]')
    check(
      'An order can only be cancelled if its status is pending, and you should check its status first.',
      'never act cancel an order unless [its status: is pending]\ncheck its status first',
    )
  })

  test('who it is about, with what follows for them', () => {
    check(
      'Somebody who asks for a person a second time gets one, so hand over.',
      'if [Somebody: asks for a person a second time]\n  hand over',
    )
    check(
      'Somebody with high trust gets comfort: say that we are sorry, then offer a voucher.',
      'if [high trust]\n  comfort we are sorry\n  offer a voucher',
    )
    check(
      'A customer with more than two claims in a year goes to a colleague.',
      'if [A customer with more than two claims in a year {> 2}]\n  hand over to a colleague',
    )
  })

  test('"in both cases" goes on inside both', () => {
    check(
      'If the payment was reversed, tell them. If it is disputed, tell them so. In both cases stop there.',
      `
      if [the payment: was reversed]
        tell them
        end
      if [it: is disputed]
        tell them so
        end
      `,
    )
  })

  test('a question comes before the condition on its answer', () => {
    check(
      'Ask if they have a receipt, replace it if they do.',
      'ask if they have a receipt\nif [they: do]\n  act replace it',
    )
  })
})

describe('deeds', () => {
  test('what an agent does, by its verb', () => {
    check(
      'You should ask for the reason, verify their identity, look up the booking, name the amount, wait for a yes, refund it, and tell them that it is done.',
      `
      ask the reason
      check their identity
      check the booking
      tell the amount
      confirm
      act refund it
      tell them that it is done
      `,
    )
    check(
      'Apologise. Offer a voucher. Decline and explain why. Escalate to the team lead. Transfer the customer to billing. Close the ticket.',
      `
      comfort
      offer a voucher
      decline
      explain why
      hand over to the team lead
      hand over to billing
      close
      `,
    )
  })

  test('what is told is not done', () => {
    check(
      'Tell them that we refund the fee and block the card, and stop there.',
      'tell them that we refund the fee and block the card\nend',
    )
  })

  test('retries say how often in all', () => {
    check(
      'If the code does not match, ask once more. Ask up to three times.',
      'if [the code: does not match]\n  again 2\nagain 3',
    )
  })

  test('ways elsewhere, with and without coming back', () => {
    check(
      'Go to step 3. Continue with section 4.2. Follow the Refunds procedure. Treat it as in 3.1.',
      'go step 3\ngo section 4.2\ncall Refunds procedure\ncall 3.1',
    )
    check('If they did not pay, section 4 applies.', 'if [they: did not pay]\n  go section 4')
  })

  test('before and after our own deeds', () => {
    check(
      'Before you send anything, read the address to them and wait for a yes. When it is booked, tell them so.',
      `
      before "you send anything"
        tell the address to them
        confirm
      after "it is booked"
        tell them so
      `,
    )
  })

  test('what must never be done, and what lifts it', () => {
    check('Agents must not promise a date.', 'never act promise a date')
    check(
      'Never tell them a name, never read out an address and never move money before all have matched.',
      `
      never tell them a name unless [all: have matched]
      never tell out an address unless [all: have matched]
      never act move money unless [all: have matched]
      `,
    )
    check(
      'Do not refund an order that is in transit.',
      'never act refund an order that is in transit when [order: is in transit]',
    )
  })

  test('a question, then "if so" and "if not"', () => {
    check(
      'Check whether the parcel has left. If so, tell them that it is too late. If not, update the address.',
      `
      check whether the parcel has left
      if [the parcel: has left]
        tell them that it is too late
      else
        act update the address
      `,
    )
  })

  test('orders in other clothes', () => {
    check('The agent logs the call.', 'act log the call')
    check('Should the customer be rude, warn them once.', 'if [the customer: be rude]\n  tell them once')
    check(
      'Requests from resellers must be forwarded to the partner team.',
      'if [Requests from resellers]\n  hand over to the partner team',
    )
    check(
      'Subscriptions may be refunded only within 14 days of purchase.',
      'never act refund subscriptions unless [within 14 days of purchase {<= 14 days of purchase}]',
    )
    check(
      'If they decline, cancel the plan; do not refund it.',
      'if [they: decline]\n  act cancel the plan\n  never act refund it',
    )
    check(
      'In case of fraud, lock the account and frobnicate the ledger.',
      'if [fraud]\n  act lock the account and frobnicate the ledger',
    )
  })

  test('a case named before a colon; a way to do it is no condition', () => {
    check(
      'Complaints about noise: offer another room if one is free, otherwise apologise. Cancel without charge.',
      `
      if [Complaints about noise]
        if [one: is free]
          offer another room
        else
          comfort
      act cancel without charge
      `,
    )
    check('Fixed wordings are fixed: do not soften them.', 'never act soften them')
  })

  test('rules about what customers give and what cannot be done', () => {
    check(
      'The customer must provide a receipt. They need to confirm the order number.',
      'ask a receipt\nconfirm the order number',
    )
    check('Basic fares cannot be changed.', 'never act change basic fares')
    check('Only compensate if the member is gold.', 'never act compensate unless [the member: is gold]')
    check(
      'Transfer the user to a person if and only if you cannot help.',
      'if [you: cannot help]\n  hand over to a person\nnever hand over to a person unless [you: cannot help]',
    )
    check('If no account has that address, decline.', 'if [no account: has that address]\n  decline')
  })

  test('names for groups of values', () => {
    check(
      'It is urgent if somebody is hurt or water is running. A fault is ours. If they do not want to say, treat it as their own.',
      `
      "urgent" means ([somebody: is hurt] | [water: is running])
      "ours" means [A fault]
      if [they: do not want to say]
        take it as their own
      `,
    )
  })
})

describe('the page', () => {
  test('what is listed below a condition stands under it', () => {
    check(
      '**If the light is on:**\n- Turn it off\n- Check whether it works\n\n**If the light is off:**\n- Go to step 2',
      `
      if [the light: is on]
        act turn it off
        check whether it works
      if [the light: is off]
        go step 2
      `,
    )
    check(
      '1. If it works, close the ticket.\n    - Thank them.\n2. Otherwise:\n    - Restart the device.',
      `
      if [it: works]
        close
        comfort them
      else
        background: opens what follows
        act restart the device
      `,
    )
  })

  test('conditions in a list below the sentence', () => {
    check(
      'Refund the fee if all of the following are true:\n- the order is open\n- the customer has a receipt',
      `
      if ([the order: is open] & [the customer: has a receipt])
        act refund the fee
      background: a condition of the sentence above
      background: a condition of the sentence above
      `,
    )
    check(
      'Otherwise flights can be cancelled if any of these holds:\n- they were booked today\n- the airline cancelled them',
      `
      if [anything else]
        never act cancel flights unless ([they: were booked today] | [the airline cancelled them])
        background: a condition of the sentence above
        background: a condition of the sentence above
      `,
    )
    check(
      'A claim is valid if:\n- it is in time, and\n- it has a photo',
      `
      "valid" means ([it: is in time] & [it: has a photo])
      background: a condition of the sentence above
      background: a condition of the sentence above
      `,
    )
    check(
      'Refund it if:\n- it is late\n- it is broken',
      `
      unread: does not say whether one or all of what is listed below it must hold
      background: a condition of the sentence above
      background: a condition of the sentence above
      `,
    )
  })

  test('a list of cases', () => {
    check(
      '1. Check their level.\n   - Gold members:\n     - Refund it\n   - Guests:\n     - Decline',
      `
      check their level
      if [Gold members]
        act refund it
      if [Guests]
        decline
      `,
    )
  })

  test('cases with what is done behind them', () => {
    check(
      '1. Find out what it is about:\n   a. Billing: go to step 3.\n   b. Technical issue → transfer to support.',
      `
      ask what it is about
      if [Billing]
        go step 3
      if [Technical issue]
        hand over to support
      `,
    )
  })

  test('a decision table: a condition a column, what is done in the last', () => {
    check(
      '| Status | Paid | What you do |\n|---|---|---|\n| open or packed | any | refund it |\n| sent, more than 3 days ago | 50 euros or less | decline and explain why |\n| anything else | - | hand over |',
      `
      row ([Status: open] | [Status: packed]) ; any
        act refund it
      row ([Status: sent] & [Status: more than 3 days ago {> 3 days ago}]) ; [Paid: 50 euros or less {<= 50 euros}]
        decline
        explain why
      row any ; any
        hand over
      `,
    )
  })

  test('numbered lists that start again, tags, entities and curly quotes read as if they were plain', () => {
    check(
      '1. Ask for the name.\n1. Ask for the date.\n\n1) Close the ticket.',
      'ask the name\nask the date\nclose',
    )
    check('<b>If</b> it&nbsp;is <i>late</i>,<br> apologise.', 'if [it: is late]\n  comfort')
    check('If “the item” isn’t there, don’t ship it.', 'if ["the item": is not there]\n  never act ship it')
  })
})

describe('what is not read', () => {
  test('facts demand nothing; a demand in an unknown form is listed; so is another language', () => {
    check('The number stands on the label.', 'background: states a fact, demands nothing')
    check('It has to be green before noon.', 'unread: demands something, in a form that is not understood')
    check('Der Kunde bekommt sein Geld sofort zurück, wenn die Ware beschädigt war.', 'unread: not English')
    check(`Ask ${'very '.repeat(500)}nicely.`, 'unread: longer than any sentence')
  })
})

/** Every clause a statement speaks of, nested ones and rows included. */
function clausesIn(statements: readonly Statement[]): readonly string[] {
  return statements.flatMap((statement) => {
    if (statement.says === 'if')
      return [statement.clause, ...clausesIn(statement.then), ...clausesIn(statement.otherwise ?? [])]
    if (statement.says === 'around') return [statement.clause, ...clausesIn(statement.then)]
    if (statement.says === 'table')
      return statement.rows.flatMap((row) => [row.clause, ...clausesIn(row.then)])
    return [statement.clause]
  })
}

const PIECES = [
  ...[
    'If they agree, ',
    'Otherwise ',
    'ask for the number',
    ', ',
    '. ',
    ' and ',
    ' or ',
    'unless ',
    'Never ',
    'refund it',
  ],
  ...[
    'when ',
    'hand over to the team',
    '\n',
    '\n\n',
    '- ',
    '  - ',
    '1. ',
    '| a | b |\n',
    '|---|---|\n',
    '## 4. T\n',
  ],
  ...[
    '**If x:**\n',
    ':',
    'In both cases ',
    'within 30 days',
    '"',
    '(',
    ')',
    "'",
    'Üñï ',
    '<b>',
    '<!-- ',
    ' -->',
    'so ',
  ],
  ...[
    'only ',
    'before you ',
    'It is urgent if ',
    'they cannot',
    '\t',
    '; ',
    ' - ',
    'start by asking ',
    'take it as ',
    '…',
  ],
]
const sopText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 50 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

test('every clause is accounted for and nothing throws, whatever is written', () => {
  fc.assert(
    fc.property(sopText, (text) => {
      const sop = parseSop('sop.md', text)
      const outline = readOutline(sop)
      const found = new Set(outline.sections.flatMap((section) => clausesIn(section.statements)))
      expect([...sop.clauses.keys()].filter((id) => !found.has(id))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('hostile documents are read in linear time', () => {
  const long = 100_000
  for (const piece of [
    'if ',
    'If a, b, ',
    'or ',
    'it is, so ',
    '- If it is, ask\n',
    '# a\n',
    '(',
    '"',
    '| a |\n',
    'who is ',
  ])
    readOutline(parseSop('sop.md', piece.repeat(long / piece.length)))
  for (const words of [
    'they are late or ',
    'Never do it unless it is done, ',
    'a customer who is ',
    ', so it is',
    'ask (',
  ])
    readOutline(parseSop('sop.md', `${words.repeat(1_900 / words.length)}. `.repeat(40)))
})
