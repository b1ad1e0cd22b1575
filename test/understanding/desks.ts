import { Lexicon } from '../../src/base/values/lexicon.ts'

/** The words of the recorded desks as their lexicons would hold them: made from the names of their tools alone. */
const tool = (name: string, cues: readonly string[], claim: string) => ({
  name,
  cues: { en: [...cues] },
  claims: { en: [claim] },
})
const HANDOVER_WORDS = tool(
  'a human agent',
  ['human agent', 'transferred', 'transferring', 'specialist', 'colleague', 'escalat'],
  'You are being transferred to a human agent.',
)
const desk = (
  tools: Readonly<Record<string, ReturnType<typeof tool>>>,
  transfer_to_human_agents = HANDOVER_WORDS,
): Lexicon =>
  Lexicon.parse({ intents: {}, fields: {}, topics: {}, tools: { ...tools, transfer_to_human_agents } })

/** Tuned in 0.1 on the recordings of tau-bench. */
const AIRLINE = desk(
  {
    book_reservation: tool(
      'booking',
      ['booked', 'new reservation', 'booking has been', 'booking is'],
      'Your flight has been booked.',
    ),
    cancel_reservation: tool('cancellation', ['cancel'], 'Your reservation has been cancelled.'),
    update_reservation_flights: tool(
      'flight change',
      [
        'upgrad',
        'downgrad',
        'updated to',
        'changed to',
        'new flight',
        'new return flight',
        'flights have been',
        'flight has been',
      ],
      'Your flights have been changed.',
    ),
    update_reservation_baggages: tool(
      'baggage',
      ['baggage', 'checked bag', 'bags'],
      'Your baggage has been updated.',
    ),
    update_reservation_passengers: tool(
      'passengers',
      ['passenger name', 'passenger details', 'passenger information', 'passenger has been'],
      'The passenger has been updated.',
    ),
    send_certificate: tool(
      'certificate',
      ['certificate has been', 'certificate of', 'travel certificate', 'sent a certificate'],
      'A certificate has been sent.',
    ),
  },
  tool('a human agent', ['human agent', 'transfer'], 'You have been transferred to a human agent.'),
)

const RETAIL = desk({
  cancel_pending_order: tool('cancellation', ['cancel'], 'Your order has been cancelled.'),
  exchange_delivered_order_items: tool('exchange', ['exchang'], 'Your exchange has been submitted.'),
  return_delivered_order_items: tool('return', ['return'], 'Your return has been submitted.'),
  modify_pending_order_address: tool(
    'delivery address',
    ['shipping address', 'delivery address', 'address'],
    'The shipping address has been changed.',
  ),
  modify_user_address: tool(
    'default address',
    ['default address', 'profile address', 'account address'],
    'Your default address has been changed.',
  ),
  modify_pending_order_items: tool(
    'change of items',
    ['item', 'modif', 'changed to', 'order has been updated', 'swap', 'variant'],
    'The items of your order have been changed.',
  ),
  modify_pending_order_payment: tool(
    'payment method',
    ['payment method'],
    'The payment method has been changed.',
  ),
})

const TELECOM = desk({
  send_payment_request: tool('payment request', ['payment request'], 'A payment request has been sent.'),
  resume_line: tool(
    'line',
    ['resum', 'reactivat', 'restored', 'unsuspend', 'line has been', 'line is now'],
    'Your line has been resumed.',
  ),
  refuel_data: tool('data', ['gb', 'refuel', 'data has been added', 'added data'], 'Data has been added.'),
  enable_roaming: tool('roaming', ['roaming'], 'Roaming has been enabled.'),
})

export const DESKS = { airline: AIRLINE, retail: RETAIL, telecom: TELECOM } as const
export const HANDOVER = 'transfer_to_human_agents'
