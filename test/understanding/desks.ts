import { Lexicon } from '../../src/base/values/lexicon.ts'
import { LEXICON as AIRLINE } from '../golden/real-sentences.ts'
import type { RecordedFile } from './recorded.ts'

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
const desk = (tools: Readonly<Record<string, ReturnType<typeof tool>>>): Lexicon =>
  Lexicon.parse({
    intents: {},
    fields: {},
    topics: {},
    tools: { ...tools, transfer_to_human_agents: HANDOVER_WORDS },
  })

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

export const DESKS: Partial<Record<RecordedFile, Lexicon>> = {
  'tau-bench/trajectories/gpt-4o-airline.json.gz': AIRLINE,
  'tau2-bench/results/sierra_gpt-4.1_airline_1trial.json.gz': AIRLINE,
  'tau2-bench/results/sierra_gpt-4.1_retail_1trial.json.gz': RETAIL,
  'tau2-bench/results/sierra_gpt-4.1_telecom_1trial.json.gz': TELECOM,
  'tau2-bench/results/toolorchestra_retail_gpt-5_a.json.gz': RETAIL,
}
export const HANDOVER = 'transfer_to_human_agents'
