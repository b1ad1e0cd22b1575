import { describe, expect, test } from 'vitest'
import { cardOf, lexicon } from '../../../test/support/conversation/kettle-desk.ts'
import { heard as heardMessage, listsOf } from '../../../test/support/reading/heard.ts'
import type { CustomerMove } from '../../base/values/acts.ts'
import type { Scalar } from '../../base/values/value.ts'
import { readCustomerMessage } from '../../reading/lexical/customer/read-customer-message.ts'
import type { Plan } from './draft.ts'
import { gate } from './gate.ts'
import { newMind } from './mind.ts'

const card = cardOf(
  { hides: 'it fell off the balcony', lies: 'it came like that', name: 'Ada' },
  { truth: { bought_on: '2025-11-20' } },
)
const tell = (field: string, value: Scalar): CustomerMove => ({ do: 'tell', request: 'r1', field, value })
const thank: CustomerMove = { do: 'thank' }
const leave: CustomerMove = { do: 'leave', because: 'satisfied' }
const agree: CustomerMove = { do: 'agree', request: 'r1', proposal: 2 }
const refuse: CustomerMove = { do: 'refuse', request: 'r1', proposal: 2 }
const push: CustomerMove = { do: 'push', request: 'r1', kind: 'push' }
const cannot: CustomerMove = { do: 'lack', request: 'r1', field: 'photo', lack: 'unavailable' }

/** One message against the acts it should do; the customer is in its third turn and has said what the moves tell. */
function check(
  text: string,
  moves: readonly CustomerMove[],
  { language = 'en', heard = [] as readonly string[], answers = null as string | null } = {},
) {
  const mind = newMind(card)
  const said = Object.fromEntries(
    moves.flatMap((move) => (move.do === 'tell' ? [[move.field, move.value]] : [])),
  )
  const next = { ...mind, turn: 3, requests: mind.requests.map((request) => ({ ...request, said })) }
  const plan: Plan = {
    act: { moves: [...moves], tone: 'calm', language },
    leaves: false,
    says: null,
    denies: [],
    noTo: null,
    about: null,
    corrects: [],
    affirms: [],
    repeats: [],
    asksBack: false,
    yes: 'plain',
    closes: false,
    sends: false,
    next,
  }
  return gate(text, {
    who: { card, tactic: null, intensity: 0, opens: null },
    plan,
    lexicon,
    heard,
    quoted: [],
    read:
      answers === null
        ? null
        : readCustomerMessage(text, listsOf(lexicon), heardMessage(lexicon, 2, answers).reading),
  })
}

describe('says what the act says', () => {
  test.each([
    ['the value', "It's KT-1042.", [tell('ref', 'KT-1042')]],
    ['the value in other case', 'kt-1042', [tell('ref', 'KT-1042')]],
    ['a date as people write it', 'That was on March 3rd', [tell('bought_on', '2026-03-03')]],
    ['a yes in the words of the desk', 'Yes, I have a photo', [tell('photo', true)]],
    ['a lack', "I don't have any", [cannot]],
    ['a yes', 'Sure, go ahead', [agree]],
    ['a no', 'No, please leave it', [refuse]],
    ['thanks and goodbye', 'Thank you, bye!', [thank, leave]],
  ] as const)('%s', (_what, text, moves) => {
    expect(check(text, moves)).toBeNull()
  })

  test.each([
    ['value-missing', "It's KT-9999.", [tell('ref', 'KT-1042')]],
    ['value-missing', 'Here you go.', [tell('ref', 'KT-1042')]],
    ['value-missing', 'No, there is no photo', [tell('photo', true)]],
    ['lack-missing', 'Here is the picture', [cannot]],
    ['yes-missing', 'No, stop that', [agree]],
    ['no-missing', 'Yes, go ahead', [refuse]],
    ['thanks-missing', 'Bye!', [thank, leave]],
    ['goodbye-missing', 'Thanks!', [thank, leave]],
    ['demand-missing', 'Please hurry.', [{ do: 'demand_human' }]],
    ['silence-broken', 'Hello?', [{ do: 'silence' }]],
    ['silence-broken', '[no reply] Hello?', [{ do: 'silence' }]],
    ['nothing-to-say', '  ', [push]],
  ] as const)('%s: %s', (fault, text, moves) => {
    expect(check(text, moves)).toBe(fault)
  })
})

test('"no, thank you" is a no, not a thanks', () => {
  expect(check('No thank you, not that.', [refuse])).toBeNull()
})

describe('says nothing the customer may not say', () => {
  test.each([
    ['fact-outside-card', 'Please hurry, I leave on Friday.', [push]],
    ['fact-outside-card', 'I have waited for three weeks.', [push]],
    ['fact-outside-card', 'My other order is 4711.', [push]],
    ['fact-outside-card', "It's KT-1042, and my mail is ada@brook.example", [tell('ref', 'KT-1042')]],
    ['secret-said', 'Fine, it fell off the balcony.', [push]],
    ['secret-said', 'Well, off our balcony it fell.', [push]],
    ['fact-outside-card', 'It was 2026-03-03, or rather 2025-11-20.', [tell('bought_on', '2026-03-03')]],
  ] as const)('%s: %s', (fault, text, moves) => {
    expect(check(text, moves)).toBe(fault)
  })

  test('may repeat what the agent said and what the card says openly', () => {
    expect(check('You said 14 days. Why 14?', [push], { heard: ['We take it back for 14 days.'] })).toBeNull()
    expect(check('It came like that, really.', [push])).toBeNull()
  })
})

describe('stays a customer of its language', () => {
  test.each([
    ['out-of-role', 'How can I help you today?', [push]],
    ['out-of-role', 'As an AI I do not own a kettle.', [push]],
    ['wrong-language', 'Por favor, quiero una solución para mi pedido con urgencia.', [push]],
  ] as const)('%s: %s', (fault, text, moves) => {
    expect(check(text, moves)).toBe(fault)
  })
})

describe('a model’s wording is read, not looked up', () => {
  const PROPOSED = 'Shall I send a new one to Mill Lane?'
  const ASKED = 'What is your order number?'
  const DONE = 'I have sent you a new one.'
  const declined: CustomerMove = { do: 'leave', because: 'declined' }
  // Wordings of models, from ../shared/findings/live-model.md.
  test.each([
    ["That'd be lovely, yes please.", [agree], PROPOSED],
    ['Sounds great!', [agree], PROPOSED],
    ['Please proceed.', [agree], PROPOSED],
    ['That would be great. Thanks a lot.', [agree, thank], PROPOSED],
    ['Very well. It is most disappointing, but I shall leave it there. Good day to you.', [declined], DONE],
    ['Lovely, thanks so much for your help. All the best!', [thank, leave], DONE],
    ['Thanks for asking, it is KT-1042.', [tell('ref', 'KT-1042')], ASKED],
  ] as const)('%s', (text, moves, answers) => {
    expect(check(text, moves, { answers })).toBeNull()
  })
  test.each([
    ['Yes, but only if you throw in a voucher.', [agree], PROPOSED],
    ["KT-1042, and I'd also like to cancel.", [tell('ref', 'KT-1042')], ASKED],
    ['Fine, I withdraw the request.', [agree], PROPOSED],
    ["It's KT-1042. Thank you so much!", [tell('ref', 'KT-1042')], ASKED],
    ["It's KT-1042. That's all, bye!", [tell('ref', 'KT-1042')], ASKED],
  ] as const)('not: %s', (text, moves, answers) => {
    expect(check(text, moves, { answers })).toBe('another-act')
  })
})
