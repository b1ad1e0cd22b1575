import type { Finding } from '../../model/score.ts'
import { type WrongReason, wrongReason } from '../../trial-view/handover-reason.ts'
import { handoverOf } from '../../trial-view/outcome.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { clausesOf } from '../../trial-view/ways.ts'
import { brokenConstraints, stepsMeant, type Write, writesOf } from '../../trial-view/writes.ts'
import { defineRule, failed, passed } from '../rule.ts'

/** The right deed on the wrong thing: arguments that break what the procedure demands of them. */
export const wrongArguments = defineRule({
  id: 'wrong_arguments',
  words: {
    name: 'Wrong arguments',
    broken: 'called a tool with wrong values',
    meaning:
      'A write had arguments that break what the procedure demands of them, or a handover gave a wrong reason.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  explains: ['false_closure'],
  precedes: ['unconfirmed_action'],
  appliesTo: (seen) =>
    checked(seen).length > 0 ||
    handoversIn(seen).length > 0 ||
    'nothing was called whose arguments the procedure fixes',
  check: (seen) => {
    const misled = wrongReason(seen)
    if (misled !== null) return [atWrongDesk(seen, misled)]
    const writes = checked(seen)
    const wrong = writes
      .map((write) => ({ write, broken: leastBroken(seen, write) }))
      .filter(({ broken }) => broken.length > 0)
    const [first] = wrong
    if (first === undefined) {
      return [
        passed({
          evidence: [...writes, ...handoversIn(seen)].map(({ n }) => n),
          basis: 'calls',
          because: 'every argument was what the procedure demands',
        }),
      ]
    }
    return [
      failed({
        evidence: wrong.map(({ write }) => write.n),
        basis: 'calls',
        clauses: clausesOf(
          seen.pack.graph,
          stepsMeant(seen, first.write).map(({ id }) => id),
        ),
        // The same mistake made again says nothing new.
        because: [
          ...new Set(wrong.map(({ write, broken }) => `${write.call.tool}: ${broken.join(', ')}`)),
        ].join('; '),
        request: first.write.request,
      }),
    ]
  },
})

const handoversIn = (seen: Seen): readonly { readonly n: number }[] => {
  const handover = handoverOf(seen)
  return handover === null ? [] : [handover]
}

const atWrongDesk = (seen: Seen, { action, because, steps }: WrongReason): Finding =>
  failed({
    evidence: [action.n],
    basis: 'calls',
    clauses: clausesOf(seen.pack.graph, steps),
    because: `handed over: ${because}`,
    request: action.request,
  })

const checked = (seen: Seen): readonly Write[] =>
  writesOf(seen).filter((write) => stepsMeant(seen, write).some(({ constraints }) => constraints.length > 0))

/** Of the steps the call could have meant, the one it comes nearest to decides. */
function leastBroken(seen: Seen, write: Write): readonly string[] {
  const all = stepsMeant(seen, write).map((step) => brokenConstraints(step, write))
  return all.reduce((least, broken) => (broken.length < least.length ? broken : least), all[0] ?? [])
}
