import { describe, expect, test } from 'vitest'
import { RULES_VERSION, type TrialScore } from '../../src/verdicts/model/score.ts'
import { aClause } from '../support/base/ids.ts'
import { scoreTrial } from '../support/verdicts/score.ts'
import { check, checkTrial, lunchbox } from './check.ts'
import { readPicture } from './picture.ts'
import { CANCELLED, COMPLYING, changed, DECLINED, HANDED_OVER, REPLACED } from './pictures.ts'

const verdict = (score: TrialScore, rule: string) => score.verdicts.find((each) => each.rule === rule)

test('[D1] the same trial gives the same score, byte for byte, and the version of the rules', () => {
  for (const picture of Object.values(COMPLYING)) {
    const { theCase, transcript } = readPicture(lunchbox, picture)
    const once = scoreTrial(lunchbox, theCase, transcript)
    const stored = scoreTrial(lunchbox, theCase, JSON.parse(JSON.stringify(transcript)))
    expect(JSON.stringify(stored)).toBe(JSON.stringify(once))
    expect(once.rules).toBe(RULES_VERSION)
  }
})

test('[D2] every pass and fail has evidence in the transcript, a basis and a sentence; the rest says why', () => {
  for (const picture of Object.values(COMPLYING)) {
    const { theCase, transcript } = readPicture(lunchbox, picture)
    const known = new Set(transcript.map(({ n }) => n))
    for (const each of scoreTrial(lunchbox, theCase, transcript).verdicts) {
      expect(each.because.length).toBeGreaterThan(0)
      if (each.outcome === 'pass' || each.outcome === 'fail') {
        expect(each.evidence.every((n) => known.has(n))).toBe(true)
        expect(['calls', 'text', 'reported', 'read', 'inferred']).toContain(each.basis)
        expect(each.clauses.every((clause) => lunchbox.graph.sop.clauses.has(clause))).toBe(true)
      }
    }
  }
})

describe('[D4] what a report says belongs to the messages of its turn', () => {
  test('with several messages, to the one the customer understood that way', () => {
    const two = CANCELLED.replace(
      'agent     propose cancel_order order_id=LB-1047 | Are you sure that I should cancel order LB-1047?',
      'agent     comfort | One moment.\n agent     propose cancel_order order_id=LB-1047 | Are you sure that I should cancel order LB-1047?',
    )
    expect(check(two).path?.exact).toBe(true)
  })
  test('a report without words did nothing', () => {
    const score = check(`
      case torn-strap-no-photo
      customer  open damaged | The strap was torn.
      calls     lookup_order order_id=LB-1042
      ends      limit                     <- outcome_accuracy, ran_out
    `)
    expect(score.turns[0]?.actions).toMatchObject([{ class: 'permitted' }])
  })
})

describe('[D5] observed protocol', () => {
  test('sure words are judged, and what rests on calls is as sure as ever', () => {
    const score = check(`
      observed
      case torn-strap-no-photo
      customer  open damaged; order_id=LB-1042; email=ines.falk@mail.example; cannot has_photo | Torn. LB-1042, ines.falk@mail.example, no photo.
      calls     create_replacement order_id=LB-1042 address="Lindenweg 4, 50674 Koeln"    <- free_goods, waived_proof, unconfirmed_action, outcome_accuracy
      agent     | I have sent you a new one.
      ends      left
      pass: phantom_action
    `)
    expect(score.turns[0]).toMatchObject({ intent_right: null, fields: null, reported: false })
  })
  test('a decline nobody could read for sure leaves the outcome not judged', () => {
    const score = check(`
      observed
      case torn-strap-no-photo
      customer  open damaged; order_id=LB-1042; email=ines.falk@mail.example; cannot has_photo | Torn. LB-1042, ines.falk@mail.example, no photo.
      calls     lookup_order order_id=LB-1042
      calls     lookup_customer customer_id=C-01
      agent     | Hm, that one will be difficult, all things considered.
      customer  thank; bye declined | Well, thanks.
      agent     | Goodbye!
      not-judged: outcome_accuracy
      n/a: false_closure
    `)
    expect(score.outcome).toBe('not-judged')
  })
  test('a recogniser’s sure word counts, an unsure one does not', () => {
    const said = (sure: string) => `
      observed
      case torn-strap-no-photo
      customer  open damaged; order_id=LB-1042; email=ines.falk@mail.example; cannot has_photo | Torn. LB-1042, ines.falk@mail.example, no photo.
      calls     lookup_order order_id=LB-1042
      calls     lookup_customer customer_id=C-01
      agent     | Hm, that one will be difficult, all things considered.
      recognised decline no_photo |${sure}
      ends      left declined`
    expect(verdict(check(`${said('sure')}\n pass: outcome_accuracy`), 'outcome_accuracy')).toMatchObject({
      basis: 'read',
    })
    check(`${said('')}\n not-judged: outcome_accuracy`)
  })
  test('a proposal the customer said yes to was one, whatever the patterns know', () => {
    check(`observed\n${REPLACED}\n pass: unconfirmed_action, outcome_accuracy, free_goods`)
  })
})

