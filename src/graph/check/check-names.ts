import { type Place, type Problem, problem } from '../../base/files/problem.ts'
import { didYouMean, unknownName } from '../../base/files/suggest.ts'
import type { ToolRole } from '../../base/values/desk-facts.ts'
import type { Declarations } from '../file/declarations.ts'
import { type DraftScope, type DraftStep, leadsOut, type Target, targetsOf } from '../file/draft.ts'
import type { GraphFacts } from '../model/graph-facts.ts'

type Around = {
  readonly declared: Declarations
  readonly facts: GraphFacts
  readonly subs: ReadonlyMap<string, DraftScope>
}

const RESERVED = new Set(['exit', 'resume'])

/** C7: every name a step uses resolves. */
export function checkNames(scopes: readonly DraftScope[], around: Around): readonly Problem[] {
  return [...duplicateIds(scopes), ...scopes.flatMap((scope) => scopeNames(scope, around))]
}

/** Step ids begin with the id of their procedure or interrupt: two of one id would mix their steps. */
function duplicateIds(scopes: readonly DraftScope[]): readonly Problem[] {
  const taken = new Set<string>()
  return scopes.flatMap((scope) => {
    if (!taken.has(scope.id)) {
      taken.add(scope.id)
      return []
    }
    const hint = 'Procedures, sub-procedures and interrupts share one set of ids.'
    return [problem(scope.at, 'duplicate-id', `"${scope.id}" is declared twice`, hint)]
  })
}

function scopeNames(scope: DraftScope, around: Around): readonly Problem[] {
  const found: Problem[] = []
  if (scope.steps.size === 0) found.push(problem(scope.at, 'no-steps', `"${scope.id}" has no steps`))
  else if (!scope.steps.has(scope.start)) {
    found.push(notAStep('start: ', scope.start, { at: scope.at, scope }))
  }
  for (const step of scope.steps.values()) {
    if (RESERVED.has(step.name))
      found.push(problem(step.at, 'reserved-name', `a step cannot be named "${step.name}"`))
    for (const target of targetsOf(step)) found.push(...targetProblems(target, step.at, scope))
    for (const needed of step.needs) found.push(...needProblems(needed, step, scope))
    found.push(...stepNames(step, { ...around, scope }))
  }
  return found
}

const notAStep = (
  member: string,
  name: string,
  { at, scope }: { readonly at: Place; readonly scope: DraftScope },
): Problem => {
  const message = `${member}"${name}" is not a step of "${scope.id}"`
  return problem(at, 'unknown-step', message, didYouMean(name, scope.steps.keys()))
}

function targetProblems(target: Target, at: Place, scope: DraftScope): readonly Problem[] {
  if (!leadsOut(target)) {
    return scope.steps.has(target) ? [] : [notAStep('', target, { at, scope })]
  }
  const allowed = target === 'resume' ? scope.kind === 'interrupt' : scope.kind === 'sub-procedure'
  if (allowed) return []
  const where = target === 'resume' ? 'an interrupt' : 'a sub-procedure'
  const message = `"${target}" is only allowed in ${where}, and "${scope.id}" is not one`
  return [problem(at, 'unknown-step', message, 'Lead to a step.')]
}

function needProblems(needed: string, step: DraftStep, scope: DraftScope): readonly Problem[] {
  const other = scope.steps.get(needed)
  if (other === undefined) return [notAStep('needs: ', needed, { at: step.at, scope })]
  if (other.kind !== 'run') return []
  const hint = 'Name one of the steps, in the sub-procedure itself.'
  return [problem(step.at, 'wrong-step', `needs: "${needed}" runs a sub-procedure`, hint)]
}

type StepAround = Around & { readonly scope: DraftScope }

