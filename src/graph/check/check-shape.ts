import { type Problem, problem } from '../../base/files/problem.ts'
import { type DraftScope, type DraftStep, leadsOut, targetsOf } from '../file/draft.ts'
import { reachable } from '../model/next-of.ts'

/** C1 and C4 on the file as written: every step in reach, every circle through a bounded loop. */
export function checkShape(scopes: readonly DraftScope[]): readonly Problem[] {
  return [
    ...subsInUse(scopes),
    ...scopes.flatMap((scope) => [...unreached(scope), ...circles(scope)]),
    ...selfCalls(scopes),
  ]
}

const subsOf = (scopes: readonly DraftScope[]): ReadonlyMap<string, DraftScope> =>
  new Map(scopes.filter((scope) => scope.kind === 'sub-procedure').map((scope) => [scope.id, scope]))

const runsOf = (scope: DraftScope): readonly string[] =>
  [...scope.steps.values()].flatMap((step) => (step.kind === 'run' ? [step.sub] : []))

function subsInUse(scopes: readonly DraftScope[]): readonly Problem[] {
  const subs = subsOf(scopes)
  const roots = scopes.filter((scope) => scope.kind !== 'sub-procedure')
  const used = reachable(roots, (scope) => runsOf(scope).flatMap((sub) => subs.get(sub) ?? []))
  return [...subs.values()]
    .filter((scope) => !used.has(scope))
    .map((scope) =>
      problem(scope.at, 'unreachable', `no procedure runs "${scope.id}"`, 'Run it somewhere, or remove it.'),
    )
}

function unreached(scope: DraftScope): readonly Problem[] {
  const reached = reachable([scope.start], (name) => {
    const step = scope.steps.get(name)
    return step === undefined ? [] : targetsOf(step)
  })
  // A target that does not exist is reported as such; what lies behind it would only add noise.
  if ([...reached].some((name) => !scope.steps.has(name) && !leadsOut(name))) return []
  return [...scope.steps.values()]
    .filter((step) => !reached.has(step.name))
    .map((step) =>
      problem(
        step.at,
        'unreachable',
        `step "${step.name}" of "${scope.id}" cannot be reached`,
        'Add an edge to it, or remove it.',
      ),
    )
}

/** Where a step leads without taking a loop once more. */
const onwards = (step: DraftStep): readonly string[] =>
  step.kind === 'decide' ? step.edges.map((edge) => edge.loop?.afterMax ?? edge.to) : targetsOf(step)

function circles(scope: DraftScope): readonly Problem[] {
  const next = (name: string): readonly string[] => {
    const step = scope.steps.get(name)
    return step === undefined ? [] : onwards(step).filter((target) => !leadsOut(target))
  }
  const found = circlesIn([...scope.steps.keys()], next).map((circle) => {
    const at = scope.steps.get(circle[0] ?? '')?.at ?? scope.at
    const message = `a cycle without a limit in "${scope.id}": ${circle.join(' -> ')}`
    return problem(
      at,
      'unbounded-loop',
      message,
      'Put loop: { max, then } on the edge of a decide that leads back.',
    )
  })
  return found.length > 0 ? found : loopsThatReturn(scope, next)
}

/** A loop edge whose target never comes back to its decide bounds nothing; most often the wrong edge carries it. */
function loopsThatReturn(scope: DraftScope, next: (name: string) => readonly string[]): readonly Problem[] {
  const found: Problem[] = []
  for (const step of scope.steps.values()) {
    for (const edge of step.kind === 'decide' ? step.edges : []) {
      if (edge.loop === null || leadsOut(edge.to) || reachable([edge.to], next).has(step.name)) continue
      const message = `the loop from "${step.name}" to "${edge.to}" never comes back to "${step.name}"`
      found.push(problem(edge.at, 'loop-without-return', message, 'Remove loop, or add an edge back.'))
    }
  }
  return found
}

function selfCalls(scopes: readonly DraftScope[]): readonly Problem[] {
  const subs = subsOf(scopes)
  const calls = (id: string): readonly string[] => {
    const sub = subs.get(id)
    return sub === undefined ? [] : runsOf(sub)
  }
  return circlesIn([...subs.keys()], calls).map((circle) => {
    const at = subs.get(circle[0] ?? '')?.at ?? { file: '', line: 1, column: 1 }
    const message = `sub-procedures call each other in a cycle: ${circle.join(' -> ')}`
    return problem(at, 'sub-procedure-cycle', message, 'A sub-procedure cannot call itself. Use a loop.')
  })
}

/** One circle per back edge of a depth-first walk, written out. Without recursion: files may be deep. */
function circlesIn(
  names: readonly string[],
  next: (name: string) => readonly string[],
): readonly (readonly string[])[] {
  const circlesMax = 20
  const circles: string[][] = []
  const state = new Map<string, 'open' | 'done'>()
  for (const root of names) {
    if (state.has(root)) continue
    const way: { readonly name: string; readonly targets: readonly string[]; at: number }[] = [
      { name: root, targets: next(root), at: 0 },
    ]
    state.set(root, 'open')
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const target = top.targets[top.at]
      top.at += 1
      if (target === undefined) {
        state.set(top.name, 'done')
        way.pop()
      } else if (state.get(target) === 'open') {
        const onWay = way.map((it) => it.name)
        if (circles.length < circlesMax) circles.push([...onWay.slice(onWay.indexOf(target)), target])
      } else if (!state.has(target)) {
        state.set(target, 'open')
        way.push({ name: target, targets: next(target), at: 0 })
      }
    }
  }
  return circles
}
