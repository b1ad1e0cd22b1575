import { type Problem, problem } from '../../base/files/problem.ts'
import { variablesOf } from '../../base/guards/guard-explain.ts'
import { Special } from '../../base/values/value.ts'
import type { Domains, VarDomain } from '../domains/domains.ts'
import { sampleOf, type ValueSet } from '../domains/value-sets.ts'
import type { Graph, StepOf } from '../model/graph.ts'
import { ASSIGNMENTS_MAX, type Assignment } from './check-assignments.ts'
import type { Flow } from './check-flow.ts'

type From = { readonly graph: Graph; readonly domains: Domains; readonly flow: Flow }

/** C2: exactly one edge holds for every assignment that can come about; and which edges no assignment takes. */
export function checkDecides(from: From): readonly Problem[] {
  const found = new Map<string, Problem>()
  for (const step of from.graph.steps.values()) {
    if (step.kind !== 'decide') continue
    for (const each of decideProblems(step, from)) {
      // The rounds of a loop and the calls of a sub-procedure share one decide as written: say it once.
      const key = `${step.source} ${each.code} ${each.line} ${each.column}`
      if (!found.has(key)) found.set(key, each)
    }
  }
  return [...found.values(), ...neverTaken(from)]
}

function decideProblems(step: StepOf<'decide'>, from: From): readonly Problem[] {
  const before = from.flow.before(step.id)
  if (before === undefined) return []
  if (from.flow.tooLarge.has(step.id)) {
    const message = `decide "${step.source}" has more than ${ASSIGNMENTS_MAX} combinations of values: too many to check`
    return [problem(step.at, 'decide-too-large', message, 'Decide on fewer variables at once.')]
  }
  const read = new Set(step.edges.flatMap((edge) => variablesOf(edge.when)))
  const settled = [...read].every((name) => from.flow.isSettled(name, before.settled))
  if (!settled) return [] // C3 says so; domains without `unknown` would say something else here
  const say = (assignment: Assignment): string =>
    sayAssignment(assignment.filter((it) => read.has(it.domain.name)))
  return from.flow.faultsOf(step.id).map(({ assignment, holding }) => {
    const [first, second] = holding.map((index) => step.edges[index])
    if (first === undefined || second === undefined) {
      const message = `decide "${step.source}" has no edge for ${say(assignment)}`
      return problem(step.at, 'decide-incomplete', message, 'Add an edge for it, or otherwise.')
    }
    const both = `"${first.when.text}" and "${second.when.text}"`
    const message = `decide "${step.source}" has two edges for ${say(assignment)}: ${both}`
    return problem(second.at, 'decide-ambiguous', message, 'Make one of the guards narrower.')
  })
}

/** One concrete value of each variable; a variable that has no say is left out by the caller. */
function sayAssignment(assignment: Assignment): string {
  if (assignment.length === 0) return 'any values'
  return assignment.map(({ domain, set }) => `${domain.name} = ${firstValue(domain, set)}`).join(', ')
}

function firstValue({ type, shape, step }: VarDomain, set: ValueSet): string {
  if (set.data.on === 'words' && set.data.except)
    return set.data.words.length === 0 ? 'any text' : 'any other text'
  const value = sampleOf(shape, set, step)
  if (value instanceof Special) return value.word
  return type.type === 'row' ? 'there' : String(value)
}

/** A warning: no assignment takes the edge, in no round and no call. Nothing is wrong, but somebody meant something. */
function neverTaken(from: From): readonly Problem[] {
  const alive = new Map<
    string,
    { readonly at: StepOf<'decide'>['edges'][number]; readonly source: string; taken: boolean }
  >()
  for (const step of from.graph.steps.values()) {
    if (step.kind !== 'decide' || from.flow.before(step.id) === undefined) continue
    step.edges.forEach((edge, index) => {
      const key = `${step.source} ${index}`
      const known = alive.get(key) ?? { at: edge, source: step.source, taken: false }
      known.taken ||= !from.flow.never.has(edge.id)
      alive.set(key, known)
    })
  }
  return [...alive.values()]
    .filter((it) => !it.taken)
    .map((it) => {
      const message = `no values lead along this edge of "${it.source}" (${it.at.otherwise ? 'otherwise' : it.at.when.text})`
      return {
        ...problem(it.at.at, 'edge-never-taken', message, 'Remove it, or correct its guard.'),
        severity: 'warning' as const,
      }
    })
}
