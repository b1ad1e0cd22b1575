import type { GraphFile } from '../../graph/file/graph-file.ts'
import { citesIn } from '../../graph/file/read-scopes.ts'
import { scopesOf, stepIn, targetsIn, type WrittenScope } from '../../graph/words/scopes.ts'
import type { OutlineFile } from '../outline/outline-file.ts'
import { ask, type Question } from './question.ts'

/** An order line is proved on every way: no deed of `then` is reached before a step of `first` (L1). */
export function orderQuestions({ lines }: OutlineFile, graph: GraphFile): readonly Question[] {
  return lines.flatMap(({ clause, kind, first, then, of, to }) => {
    if (kind === 'exception' && of === undefined)
      return ask(clause, 'exception', 'An exception, but not of which sentence.')
    if (kind === 'reference' && to === undefined)
      return ask(clause, 'name', 'A reference that is not resolved.')
    if (kind !== 'order') return []
    if (first === undefined || then === undefined)
      return ask(clause, 'order', 'An order, but not what comes first and what then.')
    const broken = scopesOf(graph).flatMap((scope) => brokenIn(scope, new Set(first), new Set(then)))
    return broken
      .slice(0, 1)
      .flatMap((step) =>
        ask(clause, 'order', `${step} is reached before anything that cites ${first.join(', ')}.`),
      )
  })
}

function brokenIn(
  scope: WrittenScope,
  first: ReadonlySet<string>,
  then: ReadonlySet<string>,
): readonly string[] {
  const cites = (name: string, clauses: ReadonlySet<string>): boolean => {
    const step = stepIn(scope, name)
    return step !== undefined && !('run' in step) && citesIn(step.cites).some((clause) => clauses.has(clause))
  }
  if (!Object.keys(scope.steps).some((name) => cites(name, first))) return []
  const seen = new Set<string>()
  const open = [scope.start]
  const found: string[] = []
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const step = stepIn(scope, at)
    if (step === undefined || seen.has(at) || cites(at, first)) continue
    seen.add(at)
    if (cites(at, then) && !('decide' in step)) found.push(`${scope.id}/${at}`)
    open.push(...targetsIn(scope, at))
  }
  return found
}