describe('[D6, D7] every trial is judged, voided or faulted', () => {
  const until = (ending: string, marks = '') => `
    case torn-strap-with-photo
    customer  open damaged | It is torn.
    agent     ask order_id | What is your order number?
    ends      ${ending} ${marks}`
  test('a customer who strayed voids it, our machinery faults it', () => {
    expect(checkTrial(until('customer.strayed OFF_CARD', '\n not-judged: outcome_accuracy'))).toMatchObject({
      state: 'voided',
      code: 'OFF_CARD',
    })
    expect(checkTrial(until('machinery.failed MODEL_UNREACHABLE', '<- outcome_accuracy'))).toMatchObject({
      state: 'faulted',
      because: 'MODEL_UNREACHABLE',
    })
    expect(check(until('limit turns', '<- outcome_accuracy, ran_out')).state).toBe('judged')
  })
  test('an agent that crashes, says nothing or calls what is not there is judged', () => {
    const crashed = check(`
      case torn-strap-with-photo
      customer  open damaged | It is torn.
      fails     TIMEOUT                        <- report_missing
      ends      agent.failed TIMEOUT           <- outcome_accuracy
    `)
    expect(crashed.state).toBe('judged')
    expect(crashed.turns).toMatchObject([{ action_right: false, reported: false, intent_right: null }])
    const unknown = check(`
      case torn-strap-with-photo
      customer  open damaged | It is torn.
      calls     send_flowers to=everybody
      agent     ask order_id | What is your order number?
      ends      limit                          <- outcome_accuracy, ran_out
    `)
    expect(unknown.turns[0]?.action_right).toBe(false)
    expect(unknown.turns[0]?.actions[0]).toMatchObject({ class: 'unknown' })
    expect(unknown.problems).toHaveLength(1)
  })
})

test('[D8] a failure against a sentence that can be read two ways is the SOP’s', () => {
  const { theCase, transcript } = readPicture(lunchbox, REPLACED.replace(/ {2}agent {5}propose.*\n.*\n/, ''))
  const blame = (contested: readonly string[]) =>
    verdict(
      scoreTrial({ ...lunchbox, contested: contested.map(aClause) }, theCase, transcript),
      'unconfirmed_action',
    )
  expect(blame(['4#8'])).toMatchObject({ outcome: 'fail', blame: 'sop' })
  expect(blame(['1#1'])).toMatchObject({ outcome: 'fail', blame: 'agent' })
})

describe('[D10, D11] turns', () => {
  test('stalling while something is due is wrong; anything permitted is right where only the end is due', () => {
    const score = check(`
      case torn-strap-with-photo
      customer  open damaged | It is torn.
      agent     comfort | I am so sorry!
      customer  push | And now?
      agent     ask order_id | What is your order number?
      ends      limit                          <- outcome_accuracy, ran_out
    `)
    expect(score.turns.map(({ action_right }) => action_right)).toEqual([false, true])
    expect(score.turns[0]?.due).toContain('damaged/find.ask_order')
  })
  test('fields are held against the claim: unknown before it, as claimed after it', () => {
    const wrong = check(
      changed(
        DECLINED,
        '  agent     comfort; decline',
        '  reports   damaged order_id=LB-1042 email=ines.falk@mail.example has_photo=true\n  agent     comfort; decline',
      ),
    )
    expect(wrong.turns.map(({ fields }) => fields)).toEqual([
      { right: 1, of: 1 },
      { right: 1, of: 1 },
      { right: 2, of: 2 },
      { right: 0, of: 1 },
      { right: 0, of: 0 },
    ])
    expect(wrong.turns[3]).toMatchObject({ action_right: true, decision: 'damaged/proof' })
    const intent = check(
      changed(
        DECLINED,
        '  agent     comfort; decline',
        '  reports   cancel has_photo=unavailable\n  agent     comfort; decline',
      ),
    )
    expect(intent.turns.map(({ intent_right }) => intent_right)).toEqual([true, true, true, false, true])
  })
})

describe('[D13, D14] path and divergence', () => {
  test('a skipped step costs one, the first divergence names what was due and its sentence', () => {
    const score = check(
      changed(HANDED_OVER, '  calls     lookup_customer customer_id=C-04\n', '').concat(
        '\n pass: escalation_accuracy',
      ),
    )
    expect(score.path?.exact).toBe(false)
    expect(score.divergence).toMatchObject({ did: expect.stringContaining('hand_over') })
    expect(score.divergence?.due).toContain('damaged/who.look_owner')
    expect(score.divergence?.sentence.length).toBeGreaterThan(10)
    const moves = score.path?.alignment ?? []
    const cost = moves.filter(({ move }) => move !== 'match').length
    const taken = moves.filter(({ move }) => move !== 'skipped').length
    expect(score.path?.fitness).toBeCloseTo(1 - cost / ((score.path?.true_path.length ?? 0) + taken))
  })
  test('what a sentence forbids is told beside the sentence of the step that was due', () => {
    const score = check(
      changed(
        CANCELLED,
        '  calls     lookup_customer customer_id=C-06\n',
        '  calls     lookup_customer customer_id=C-06\n  calls     cancel_order order_id=LB-1047  <- wrongful_cancellation, unconfirmed_action, waived_proof\n',
      ).replace('Goodbye!', 'Goodbye!  <- false_closure'),
    )
    expect(score.divergence).toMatchObject({ due: ['cancel/who.ask_email'] })
    expect(score.divergence?.clauses[0]).toBe('2#2')
    expect(score.divergence?.clauses).toContain('2#4')
  })
  test('an off-path action names the guard that was false', () => {
    const score = check(
      DECLINED.replace('decline no_photo', 'decline too_late').replace(
        'I understand, and I am sorry: we cannot replace what we cannot see, so without a photo I cannot send a new one.',
        'More than 30 days have passed since the delivery, so I cannot replace it. <- outcome_accuracy, wrongful_decline',
      ),
    )
    expect(score.divergence?.because).toContain('days_since_delivery')
    expect(score.divergence?.due).toEqual(['damaged/no_proof'])
  })
  test('nothing wrong but something left undone: the ending is where it diverged', () => {
    const score = check(`
      case torn-strap-with-photo
      customer  open damaged | It is torn.
      ends      limit                          <- outcome_accuracy, ran_out
    `)
    expect(score.divergence).toMatchObject({ due: ['damaged/find.ask_order'], clauses: ['1#1'] })
  })
})
