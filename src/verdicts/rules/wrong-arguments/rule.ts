import type { Seen } from '../../trial-view/seen.ts'
import { clausesOf } from '../../trial-view/ways.ts'
import { brokenConstraints, stepsMeant, type Write, writesOf } from '../../trial-view/writes.ts'
import { failed, passed, type Rule } from '../rule.ts'

/** The right deed on the wrong thing: arguments that break what the procedure demands of them. */
export const wrongArguments: Rule = {
  id: 'wrong_arguments',
  failsForGood: true,
  appliesTo: (seen) => checked(seen).length > 0 || 'no write was called whose arguments the procedure fixes',
  check: (seen) => {
    const rule = 'wrong_arguments'
    const writes = checked(seen)
    const wrong = writes
      .map((write) => ({ write, broken: leastBroken(seen, write) }))
      .filter(({ broken }) => broken.length > 0)
    const [first] = wrong
    if (first === undefined) {
      return [
        passed({
          rule,
          evidence: writes.map(({ n }) => n),
          basis: 'calls',
          because: 'every argument was what the procedure demands',
        }),
      ]
    }
    return [
      failed({
        rule,
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
}

const checked = (seen: Seen): readonly Write[] =>
  writesOf(seen).filter((write) => stepsMeant(seen, write).some(({ constraints }) => constraints.length > 0))

/** Of the steps the call could have meant, the one it comes nearest to decides. */
function leastBroken(seen: Seen, write: Write): readonly string[] {
  const all = stepsMeant(seen, write).map((step) => brokenConstraints(step, write))
  return all.reduce((least, broken) => (broken.length < least.length ? broken : least), all[0] ?? [])
}
