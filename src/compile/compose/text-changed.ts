import type { GraphFile, StepFile } from '../../graph/file/graph-file.ts'
import { citesIn } from '../../graph/file/read-scopes.ts'
import { scopesOf } from '../../graph/words/scopes.ts'
import type { SopDocument } from '../../sop/sop.ts'
import { NOT_READ } from '../outline/not-read.ts'
import { withSteps } from './scope-edit.ts'

/**
 * A graph whose text was changed (L8): a new sentence is set aside as unread, and what rested on a sentence that was taken out
 * becomes an assumption. So one sentence opens one line, and the desk stays sound meanwhile. The cites are renumbered before.
 */
export function fitToText(graph: GraphFile, sop: SopDocument): GraphFile {
  const isThere = (clause: string): boolean => [...sop.clauses.keys()].some((id) => id === clause)
  const known = new Set(citedIn(graph))
  const fresh = [...sop.clauses.keys()].filter((id) => !known.has(id))
  const gone = [...known].filter((clause) => !isThere(clause))
  if (fresh.length + gone.length === 0) return graph
  const rested = <Part extends Citing>(part: Part): Part => {
    const cites = citesIn(part.cites)
    const left = cites.filter(isThere)
    if (left.length === cites.length) return part
    return left.length > 0
      ? { ...part, cites: left.join(',') }
      : { ...part, cites: undefined, assumed: part.assumed ?? TAKEN_OUT }
  }
  const stepped = scopesOf(graph).reduce(
    (so, scope) =>
      withSteps(so, scope, {
        start: scope.start,
        steps: Object.fromEntries(
          Object.entries(scope.steps).map(([name, step]) => [name, restedStep(step, rested)]),
        ),
      }),
    graph,
  )
  const waive = [
    ...(graph.waive ?? []).filter(({ clause }) => isThere(clause)),
    ...fresh.map((clause) => ({ clause, because: NOT_READ })),
  ]
  return {
    ...stepped,
    ...(stepped.forbid === undefined ? {} : { forbid: stepped.forbid.map(rested) }),
    ...(stepped.interrupts === undefined ? {} : { interrupts: stepped.interrupts.map(rested) }),
    waive: waive.length === 0 ? undefined : waive,
  }
}
const TAKEN_OUT = 'the sentence that said so was taken out of the text'

type Citing = { cites?: string | string[] | undefined; assumed?: string | undefined }

function restedStep(step: StepFile, rested: <Part extends Citing>(part: Part) => Part): StepFile {
  if ('run' in step) return step
  if ('decide' in step) return { ...rested(step), decide: step.decide.map((edge) => rested(edge)) }
  return rested(step)
}

function citedIn(graph: GraphFile): readonly string[] {
  const steps = scopesOf(graph).flatMap((scope) => Object.values(scope.steps))
  return [
    ...steps.flatMap((step) => ('run' in step ? [] : citesIn(step.cites))),
    ...steps.flatMap((step) => ('decide' in step ? step.decide.flatMap(({ cites }) => citesIn(cites)) : [])),
    ...[...(graph.forbid ?? []), ...(graph.interrupts ?? [])].flatMap(({ cites }) => citesIn(cites)),
    ...(graph.waive ?? []).map(({ clause }) => clause),
  ]
}
