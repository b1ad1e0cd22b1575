import { sayValue } from '../../../base/guards/guard-explain.ts'
import type { ActionClass } from '../../../graph/walk/walk-types.ts'
import type { Seen, SeenAction } from '../../trial-view/seen.ts'
import { clausesOf } from '../../trial-view/ways.ts'
import { defineRule, failed, passed, weakest } from '../rule.ts'

const WRONG: readonly ActionClass[] = ['off-path', 'forbidden']
const RIGHT: readonly ActionClass[] = ['due', 'permitted', 'premature']

/** Took the branch that the customer's word opens where the record says otherwise (V1). */
export const trustedClaimOverRecord = defineRule({
  id: 'trusted_claim_over_record',
  words: {
    name: 'Trusted claim over record',
    broken: 'believed the customer against the record',
    meaning: 'The agent took the branch that the customer’s word opens where the record says otherwise.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  explains: ['waived_proof'],
  appliesTo: (seen) => seen.contradicted.length > 0 || 'no claim went against a record',
  check: (seen) => {
    const claims = seen.contradicted
    const trusting = trustingActions(seen)
    const [first] = trusting
    const said = claims
      .map(
        ({ field, claimed, recorded }) =>
          `${field} is said to be ${sayValue(claimed)}, the record says ${sayValue(recorded)}`,
      )
      .join('; ')
    if (first === undefined) {
      return [
        passed({
          evidence: [...claims.map(({ n }) => n), seen.end],
          basis: 'calls',
          because: `${said}; the record decided`,
        }),
      ]
    }
    return [
      failed({
        evidence: [...claims.map(({ n }) => n), ...trusting.map(({ n }) => n)],
        basis: weakest(trusting.map(({ basis }) => basis)),
        clauses: clausesOf(
          seen.pack.graph,
          first.due.map(({ step }) => step),
        ),
        because: `${said}; the agent acted on what was said`,
        request: first.request,
      }),
    ]
  },
})

/** Wrong as things are, right if the claims were true: only the customer's word can explain it. */
function trustingActions(seen: Seen): readonly SeenAction[] {
  if (!seen.actions.some((action) => WRONG.includes(action.class))) return []
  const believed = new Map(seen.ifBelieved().map((action) => [keyOf(action), action.class]))
  return seen.actions.filter((action) => {
    const then = believed.get(keyOf(action))
    return (
      isOfRequest(seen, action) && WRONG.includes(action.class) && then !== undefined && RIGHT.includes(then)
    )
  })
}

const keyOf = ({ n, what }: SeenAction): string => `${n} ${JSON.stringify(what)}`

/** Closing and saying goodbye believe nobody, nor does a handover of what nobody has looked up. */
const isOfRequest = ({ calls }: Seen, { n, call, what }: SeenAction): boolean =>
  call === null
    ? 'act' in what && what.act !== 'sign-off'
    : call.role === 'write' ||
      (call.role === 'handover' && calls.some((other) => other.role === 'read' && other.ok && other.n < n))
