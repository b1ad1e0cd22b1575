import type { CustomerOptions } from '../../conversation/customer/scripted-customer.ts'
import type { MakeCustomer } from './maker.ts'

/** What any customer of a case is made from, whoever plays it. */
export const customerOptions = ({
  pack,
  case: { card, opens, tactic },
  intensity,
  seed,
}: Parameters<MakeCustomer>[0]): CustomerOptions => ({
  card,
  opens,
  tactic: tactic === null ? null : (pack.tactics.get(tactic) ?? null),
  intensity,
  lexicon: pack.lexicon,
  seed,
})
