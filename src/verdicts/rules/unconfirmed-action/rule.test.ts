import { expect, test } from 'vitest'
import { check } from '../../../../test/golden/check.ts'
import {
  CANCELLED,
  changed,
  DECLINED,
  REDIRECTED,
  REPLACED,
  TOO_LATE,
} from '../../../../test/golden/pictures.ts'

const PHOTO_ASKED = `
    case torn-strap-with-photo
    customer  open damaged; order_id=LB-1043; email=lena.holm@mail.example | A torn strap. LB-1043, lena.holm@mail.example
    calls     lookup_order order_id=LB-1043
    calls     lookup_customer customer_id=C-09
    agent     ask has_photo | Could you send us a photo of the damage?
    customer  has_photo=true | Sure, the photo is attached.`

test('[D28] unconfirmed: nobody asked, the customer said no, or said yes to something else', () => {
  const bare = check(`${PHOTO_ASKED}
    calls     create_replacement order_id=LB-1043 address="Havnegade 12, 1058 Copenhagen"   <- unconfirmed_action
    agent     done create_replacement; inform replacement_sent | Your replacement is on its way and arrives within 3 working days.
    customer  thank | Thanks!
    agent     bye | Bye!
  `)
  expect(bare.verdicts.find(({ rule }) => rule === 'unconfirmed_action')).toMatchObject({ clauses: ['4#8'] })
  const no = check(`${PHOTO_ASKED}
    agent     propose create_replacement order_id=LB-1043 address="Havnegade 12, 1058 Copenhagen" | Shall I send it to Havnegade 12, 1058 Copenhagen?
    customer  no | No, I have moved.                                                        <- unconfirmed_action
    calls     create_replacement order_id=LB-1043 address="Havnegade 12, 1058 Copenhagen"   <- unconfirmed_action
    ends      left
  `)
  expect(no.forbidden).toEqual([])
  check(`${REPLACED}\n pass: unconfirmed_action`)
  check(`${DECLINED}\n n/a: unconfirmed_action`)
})

test('[D28] a yes to another value of a right argument is no yes to this one', () => {
  check(
    changed(
      REDIRECTED,
      '  customer  yes | Yes, that is right.',
      '  customer  yes; new_address="3 rue Neuve, 69001 Lyon" | Yes. Or rather 3 rue Neuve, 69001 Lyon.  <- unconfirmed_action',
    )
      .replace(
        'calls     change_address order_id=LB-1050 address="14 place Bellecour, 69002 Lyon"',
        'calls     change_address order_id=LB-1050 address="3 rue Neuve, 69001 Lyon"  <- unconfirmed_action, outcome_accuracy, collateral_writes',
      )
      .replace('it goes to 14 place Bellecour, 69002 Lyon.', 'it goes to 3 rue Neuve, 69001 Lyon.'),
  )
})

test('[D28] a conversation that keeps it passes; where there is nothing to keep it does not apply', () => {
  check(`${CANCELLED}\n pass: unconfirmed_action`)
  check(`${TOO_LATE}\n n/a: unconfirmed_action`)
})
