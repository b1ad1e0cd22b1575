import type { Lexicon } from '../../base/values/lexicon.ts'
import type { GraphFile, StepFile } from '../file/graph-file.ts'
import { citesIn } from '../file/read-scopes.ts'
import { sayIncoming } from './incoming.ts'
import { edgeItemId, hasSource } from './items.ts'
import { idInWords, type Names, namesOf } from './names.ts'
import { plainText, say, type Words } from './pieces.ts'
import { valuesOfOneVariable } from './say-condition.ts'
import { sayForbid, sayInterrupt } from './say-forbid.ts'
import { sayStep } from './say-step.ts'
import { pathOfStep, scopesOf, stepIn, targetOfEdge, type WrittenScope } from './scopes.ts'
import {
  conditionOf,
  type Decide,
  guardsOf,
  sayEdgeWay,
  sayHead,
  sayLeaving,
  sayTail,
  type Tail,
} from './ways.ts'

/**
 * A graph in words, by the sentence it comes from (L2): for each clause the lines of every item that cites it, and for
 * each item that no sentence says (`assumed`) the lines under the item's id.
 */
export type Glosses = ReadonlyMap<string, readonly Words[]>

export function glossesOf(file: GraphFile, lexicon: Lexicon | null): Glosses {
  const names = namesOf(file, lexicon)
  const found = new Map<string, Words[]>()
  const add = (key: string, line: Words): void => {
    const lines = found.get(key)
    if (lines === undefined) found.set(key, [line])
    else lines.push(line)
  }
  for (const scope of scopesOf(file)) for (const [key, line] of linesOfScope(scope, names)) add(key, line)
  for (const [index, raw] of (file.forbid ?? []).entries())
    for (const key of keysOf(raw, `never/${raw.id}`))
      add(key, say`[never] ${sayForbid({ ...raw, cites: undefined }, ['forbid', index], names)}`)
  for (const [index, raw] of (file.interrupts ?? []).entries())
    for (const key of keysOf(raw, `whenever/${raw.id}`))
      add(key, say`${sayInterrupt({ ...raw, cites: undefined }, ['interrupts', index], names)}`)
  for (const { clause, because } of file.waive ?? []) add(clause, [`set aside: ${because}`])
  return found
}

/** One clause's gloss as text. */
export const glossText = (lines: readonly Words[]): string => lines.map(plainText).join('\n')

type SourcedItem = {
  readonly cites?: string | readonly string[] | undefined
  readonly assumed?: string | undefined
}
const keysOf = (part: SourcedItem, id: string): readonly string[] => {
  const cites = citesIn(part.cites)
  return part.assumed === undefined ? cites : [...cites, id]
}

type Place = {
  readonly scope: WrittenScope
  readonly names: Names
  /** what has to hold for the walk to come to a step, where it comes by a decision, an answer or an exit */
  readonly incoming: ReadonlyMap<string, Words>
}
type Keyed = readonly [key: string, line: Words]

function linesOfScope(scope: WrittenScope, names: Names): readonly Keyed[] {
  const place: Place = { scope, names, incoming: sayIncoming(scope, names) }
  return Object.entries(scope.steps).flatMap(([name, step]): readonly Keyed[] => {
    if ('run' in step) return []
    if ('decide' in step) return linesOfDecide(name, step, place)
    const line = lineOfStep(name, step, place)
    return keysOf(step, `${scope.id}/${name}`).map((key) => [key, line])
  })
}

type PlainStep = Exclude<StepFile, { decide: unknown } | { run: unknown }>

function lineOfStep(name: string, step: PlainStep, place: Place): Words {
  const { scope, names } = place
  const when = place.incoming.get(name)
  const condition = when === undefined ? [] : say`${when}: `
  const words = sayStep(step, { names, scope, path: pathOfStep(scope, name) })
  const end = 'next' in step ? sayEndAfter(step.next, scope) : ''
  return say`[${idInWords(scope.id)}] ${condition}${words}${sayRefusal(step, place)}${end}`
}

function sayRefusal(step: PlainStep, place: Place): Words {
  if (!('confirm' in step)) return []
  if (step.if_refused === undefined) return ['; on a no: the request is withdrawn']
  return say`; on a no: ${sayTail(step.if_refused, tailOf(place))}`
}

/** If a step ends its procedure or part, the gloss says so: a step that is skipped would be lost silently. */
function sayEndAfter(next: string, scope: WrittenScope): string {
  const leaving = sayLeaving(next)
  if (leaving !== null) return `; ${leaving}`
  const step = stepIn(scope, next)
  return step !== undefined && 'end' in step ? '; stop' : ''
}

/** What follows: a short end in full, else the next deed without its details. */
const tailOf = ({ scope, names }: Place): Tail => ({
  scope,
  names,
  elsewhere: (name) => sayHead(name, { scope, names }),
})

const TABLE_ROWS_MIN = 3

function linesOfDecide(name: string, step: Decide, place: Place): readonly Keyed[] {
  const { scope, names } = place
  const edges = step.decide.map((edge, index) => ({
    index,
    target: edge.loop === undefined ? targetOfEdge(edge) : null,
    keys: hasSource(edge)
      ? keysOf(edge, edgeItemId(scope, name, index))
      : keysOf(step, `${scope.id}/${name}`),
    condition: conditionOf(step, index, { scope, name, names }),
    way: sayEdgeWay(edge, [...pathOfStep(scope, name), 'decide', index], tailOf(place)),
  }))
  const own = keysOf(step, `${scope.id}/${name}`)
  const keys = new Set([...edges.flatMap((edge) => edge.keys), ...own])
  const values = valuesOfOneVariable(guardsOf(step, scope, name).filter((guard) => guard !== null))
  const verb = step.choice === 'agent' ? 'the agent may choose, if ' : 'if '
  return [...keys].flatMap((key): readonly Keyed[] => {
    const relevant = edges.filter((edge) => edge.keys.includes(key))
    if (values !== null && relevant.length >= TABLE_ROWS_MIN && step.choice !== 'agent') {
      const rows = relevant.map(({ condition, way }): Keyed => [key, say`  ${condition} -> ${way}`])
      return [[key, [`[${idInWords(scope.id)}] by ${names.variable(values.name)}:`]], ...rows]
    }
    // a sentence whose edges all name sentences of their own is about the decision as a whole
    const shown = relevant.length > 0 ? relevant : edges
    return shown
      .filter(({ target }) => target === null || !saysItself(target, key, scope))
      .map(({ condition, way }) => [key, say`[${idInWords(scope.id)}] ${verb}${condition}: ${way}`])
  })
}

/** A deed that cites the clause itself is printed with its condition already. */
function saysItself(target: string, key: string, scope: WrittenScope): boolean {
  const step = stepIn(scope, target)
  return step !== undefined && !('run' in step) && !('decide' in step) && citesIn(step.cites).includes(key)
}
