import type { Guard } from '../../base/guards/guard.ts'
import { compileGuard } from '../../base/guards/guard-evaluate.ts'
import { atomsOf } from '../../base/guards/guard-explain.ts'
import type { StepId } from '../../base/values/ids.ts'
import { Special, UNKNOWN, type Value } from '../../base/values/value.ts'
import type { Edge, Graph, Step } from '../../graph/model/graph.ts'
import { fieldsOfVariable, followers } from './ways.ts'

/** What is known when somebody asks which ways are open. */
export type Known = {
  /** variables as they stand */
  readonly read: (name: string) => Value
  /** a field taken as not yet given: whatever hangs on it may still be */
  readonly open?: string
  /** a field taken as given in this way */
  readonly fixed?: { readonly field: string; readonly value: Value }
  /** steps through which no way leads */
  readonly without?: (step: Step) => boolean
}

/** Can one of these steps be reached from there, on the ways that records and what was said leave open? */
export function canReach(graph: Graph, from: StepId, targets: ReadonlySet<StepId>, known: Known): boolean {
  const todo = [from]
  const seen = new Set(todo)
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (targets.has(id)) return true
    const step = graph.steps.get(id)
    if (step === undefined || known.without?.(step) === true) continue
    const next =
      step.kind === 'decide'
        ? step.edges.filter((edge) => mayHold(graph, edge, known)).map(({ to }) => to)
        : followers(step)
    for (const to of next) {
      if (!seen.has(to)) todo.push(to)
      seen.add(to)
    }
  }
  return false
}

/** An edge may hold while something its guard reads is not known. */
function mayHold(graph: Graph, { when }: Edge, { read, open, fixed }: Known): boolean {
  const names = namesIn(when)
  const hangsOn = (name: string, field: string | undefined): boolean =>
    field !== undefined && fieldsOfVariable(graph, name).has(field)
  const isOpen = (name: string): boolean =>
    hangsOn(name, open) ||
    [...fieldsOfVariable(graph, name)].some(
      (field) => field !== fixed?.field && read(`fields.${field}`) === UNKNOWN,
    )
  if (names.some(isOpen)) return true
  const value = (name: string): Value =>
    fixed === undefined || !hangsOn(name, fixed.field)
      ? read(name)
      : name === `fields.${fixed.field}`
        ? fixed.value
        : fixed.value instanceof Special
          ? withoutIt(read(name))
          : read(name)
  return compileGuard(when)(value)
}

const named = new WeakMap<Guard, readonly string[]>()

/** The variables of a guard, each once. */
function namesIn(guard: Guard): readonly string[] {
  const known = named.get(guard)
  if (known !== undefined) return known
  const names = [...new Set(atomsOf(guard).map(({ name }) => name))]
  named.set(guard, names)
  return names
}

/** What is worked out from something that is lacking: nothing matches it. */
const withoutIt = (value: Value): Value => (typeof value === 'boolean' ? false : UNKNOWN)
