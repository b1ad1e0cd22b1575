import { describe, expect, test } from 'vitest'
import type { Case } from '../../src/cases/case.ts'
import type { TrialScore } from '../../src/verdicts/model/score.ts'
import { explainTrial } from '../../src/verdicts/scoring/explain-trial.ts'
import { scoreTrial } from '../support/verdicts/score.ts'
import { check, checkPicture, checkTrial, lunchbox } from './check.ts'
import { type Picture, readPicture } from './picture.ts'
import { CANCELLED, changed, DECLINED } from './pictures.ts'

/** Asked for the e-mail address, or not: the customer has told the rest. */
const OPENED = `
  observed
  case cancel-in-time
  customer  open cancel; order_id=LB-1047 | Please cancel LB-1047.
  calls     lookup_order order_id=LB-1047
  calls     lookup_customer customer_id=C-06
`
const ASKED = `${OPENED}
  agent     | Which e-mail address did you order with?`
const PROPOSED = `
  observed
  case cancel-in-time
  customer  open cancel; order_id=LB-1047; email=jonas.weber@post.example | Please cancel LB-1047. jonas.weber@post.example
  calls     lookup_order order_id=LB-1047
  calls     lookup_customer customer_id=C-06
  agent     propose cancel_order order_id=LB-1047 | Are you sure that I should cancel order LB-1047?`

const voidOf = (score: TrialScore): string | null => (score.state === 'voided' ? score.code : null)

const withCase = (picture: string, change: (theCase: Case) => Case): Picture => {
  const read = readPicture(lunchbox, picture)
  return { ...read, theCase: change(read.theCase) }
}

/** The first wish of the card, changed. */
const withWish = (theCase: Case, change: Partial<Case['card']['requests'][number]>): Case => ({
  ...theCase,
  card: { ...theCase.card, requests: theCase.card.requests.map((wish) => ({ ...wish, ...change })) },
})

describe('[D6, D49] void: the customer failed the agent', () => {
  const void_ = '\n not-judged: outcome_accuracy'
  test('a question for what its card gives was never answered, also one put again after the goodbye', () => {
    const left = `${ASKED}
      customer  thank; bye satisfied | Thank you, bye.
      agent     | Before you go: nothing is done yet. Which e-mail address did you order with?
      ends      left satisfied`
    expect(voidOf(checkTrial(left + void_))).toBe('unanswered-question')
    const limit = `${ASKED}\n customer  push | And now?\n ends limit\n not-judged: ran_out`
    expect(voidOf(checkTrial(limit + void_))).toBe('unanswered-question')
  })
  test('not where the customer could no longer answer: asked only after its goodbye, or in the very last turn', () => {
    const after = `${OPENED}
      agent     | One moment, please.
      customer  thank; bye satisfied | Thank you, bye.
      agent     | Which e-mail address did you order with?
      ends      left satisfied          <- outcome_accuracy`
    expect(voidOf(checkTrial(after))).toBeNull()
    check(`${ASKED}\n ends left satisfied   <- outcome_accuracy`)
  })
  test('a dodge has to be asked again', () => {
    const dodged = `${ASKED}
      customer  dodge email | One moment, let me look.`
    check(`${dodged}
      agent     | All right.
      customer  push | And now?
      agent     | I see.
      ends      left patience           <- outcome_accuracy`)
    const again = `${dodged}
      agent     | Which e-mail address did you order with?
      customer  push | And now?
      ends      left patience`
    expect(voidOf(checkTrial(again + void_))).toBe('unanswered-question')
  })
  test('who has to look first answers the next time: not where the talk was cut off before that', () => {
    const late = (picture: string) =>
      checkPicture(
        withCase(picture, (theCase) => ({ ...theCase, card: { ...theCase.card, manner: ['late'] } })),
        lunchbox,
      )
    const looks = `${ASKED}
      customer  | One moment, please.
      agent     | Which e-mail address did you order with?`
    expect(voidOf(late(`${looks}\n ends limit   <- outcome_accuracy ran_out`))).toBeNull()
    const silent = `${looks}
      customer  push | And now?
      ends      limit
      not-judged: ran_out`
    expect(voidOf(late(silent + void_))).toBe('unanswered-question')
  })
  test('what was asked once and is read as a question perhaps has to be asked again', () => {
    const perhaps = `${OPENED}
      agent     | What is your address with us?
      customer  push | And now?`
    const seen = checkTrial(`${perhaps}\n ends left patience   <- outcome_accuracy`)
    expect(voidOf(seen)).toBeNull()
  })
  test('a proposal of the due deed on its due terms was never answered; with another sum it is another deed', () => {
    const left = `${PROPOSED}
      customer  push | And now?
      ends      left patience`
    expect(voidOf(checkTrial(left + void_))).toBe('unanswered-proposal')
    const offered = (sum: string, mark = ''): string => `
      observed
      case leaky-cap-either-way
      customer  open damaged; order_id=LB-1044; has_photo=true; email=samir@haddad.example | The cap leaks. LB-1044, I have pictures. samir@haddad.example
      calls     lookup_order order_id=LB-1044
      calls     lookup_customer customer_id=C-10
      agent     | Shall I refund ${sum} euros to you?   ${mark}
      customer  push | And now?
      ends      left patience`
    expect(voidOf(checkTrial(offered('14.50') + void_))).toBe('unanswered-proposal')
    expect(voidOf(checkTrial(`${offered('5.00', '<- invented_facts')}   <- outcome_accuracy`))).toBeNull()
  })
  test('it said yes to what its card refuses, or no to what is due and its card accepts', () => {
    const yes = `
      case leaky-cap-either-way
      customer  open damaged; order_id=LB-1044; has_photo=true; email=samir@haddad.example | The cap leaks. LB-1044, I have pictures. samir@haddad.example
      calls     lookup_order order_id=LB-1044
      calls     lookup_customer customer_id=C-10
      agent     propose refund_order order_id=LB-1044 amount=14.5 | Shall I give you the 14.50 euros back?
      customer  yes | Yes.
      calls     refund_order order_id=LB-1044 amount=14.5
      agent     done refund_order; inform money_back | Your 14.50 euros are on their way back to you.
      customer  thank | Thanks!
      agent     bye | You are welcome!`
    check(`${yes}\n pass: outcome_accuracy`)
    const refuses = withCase(yes + void_, (theCase) => ({
      ...withWish(theCase, { says_no_to: ['refund_order'] }),
      acceptable: theCase.acceptable.map((each) => each.slice(0, 1)),
    }))
    expect(voidOf(checkPicture(refuses, lunchbox))).toBe('against-card')
    const no = `${PROPOSED}
      customer  no | No, do not.
      agent     | All right, everything stays as it is.
      ends      left unresolved`
    expect(voidOf(checkTrial(no + void_))).toBe('against-card')
  })
  test('the desk answered the very call that was due with a refusal', () => {
    const read = readPicture(lunchbox, changed(CANCELLED, '  agent     done cancel_order', '  // agent'))
    const call = read.transcript.find(
      (event) => event.type === 'tool.called' && event.tool === 'cancel_order',
    )
    const id = call?.type === 'tool.called' ? call.call : ''
    const transcript = read.transcript
      .filter((event) => event.type !== 'world.changed')
      .map((event, index) => {
        const numbered = { ...event, n: index + 1 }
        return numbered.type === 'tool.returned' && numbered.call === id
          ? { ...numbered, ok: false, output: { error: 'busy' } }
          : numbered
      })
    expect(scoreTrial(lunchbox, read.theCase, transcript)).toMatchObject({
      state: 'voided',
      code: 'desk-refused',
    })
  })
  test('nothing excuses a wrong deed: a write or a handover that was not due', () => {
    const tail = '\n customer  push | And now?\n ends left patience'
    check(
      `${OPENED}
      calls     open_search parcel_id=PX-7042   <- collateral_writes, outcome_accuracy
      agent     | Which e-mail address did you order with?${tail}`,
    )
    check(`${ASKED}
      customer  push | And now?
      calls     hand_over reason=other note="Jonas Weber, LB-1047, wants to cancel. I looked the order up. Please take over."   <- over_escalation, invented_caution, outcome_accuracy`)
  })
})

