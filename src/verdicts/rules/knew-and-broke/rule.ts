import { memo } from '../../../base/memo.ts'
import type { ClauseId } from '../../../base/values/ids.ts'
import type { Basis } from '../../model/score.ts'
import type { AgentMessage, Seen, SeenAction } from '../../trial-view/seen.ts'
import { clausesAbout, shutGates } from '../../trial-view/ways.ts'
import { stepsMeant, type Write } from '../../trial-view/writes.ts'
import { defineRule, failed, passed, weakest } from '../rule.ts'

/** Told the customer the rule, and then broke it. */
export const knewAndBroke = defineRule({
  id: 'knew_and_broke',
  words: {
    name: 'Knew and broke',
    broken: 'knew the right action and took another',
    meaning: 'The agent told the customer a rule of the SOP, and then broke it.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  explains: ['false_closure'],
  precedes: ['wrong_arguments'],
  appliesTo: (seen) => namings(seen).length > 0 || 'the agent named no rule',
  check: (seen) => {
    const named = namings(seen)
    const broken = seen.actions.filter(isBreach).flatMap((action) => namedBefore(seen, action, named))
    const [first] = broken
    if (first === undefined) {
      const evidence = named.map(({ message }) => message.n)
      return [
        passed({
          evidence,
          basis: weakest(named.map(({ basis }) => basis)),
          because: 'named the rule and kept it',
        }),
      ]
    }
    return [
      failed({
        evidence: broken.flatMap(({ naming, action }) => [naming.message.n, action.n]),
        basis: weakest(broken.map(({ naming }) => naming.basis)),
        clauses: [...new Set(broken.flatMap(({ clauses }) => clauses))],
        because: `said "${first.naming.topic}" and did the opposite`,
        request: first.action.request,
      }),
    ]
  },
})

type Naming = {
  readonly message: AgentMessage
  readonly basis: Basis
  readonly topic: string
  readonly clauses: readonly ClauseId[]
}

/** Declines and explanations about a topic that stands for sentences of the SOP. */
const namings = memo((seen: Seen): readonly Naming[] =>
  seen.messages.flatMap((message) =>
    message.acts.flatMap(({ act, basis, counts }) => {
      if (counts !== 'always' || (act.act !== 'decline' && act.act !== 'explain')) return []
      if (act.about === undefined) return []
      const clauses = clausesAbout(seen.pack.graph, act.about)
      return clauses.length === 0 ? [] : [{ message, basis, topic: act.about, clauses }]
    }),
  ),
)

const isBreach = (action: SeenAction): boolean =>
  action.class === 'forbidden' || (action.class === 'off-path' && action.call?.role === 'write')

function namedBefore(seen: Seen, action: SeenAction, named: readonly Naming[]) {
  const clauses = breached(seen, action)
  return named
    .filter((naming) => naming.message.n < action.n)
    .map((naming) => ({
      naming,
      action,
      clauses: naming.clauses.filter((clause) => clauses.includes(clause)),
    }))
    .filter((each) => each.clauses.length > 0)
}

/** The sentences this action goes against: of the decisions that shut its way, else of the forbids that name it. */
function breached(seen: Seen, action: SeenAction): readonly ClauseId[] {
  const { graph } = seen.pack
  const { readThen } = action
  const shut =
    isWrite(action) && readThen !== null
      ? stepsMeant(seen, action).flatMap(({ id }) => shutGates(graph, id, readThen))
      : []
  if (shut.length > 0) return shut.flatMap(({ gate }) => gate.decision.cites)
  return graph.forbids.filter(({ id }) => action.forbids.includes(id)).flatMap(({ cites }) => cites)
}

const isWrite = (action: SeenAction): action is Write => action.call?.role === 'write'
