import { type Place, type Problem, problem } from '../../base/files/problem.ts'
import type { Guard } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import { variablesOf } from '../../base/guards/guard-explain.ts'
import type { DraftScope, DraftStep } from '../file/draft.ts'
import type { FieldSpec } from '../model/graph.ts'
import { reachable } from '../model/next-of.ts'

/** C8: a field asked a bounded number of times can end up refused, and has one bound in a procedure. */
export function checkAttempts(
  scopes: readonly DraftScope[],
  fields: ReadonlyMap<string, FieldSpec>,
): readonly Problem[] {
  const subs = new Map(scopes.filter((it) => it.kind === 'sub-procedure').map((it) => [it.id, it]))
  const roots = scopes.filter((it) => it.kind !== 'sub-procedure')
  return [
    ...scopes.flatMap((scope) => neverRefused(scope, fields)),
    ...roots.flatMap((root) => boundsThatDiffer(root, subs)),
  ]
}

type Learn = Extract<DraftStep, { kind: 'learn' }>
const isLearn = (step: DraftStep): step is Learn => step.kind === 'learn'
const sayBound = (bound: number | null): string => (bound === null ? 'none' : String(bound))

function neverRefused(scope: DraftScope, fields: ReadonlyMap<string, FieldSpec>): readonly Problem[] {
  return [...scope.steps.values()].filter(isLearn).flatMap((step) => {
    const field = fields.get(step.field)
    if (step.attemptsMax === null || field === undefined || field.mayBe.includes('refused')) return []
    const message = `"${step.field}" has attempts_max but can never be refused`
    const hint = `Add may_be: [refused] to the field "${step.field}".`
    return [problem(step.at, 'attempts-without-refused', message, hint)]
  })
}

function boundsThatDiffer(root: DraftScope, subs: ReadonlyMap<string, DraftScope>): readonly Problem[] {
  const bounds = new Map<string, number | null>()
  return learnsOf(root, subs).flatMap((step) => {
    const before = bounds.get(step.field)
    if (before === undefined) bounds.set(step.field, step.attemptsMax)
    if (before === undefined || before === step.attemptsMax) return []
    const message = `"${step.field}" is learned with attempts_max ${sayBound(before)} and ${sayBound(step.attemptsMax)} in "${root.id}"`
    return [problem(step.at, 'attempts-differ', message, 'Give all its learns the same number.')]
  })
}

/** The learns of a scope and of everything it runs. */
function learnsOf(root: DraftScope, subs: ReadonlyMap<string, DraftScope>): readonly Learn[] {
  const runs = (scope: DraftScope) =>
    [...scope.steps.values()].flatMap((step) => (step.kind === 'run' ? (subs.get(step.sub) ?? []) : []))
  return [...reachable([root], runs)].flatMap(({ steps }) => [...steps.values()].filter(isLearn))
}

type ForGuard = { readonly id: string; readonly for: Guard; readonly at: Place }

/** C9: each intent has exactly one procedure. */
export function checkIntents(
  procedures: readonly ForGuard[],
  intent: FieldSpec | undefined,
  at: Place,
): readonly Problem[] {
  if (intent === undefined || intent.type !== 'enum') {
    const hint = 'Add intent: { type: enum, of: [...] } to the fields.'
    return [problem(at, 'no-intent', 'there is no field "intent" with the intents of this desk', hint)]
  }
  const found: Problem[] = []
  for (const procedure of procedures) {
    const other = variablesOf(procedure.for).find((name) => name !== 'fields.intent')
    if (other === undefined) continue
    const message = `"for" of "${procedure.id}" reads "${other}"; it may read fields.intent only`
    found.push(
      problem(procedure.at, 'for-reads-more', message, 'Decide on other variables inside the procedure.'),
    )
  }
  if (found.length > 0) return found
  for (const value of intent.of) {
    const fitting = procedures.filter((procedure) => evaluate(procedure.for, () => value))
    if (fitting.length === 1) continue
    if (fitting.length === 0) {
      const hint = 'Write a procedure for it, or drop the intent.'
      found.push(
        problem(intent.at, 'intent-without-procedure', `no procedure is for the intent "${value}"`, hint),
      )
    } else {
      const names = fitting.map((procedure) => `"${procedure.id}"`).join(' and ')
      const message = `${names} are for the same intent "${value}"`
      found.push(
        problem(fitting[1]?.at ?? at, 'intent-with-two-procedures', message, 'Leave it to one of them.'),
      )
    }
  }
  return found
}