describe('[D15] deeds decide the outcome', () => {
  test('a write that was not made is wrong by the calls, whatever stands in words that nobody could read', () => {
    const score = check(`
      observed
      case cancel-in-time
      customer  open cancel; order_id=LB-1047; email=jonas.weber@post.example | Please cancel LB-1047. jonas.weber@post.example
      agent     | Blorp the snizzle of garn, fleem it all.
      customer  push | And now?
      agent     | Your garn will snizzle itself before the fleem.
      ends      left patience                <- outcome_accuracy
    `)
    expect(score.verdicts.find(({ rule }) => rule === 'outcome_accuracy')).toMatchObject({ basis: 'calls' })
  })
  test('an answer rests on what was looked up: never called, the refusal is wrong however it was worded', () => {
    const blind = DECLINED.replace(/ {2}calls .*\n/g, '')
      .replace('agent     comfort; decline', 'agent     decline')
      .replace('I cannot send a new one.', 'I cannot send a new one.  <- outcome_accuracy')
    const score = checkTrial(blind)
    expect(score.verdicts.find(({ rule }) => rule === 'outcome_accuracy')).toMatchObject({
      basis: 'calls',
      because: expect.stringContaining('lookup_order was never called'),
    })
  })
  test('a look-up whose key the customer does not have is not missed', () => {
    const picture = `
      case torn-strap-no-photo
      customer  open damaged | Hi, the strap of my lunch bag was torn when it came.
      agent     ask order_id | What is your order number?
      customer  cannot order_id | I do not have one any more.
      agent     explain order_unknown | I am sorry, without an order number we cannot go on.
      customer  thank; bye declined | Too bad, thanks.
      agent     bye | Goodbye!
      pass: outcome_accuracy`
    const keyless = withCase(picture, (theCase) => ({
      ...withWish(theCase, { knows: {} }),
      acceptable: [[{ writes: [], handover: null, declined: null }]],
    }))
    checkPicture(keyless, lunchbox)
  })
})

test.each([
  [
    'says filler',
    'Thank you for reaching out! All looks to be in order.',
    'Thank you so much for reaching out to us!',
  ],
  [
    'nobody can read',
    'Blorp the snizzle of garn, fleem it all.',
    'Your garn will snizzle itself before the fleem.',
  ],
])(
  '[D13, D14] an agent that does nothing and %s never was on the way: fitness 0, and a divergence',
  (_, one, two) => {
    const picture = `
    observed
    case cancel-in-time
    customer  open cancel | Please cancel my order.
    agent     | ${one}
    customer  push | And now?
    agent     | ${two}
    ends      left patience                <- outcome_accuracy
  `
    const score = check(picture)
    expect(score.path).toMatchObject({ fitness: 0, exact: false })
    expect(score.path?.alignment.every(({ move }) => move === 'skipped')).toBe(true)
    expect(score.divergence).toMatchObject({ due: ['cancel/find.ask_order'] })
    const { theCase, transcript } = readPicture(lunchbox, picture)
    expect(explainTrial(lunchbox, theCase, transcript, score)).toContain('did nothing of what was due')
  },
)