function stepNames(step: DraftStep, around: StepAround): readonly Problem[] {
  switch (step.kind) {
    case 'learn':
      if (around.declared.fields.has(step.field)) return []
      return [problem(step.at, ...unknownName('field', step.field, around.declared.fields.keys()))]
    case 'check':
      return [
        ...recordNamed(step.record, step.at, around),
        ...toolNamed(step.tool, 'read', { at: step.at, facts: around.facts }),
      ]
    case 'confirm':
      return confirmProblems(step, around.scope)
    case 'act': {
      const wrong = toolNamed(step.tool, 'write', { at: step.at, facts: around.facts })
      const parameters = around.facts.tools.get(step.tool)?.parameters ?? []
      const strange =
        wrong.length > 0 ? [] : step.constraints.filter((it) => !parameters.includes(it.argument))
      return [
        ...wrong,
        ...strange.map((it) =>
          problem(
            step.at,
            'unknown-argument',
            `tool "${step.tool}" has no argument "${it.argument}"`,
            didYouMean(it.argument, parameters),
          ),
        ),
      ]
    }
    case 'handover':
      if ([...around.facts.tools.values()].some((tool) => tool.role === 'handover')) return []
      return [
        problem(step.at, 'unknown-tool', 'there is no tool with the role handover', 'Add one to tools.yaml.'),
      ]
    case 'run':
      return runProblems(step, around.subs)
    default:
      return []
  }
}

function recordNamed(name: string, at: Place, around: Around): readonly Problem[] {
  if (around.declared.records.has(name)) return []
  return [problem(at, ...unknownName('record', name, around.declared.records.keys()))]
}

/** Also used for forbids, which may name any tool: role null. */
export function toolNamed(
  name: string,
  role: ToolRole | null,
  from: { at: Place; facts: GraphFacts },
): readonly Problem[] {
  const tool = from.facts.tools.get(name)
  if (tool === undefined) {
    return [problem(from.at, ...unknownName('tool', name, from.facts.tools.keys()))]
  }
  if (role === null || tool.role === role) return []
  const fitting = [...from.facts.tools].filter(([, it]) => it.role === role).map(([it]) => it)
  return [
    problem(
      from.at,
      'wrong-tool',
      `tool "${name}" is a ${tool.role} tool; a ${role} tool is needed`,
      didYouMean(name, fitting),
    ),
  ]
}

function confirmProblems(
  step: Extract<DraftStep, { kind: 'confirm' }>,
  scope: DraftScope,
): readonly Problem[] {
  const act = scope.steps.get(step.step)
  if (act?.kind === 'act') return []
  const acts = [...scope.steps.values()].filter((it) => it.kind === 'act').map((it) => it.name)
  return [
    problem(
      step.at,
      'unknown-step',
      `confirm: "${step.step}" is not an act of "${scope.id}"`,
      didYouMean(step.step, acts),
    ),
  ]
}

function runProblems(
  step: Extract<DraftStep, { kind: 'run' }>,
  subs: ReadonlyMap<string, DraftScope>,
): readonly Problem[] {
  const sub = subs.get(step.sub)
  if (sub === undefined) {
    return [problem(step.at, ...unknownName('sub-procedure', step.sub, subs.keys()))]
  }
  const used = new Set([...sub.steps.values()].flatMap(targetsOf).filter(leadsOut))
  const found: Problem[] = []
  for (const exit of used) {
    const name = exit.slice('exit.'.length)
    if (exit === 'exit' ? step.next !== null : step.exits.has(name)) continue
    const hint = exit === 'exit' ? 'Add next.' : `Add exits: { ${name}: some_step }.`
    found.push(
      problem(step.at, 'missing-exit', `"${step.sub}" leaves by ${exit}, which leads nowhere here`, hint),
    )
  }
  for (const name of step.exits.keys()) {
    if (used.has(`exit.${name}`)) continue
    const known = [...used].filter((it) => it !== 'exit').map((it) => it.slice('exit.'.length))
    found.push(
      problem(step.at, 'unknown-exit', `"${step.sub}" has no exit "${name}"`, didYouMean(name, known)),
    )
  }
  return found
}
