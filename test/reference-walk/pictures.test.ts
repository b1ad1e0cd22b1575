import { describe, expect, test } from 'vitest'
import { startWalk } from '../../src/graph/walk/walk.ts'
import { aStep } from '../support/base/ids.ts'
import { check, either2, is, type Setting, shopGraph, steps } from './picture.ts'
import { referenceWalk } from './reference-walk.ts'

const WALKS = [
  ['reference', referenceWalk],
  ['fast', startWalk],
] as const

/** two rounds at most: ask for a photo, look, ask again */
const looped: Setting = {
  graph: {
    steps: new Map([
      ...shopGraph().steps,
      ...steps('damaged', {
        ask_order: { kind: 'learn', field: 'photo', attemptsMax: 2, next: aStep('damaged/again') },
        again: {
          kind: 'decide',
          choice: 'graph',
          edges: either2('damaged/again', is('fields.photo', false), ['damaged/ask~2', 'damaged/done'], true),
        },
        'ask~2': { kind: 'learn', field: 'photo', attemptsMax: 2, round: 2, next: aStep('damaged/again~2') },
        'again~2': {
          kind: 'decide',
          choice: 'graph',
          round: 2,
          edges: either2('damaged/again~2', is('fields.photo', false), ['damaged/no_proof', 'damaged/done']),
        },
      }),
    ]),
  },
}
/** the agent may comfort, or decline; both lead to the end */
const chosen: Setting = {
  graph: {
    steps: new Map([
      ...shopGraph().steps,
      ...steps('damaged', {
        ask_order: {
          kind: 'decide',
          choice: 'agent',
          edges: either2('damaged/ask_order', is('fields.intent', 'damaged'), ['damaged/a', 'damaged/b']).map(
            (edge) => ({ ...edge, when: is('fields.intent', 'damaged') }),
          ),
        },
        a: { kind: 'tell', act: 'comfort', about: null, mustSay: [], holds: [], next: aStep('damaged/more') },
        more: {
          kind: 'tell',
          act: 'offer',
          about: 'gift',
          mustSay: [],
          holds: [],
          needs: [aStep('damaged/a')],
          next: aStep('damaged/done'),
        },
        b: {
          kind: 'tell',
          act: 'decline',
          about: 'late',
          mustSay: [],
          holds: [],
          next: aStep('damaged/done'),
        },
      }),
    ]),
  },
}

