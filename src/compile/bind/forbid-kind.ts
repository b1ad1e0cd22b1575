import type { ForbidKind } from '../../graph/model/catastrophes.ts'
import { type Bound, namesIn } from '../tie/condition.ts'
import type { Derived } from '../tie/derived.ts'
import type { Desk } from '../tie/desk.ts'
import { wordsOf } from '../tie/words.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const ENDS = set('cancel end stop block terminate revoke suspend withdraw delete remove close')
const GIVES = set(
  'refund pay repay grant give credit waive reimburse compensate send resend ship reship replace exchange swap return issue apply award donate discount book rebook upgrade create',
)

/**
 * The kind of a prohibition where every desk has a word for it: something ended that should run on, something done for
 * somebody who has not shown who they are, money or goods given away. Anything else is the pack's own to name.
 */
export function kindOf(
  tool: string,
  when: Bound,
  { desk, derived }: { readonly desk: Desk; readonly derived: ReadonlyMap<string, Derived> },
): ForbidKind | 'forbidden_action' {
  if (ENDS.has(wordsOf(tool)[0] ?? '')) return 'wrongful_cancellation'
  const compares = namesIn(when).some((name) => {
    const spec = derived.get(name.replace(/^derived\./, ''))
    return spec !== undefined && 'same' in spec
  })
  if (compares) return 'enabled_fraud'
  const moves = desk.writes.find(({ id }) => id === tool)?.movesMoney === true
  return moves && GIVES.has(wordsOf(tool)[0] ?? '') ? 'free_goods' : 'forbidden_action'
}
