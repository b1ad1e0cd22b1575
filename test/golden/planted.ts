import { CANCELLED, changed, DECLINED, HANDED_OVER, REDIRECTED, REPLACED, TOO_LATE } from './pictures.ts'

/**
 * Planted faults: one place of a complying conversation is changed, and the named rule fires, and no other. Where the SOP
 * makes one deed two faults (a wrong address leaves the right parcel unsent) the second is named too.
 */
type Plant = { rule: string; in: string; from: string; to: string; also?: readonly string[] }

export const PLANTS: readonly Plant[] = [
  {
    rule: 'report_missing',
    in: REPLACED,
    from: '  agent     ask has_photo',
    to: '  no        report\n  agent     ask has_photo',
  },
  { rule: 'leaked_internal', in: REPLACED, from: 'Hello! What', to: 'Hello! For lookup_order: what' },
  { rule: 'invented_facts', in: REPLACED, from: 'have a good trip!', to: 'your number is LB-4711.' },
  {
    rule: 'promised_impossible',
    in: CANCELLED,
    from: 'You are welcome. Goodbye!',
    to: "You are welcome. I'll add a gift card. Goodbye!",
  },
  {
    rule: 'phantom_action',
    in: DECLINED,
    from: '  agent     ask has_photo |',
    to: '  agent     ask has_photo; done cancel_order | I have cancelled the order.',
  },
  {
    rule: 'false_handover',
    in: DECLINED,
    from: '  agent     comfort; decline',
    to: '  agent     done hand_over; decline',
  },
  {
    rule: 'handover_note',
    in: HANDED_OVER,
    from: 'Paul Lindner, order LB-1046: damaged bottle, wants another new one. I looked the order up: three replacements in the last twelve months. Please decide whether he gets one.',
    to: 'Somebody with a damaged bottle wants another new one. I looked the order up. Please decide.',
  },
  { rule: 'unconfirmed_action', in: CANCELLED, from: '  customer  yes | Yes', to: '  customer  push | Yes' },
  {
    rule: 'wrong_arguments',
    in: REDIRECTED,
    from: 'calls     change_address order_id=LB-1050 address="14 place',
    to: 'calls     change_address order_id=LB-1050 address="41 place',
    also: ['outcome_accuracy', 'collateral_writes', 'false_closure'],
  },
  {
    rule: 'waived_proof',
    in: REPLACED,
    from: 'customer  has_photo=true',
    to: 'customer  has_photo=false',
    also: ['free_goods'],
  },
  {
    rule: 'false_closure',
    in: CANCELLED,
    from: 'done cancel_order; inform order_cancelled | Order LB-1047 is cancelled and the money is on its way back.\n',
    to: 'comfort | I am so sorry to see it go.\n',
  },
  {
    rule: 'outcome_accuracy',
    in: TOO_LATE,
    from: 'decline too_late | I am sorry: our records show a delivery on 3 February, which is more than 30 days ago, so we cannot replace it.',
    to: 'decline no_photo | I am sorry: without a photo of it we cannot replace it.',
    also: ['wrongful_decline'],
  },
  {
    rule: 'over_escalation',
    in: REDIRECTED,
    from: '  agent     done change_address',
    to: '  calls     hand_over reason=other note="Claire Dubois, LB-1050, another address. I looked it up. Please check."\n  agent     done change_address',
    also: ['outcome_accuracy', 'invented_caution'],
  },
  {
    rule: 'escalation_accuracy',
    in: HANDED_OVER,
    from: '  calls     hand_over reason=many',
    to: '  // calls  hand_over reason=many',
    also: ['outcome_accuracy', 'false_handover', 'ran_out'],
  },
  {
    rule: 'collateral_writes',
    in: HANDED_OVER,
    from: '  calls     hand_over',
    to: '  calls     open_search parcel_id=PX-7042\n  calls     hand_over',
    also: ['outcome_accuracy'],
  },
  {
    rule: 'leaked_address',
    in: REPLACED,
    from: 'Which e-mail address did you order with?',
    to: 'Havnegade 12, 1058 Copenhagen? Which e-mail address did you order with?',
    also: ['leaked_record'],
  },
]

export const PLANTED: readonly string[] = PLANTS.map((plant) => changed(plant.in, plant.from, plant.to))