describe.each(WALKS)('the %s walk', (_, start) => {
  test('[W1] [W2] [A2] the straight way, step by step', () => {
    check(
      start,
      `customer open r1 damaged
       due      ask_order
       relevant order
       says     request order                          <- due
       customer tell r1 order LB-1
       due      look_up
       relevant order
       calls    look order=LB-1                        <- due
       due      who, ask_photo
       says     request photo                          <- due
       customer tell r1 photo true
       due      who, address
       calls    look_owner owner=c1                    <- due
       says     propose replace order=LB-1 street=Elm  <- due
       customer agree r1 8
       due      replace
       calls    replace order=LB-1 street=Elm          <- due
       due      told
       says     inform sent "soon"                     <- due
       due      told
       says     inform sent "Within  3 DAYS"           <- due
       due      done
       says     sign-off                               <- due
       due`,
    )
  })
  test('[S1] [V3a] volunteered early: decided before the walk is there', () => {
    const walk = check(
      start,
      `customer open r1 damaged; tell r1 photo false
       due      ask_order
       customer tell r1 order LB-1
       calls    look order=LB-1          <- due
       due      who, no_proof
       says     decline photo            <- due
       due      who`,
    )
    expect(walk.requests()[0]?.decided.map(({ step, n }) => `${step} ${n}`)).toEqual([
      'damaged/has 2',
      'damaged/known 3',
      'damaged/proof 1',
    ])
  })
  test('[V7a] the second turn without an answer makes the field refused', () =>
    void check(
      start,
      `customer open r1 damaged
       says     request order            <- due
       customer dodge r1 order
       says     request order            <- due
       due      ask_order
       customer thank
       due      no_order`,
    ))
  test('[V2d] [V4] a look-up of that very key that finds nothing settles the record', () =>
    void check(
      start,
      `customer open r1 damaged; tell r1 order XX
       calls    look order=LB-1          <- due
       due      look_up
       calls    look order=XX            <- due
       due      no_order`,
    ))
  test('[V2e] [V6] [A7] a corrected order binds anew, and what was proposed no longer counts', () =>
    void check(
      start,
      `customer open r1 damaged; tell r1 order LB-1; tell r1 photo true
       calls    look order=LB-1                        <- due
       calls    look_owner owner=c1                    <- due
       says     propose replace order=LB-1 street=Elm  <- due
       customer agree r1 4
       due      replace
       customer tell r1 order LB-2
       due      look_up
       calls    look order=LB-2                        <- due
       due      who, address`,
    ))
  test('[V3b] [V3c] a look-up that shows another state unmakes; the own write does not', () => {
    const setting: Setting = {
      graph: {
        steps: new Map([
          ...shopGraph().steps,
          ...steps('damaged', {
            known: {
              kind: 'decide',
              choice: 'graph',
              edges: either2('damaged/known', is('records.order.state', 'lost'), [
                'damaged/no_order',
                'damaged/ask_photo',
              ]),
            },
          }),
        ]),
      },
    }
    check(
      start,
      `customer open r1 damaged; tell r1 order LB-1; tell r1 photo false
       calls    look order=LB-1          <- due
       due      no_proof
       outside  LB-1 state=lost
       due      no_proof
       calls    look order=LB-1          <- permitted
       due      no_order`,
      setting,
    )
    check(
      start,
      `customer open r1 damaged; tell r1 order LB-1; tell r1 photo false
       calls    look order=LB-1          <- due
       calls    cancel order=LB-1        <- off-path
       calls    look order=LB-1          <- permitted
       due      done`,
      setting,
    )
  })
  test('[S4b] a no leads to if_refused; so do two proposals without an answer', () =>
    void check(
      start,
      `customer open r1 damaged; tell r1 order LB-1; tell r1 photo true
       calls    look order=LB-1                        <- due
       calls    look_owner owner=c1                    <- due
       says     propose replace                        <- due
       customer thank
       says     propose replace                        <- due
       customer thank
       due      moved
       calls    hand_over                              <- due
       due
       says     decline photo                          <- permitted
       says     sign-off                               <- due`,
    ))
  test('[S4b] [W6] proposals that ran out before the walk was there leave nothing to propose', () =>
    void check(
      start,
      `customer open r1 damaged
       says     propose replace                        <- premature ask_order look_up who ask_photo
       customer thank
       says     propose replace                        <- premature ask_order look_up who ask_photo
       customer thank
       says     propose replace                        <- off-path`,
    ))
  test('[S5] [A4b] arguments that are not those agreed to, or break a constraint, are off-path', () =>
    void check(
      start,
      `customer open r1 damaged; tell r1 order LB-1; tell r1 photo true
       calls    look order=LB-1                        <- due
       calls    replace order=LB-1 street=Oak          <- off-path
       calls    look_owner owner=c1                    <- due
       calls    replace order=LB-1 street=Elm          <- premature address
       due      address
       calls    replace order=LB-1 street=Elm          <- off-path`,
    ))
  test('[A4a] [A4c] premature names what it jumped; nobody asks for other', () =>
    void check(
      start,
      `customer open r1 damaged; tell r1 order LB-1
       calls    replace order=LB-1 street=Elm          <- premature look_up who ask_photo address
       calls    other                                  <- unknown
       says     decline photo                          <- premature look_up who ask_photo
       calls    hand_over                              <- premature look_up who ask_photo address`,
    ))
  test('[A6] after a wrong write no tell is owed, and where the act is impossible, handover is due', () => {
    const walk = check(
      start,
      `customer open r1 damaged; tell r1 order LB-1; tell r1 photo true
       calls    look order=LB-1                        <- due
       calls    look_owner owner=c1                    <- due
       says     propose replace                        <- due
       customer agree r1 4
       calls    cancel order=LB-1                      <- off-path
       due      replace
       calls    replace order=LB-1 street=Elm fails    <- off-path
       calls    hand_over                              <- due`,
    )
    expect(walk.requests()[0]?.tellsWaived).toBe(true)
  })
  test('[R4] a forbid is read on the row the arguments name, looked up or not', () =>
    void check(
      start,
      `customer open r1 damaged; tell r1 order LB-1
       calls    replace order=LB-2 street=Oak          <- forbidden no-free-goods
       says     inform sent "to Elm street"            <- forbidden keep-street
       says     inform sent "to Elmwood"               <- permitted
       says     "Elm"                                  <- forbidden keep-street
       says     "hello"                                <- 
       customer tell r1 name Ann
       says     greet "Elm"                            <- permitted`,
    ))
  test('[R1a] [R2] [R3] two requests: each has its own fields; the end waits for both', () => {
    const walk = check(
      start,
      `customer open r1 damaged; lack r1 order refused
       due      no_order
       customer open r2 stop; tell r2 order LB-2
       due      no_order, r2:ask_name
       says     explain unknown                        <- due
       due      r2:ask_name
       says     sign-off                               <- premature ask_name cancel
       customer tell r1 name Bob
       due      r2:cancel
       calls    cancel order=LB-2                      <- due
       due      done, r2:done
       calls    close                                  <- due
       due
       says     sign-off                               <- permitted`,
    )
    expect(walk.requests().map(({ fields }) => fields.get('name'))).toEqual(['Bob', 'Bob'])
  })
  test('[R1a] [W4] instead of, and withdrawn: with nobody left only the ending is due', () =>
    void check(
      start,
      `customer open r1 damaged
       customer open r2 stop r1
       due      r2:ask_name, r2:ask_order
       customer withdraw r2
       due
       calls    cancel order=LB-1                      <- off-path
       says     sign-off                               <- due`,
    ))
  test('[W3] a detour first, then on; the second demand for a human hands over', () =>
    void check(
      start,
      `customer open r1 damaged; abuse
       due      warn
       calls    look order=LB-1                        <- permitted
       says     explain tone                           <- due
       due      ask_order
       customer demand_human
       due      ask_order
       customer demand_human
       due      human`,
    ))
  test('[W5] [V3d] the second round wants a second answer, and then leads out', () =>
    void check(
      start,
      `customer open r1 damaged; tell r1 photo false
       due      ask~2
       says     request photo                          <- due
       customer tell r1 photo false
       due      no_proof`,
      looped,
    ))
  test('[W5] [V6c] an answer in the second round does not undo the first', () => {
    const walk = check(
      start,
      `customer open r1 damaged; tell r1 photo false
       customer tell r1 photo true
       due      done`,
      looped,
    )
    expect(walk.requests()[0]?.decided.map(({ edge }) => edge)).toEqual([
      'damaged/again>damaged/ask~2',
      'damaged/again~2>damaged/done',
    ])
  })
  test('[S3] what the agent does first on one of the ways chooses it; needs keep their order', () =>
    void check(
      start,
      `customer open r1 damaged
       due      a, b
       says     offer gift                             <- permitted
       due      a, b
       says     comfort                                <- due
       due      done`,
      chosen,
    ))
  test('[W7] nothing is relevant where no decision waits', () =>
    void check(
      start,
      `customer open r1 stop
       relevant`,
    ))
})
