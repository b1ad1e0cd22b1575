import type { Guard } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import type { StepId } from '../../base/values/ids.ts'
import { Special, UNKNOWN, type Value } from '../../base/values/value.ts'
import type { Graph, Step } from '../../graph/model/graph.ts'
import { fieldsOfVariable, followers, stepsBefore } from './ways.ts'

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
export function canReach(graph: Graph, from: StepId, targets: readonly StepId[], known: Known): boolean {
  const given = givenBy(graph, known)
  const before = targets.map((target) => stepsBefore(graph, target))
  const todo = [from]
  const seen = new Set(todo)
  // Ways that lead to none of them are not gone: their guards need not be read.
  const visit = (id: StepId): void => {
    if (seen.has(id) || !before.some((steps) => steps.has(id))) return
    seen.add(id)
    todo.push(id)
  }
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (targets.includes(id)) return true
    const step = graph.steps.get(id)
    if (step === undefined || known.without?.(step) === true) continue
    if (step.kind === 'decide') {
      for (const { to, when } of step.edges) if (!seen.has(to) && couldBe(when, true, given)) visit(to)
    } else for (const to of followers(step)) visit(to)
  }
  return false
}

/** An edge may hold unless what is known makes its guard false, whatever comes of the rest. */
function givenBy(graph: Graph, { read, open, fixed }: Known): Given {
  const isOpen = (name: string): boolean =>
    fieldsOfVariable(graph, name).some(
      ({ field, variable }) => field === open || (field !== fixed?.field && read(variable) === UNKNOWN),
    )
  const value = (name: string): Value => {
    if (fixed === undefined || !fieldsOfVariable(graph, name).some(({ field }) => field === fixed.field))
      return read(name)
    if (name === `fields.${fixed.field}`) return fixed.value
    return fixed.value instanceof Special ? withoutIt(read(name)) : read(name)
  }
  return { isOpen, value }
}

type Given = { readonly isOpen: (name: string) => boolean; readonly value: (name: string) => Value }

/** Could the guard come out like that? A comparison of something open could come out either way. */
function couldBe(guard: Guard, holds: boolean, given: Given): boolean {
  switch (guard.op) {
    case 'not':
      return couldBe(guard.of, !holds, given)
    case 'and':
    case 'or':
      return (guard.op === 'and') === holds
        ? guard.of.every((part) => couldBe(part, holds, given))
        : guard.of.some((part) => couldBe(part, holds, given))
    case 'constant':
      return guard.value === holds
    default:
      return given.isOpen(guard.name) || evaluate(guard, given.value) === holds
  }
}

/** What is worked out from something that is lacking: nothing matches it. */
const withoutIt = (value: Value): Value => (typeof value === 'boolean' ? false : UNKNOWN)
