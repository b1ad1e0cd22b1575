import type { Lexicon } from '../../base/values/lexicon.ts'
import type { GraphFile, StepFile } from '../../graph/file/graph-file.ts'
import { namesOf } from '../../graph/words/names.ts'
import { plainText } from '../../graph/words/pieces.ts'
import { scopesOf, stepIn, targetOfEdge, type WrittenScope } from '../../graph/words/scopes.ts'
import { conditionOf, confirmedTool, sayHead } from '../../graph/words/ways.ts'
import { isTail } from './tail.ts'

/** A way from one step to the next, where another step can be put in. */
export type Place = {
  /** `deposit//start`, `deposit/ask/next`, `deposit/window/1` (an edge), `deposit/propose/no` (a refused confirmation) */
  readonly id: string
  readonly scope: string
  /** null: nothing follows, the request is withdrawn */
  readonly to: string | null
}
export type PlaceInWords = Place & {
  readonly words: string
  /** the procedure is not written further here */
  readonly isOpen: boolean
}

export const placeId = (scope: string, step: string, way: string | number): string =>
  `${scope}/${step}/${way}`

/** The places of a procedure in the order of its walk from the start. */
export function placesOf(scope: WrittenScope): readonly Place[] {
  const found: Place[] = [{ id: placeId(scope.id, '', 'start'), scope: scope.id, to: scope.start }]
  const seen = new Set<string>()
  // What belongs together stands together: a branch is written to its end before the next one begins.
  const visit = (name: string): void => {
    const step = stepIn(scope, name)
    if (step === undefined || seen.has(name)) return
    seen.add(name)
    for (const [way, to] of waysOf(step)) {
      found.push({ id: placeId(scope.id, name, way), scope: scope.id, to })
      if (to !== null) visit(to)
    }
  }
  visit(scope.start)
  return found
}

function waysOf(step: StepFile): readonly (readonly [way: string | number, to: string | null])[] {
  if ('decide' in step)
    return step.decide.flatMap((edge, index) =>
      edge.loop === undefined ? [[index, targetOfEdge(edge)] as const] : [],
    )
  if ('confirm' in step)
    return [
      ['next', step.next],
      ['no', step.if_refused ?? null],
    ]
  return 'next' in step && step.next !== undefined ? [['next', step.next]] : []
}

/** Every place of a graph as a person chooses it. */
export function placesInWords(graph: GraphFile, lexicon: Lexicon | null): readonly PlaceInWords[] {
  const names = namesOf(graph, lexicon)
  return scopesOf(graph).flatMap((scope) =>
    placesOf(scope).map((place) => {
      const step = place.to === null ? undefined : stepIn(scope, place.to)
      const isOpen = step !== undefined && isTail(step)
      return { ...place, words: wordsOf(place, scope, names), isOpen }
    }),
  )
}

function wordsOf({ id }: Place, scope: WrittenScope, names: ReturnType<typeof namesOf>): string {
  const [, name = '', way = ''] = id.split('/')
  const step = stepIn(scope, name)
  if (step === undefined) return 'at the beginning'
  if ('decide' in step) return `if ${plainText(conditionOf(step, Number(way), { scope, name, names }))}`
  if ('confirm' in step) {
    const tool = confirmedTool(step.confirm, scope)
    return way === 'no' ? `on a no to ${tool}` : `after a yes to ${tool}`
  }
  return `after: ${plainText(sayHead(name, { scope, names }))}`
}

/** The steps and the start of a scope with another target at a place. */
export function redirected(
  scope: WrittenScope,
  place: Place,
  to: string,
): Pick<WrittenScope, 'start' | 'steps'> {
  const [, name = '', way = ''] = place.id.split('/')
  const step = stepIn(scope, name)
  if (step === undefined) return { start: to, steps: scope.steps }
  return { start: scope.start, steps: { ...scope.steps, [name]: leadingTo(step, way, to) } }
}

function leadingTo(step: StepFile, way: string, to: string): StepFile {
  if ('decide' in step)
    return {
      ...step,
      decide: step.decide.map((edge, index) => {
        if (index !== Number(way)) return edge
        return 'when' in edge ? { ...edge, to } : { ...edge, otherwise: to }
      }),
    }
  if ('confirm' in step && way === 'no') return { ...step, if_refused: to }
  return 'next' in step ? { ...step, next: to } : step
}
