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
    meaning: 'A write had arguments that break what the procedure demands of them.',
  },
  counted: { hits: 'fails', of: 'trials' },
  failsForGood: true,
  appliesTo: (seen) => checked(seen).length > 0 || 'no write was called whose arguments the procedure fixes',
  check: (seen) => {
    const writes = checked(seen)
    const wrong = writes
      .map((write) => ({ write, broken: leastBroken(seen, write) }))
      .filter(({ broken }) => broken.length > 0)
    const [first] = wrong
    if (first === undefined) {
      return [
        passed({
          evidence: writes.map(({ n }) => n),
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

const checked = (seen: Seen): readonly Write[] =>
  writesOf(seen).filter((write) => stepsMeant(seen, write).some(({ constraints }) => constraints.length > 0))

/** Of the steps the call could have meant, the one it comes nearest to decides. */
function leastBroken(seen: Seen, write: Write): readonly string[] {
  const all = stepsMeant(seen, write).map((step) => brokenConstraints(step, write))
  return all.reduce((least, broken) => (broken.length < least.length ? broken : least), all[0] ?? [])
}
