import { evaluate } from '../../base/guards/guard-evaluate.ts'
import { atomsOf } from '../../base/guards/guard-explain.ts'
import { parseGuard } from '../../base/guards/guard-parse.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Value } from '../../base/values/value.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import { citesIn, citesOfDecide } from '../../graph/file/read-scopes.ts'
import { sayIncoming } from '../../graph/words/incoming.ts'
import { idInWords, type Names, namesOf } from '../../graph/words/names.ts'
import { plainText } from '../../graph/words/pieces.ts'
import { sayCondition } from '../../graph/words/say-condition.ts'
import { sayForbid } from '../../graph/words/say-forbid.ts'
import { scopesOf, stepIn, targetOfEdge, type WrittenScope } from '../../graph/words/scopes.ts'
import {
  conditionOf,
  confirmedTool,
  type Decide,
  sayHead,
  sayTail,
  type Tail,
} from '../../graph/words/ways.ts'
import { asGuard, sharedLimits } from './shared-limits.ts'

/** One situation and what could be done in it (L7). The author answers before seeing what the graph does. */
export type BoundaryQuestion = {
  /** stable as long as the place in the graph is: `damaged/window=30` */
  readonly id: string
  readonly about: readonly string[]
  readonly situation: string
  readonly options: readonly string[]
  /** what the graph does: an index of `options` */
  readonly ours: number
  /** writes and handovers first, then what is declined, then words */
  readonly risk: number
  /** no sentence says it: "the text does not say" is right too */
  readonly silent?: true
}

/** Does an answer agree with the graph? */
export const agreesWithGraph = (
  { ours, silent }: Pick<BoundaryQuestion, 'ours' | 'silent'>,
  chosen: number | 'none' | null,
): boolean => chosen === ours || (chosen === null && silent === true)

export function boundaryQuestions(graph: GraphFile, lexicon: Lexicon | null): readonly BoundaryQuestion[] {
  const names = namesOf(graph, lexicon)
  const asked = [
    ...scopesOf(graph).flatMap((scope) => questionsOfScope(scope, names)),
    ...forbidQuestions(graph, names),
  ]
  return asked.sort((a, b) => b.risk - a.risk)
}

function questionsOfScope(scope: WrittenScope, names: Names): readonly BoundaryQuestion[] {
  const incoming = sayIncoming(scope, names)
  const tail: Tail = { scope, names, elsewhere: (name) => sayHead(name, { scope, names }) }
  const place = { scope, names, tail, whereOf: (name: string) => whereOf(scope, incoming.get(name)) }
  return Object.entries(scope.steps).flatMap(([name, step]): readonly BoundaryQuestion[] => {
    if ('decide' in step) return step.choice === 'agent' ? [] : decideQuestions(name, step, place)
    if ('confirm' in step) return [refusalQuestion(name, step, place)]
    if ('handover' in step || 'act' in step) return gapQuestion(name, step, place)
    return gapQuestion(name, step, place)
  })
}

type Place = {
  readonly scope: WrittenScope
  readonly names: Names
  readonly tail: Tail
  readonly whereOf: (name: string) => string
}

function whereOf(scope: WrittenScope, when: Parameters<typeof plainText>[0] | undefined): string {
  const what = scope.kind === 'interrupt' ? 'At any time' : `In "${idInWords(scope.id)}"`
  return when === undefined ? what : `${what}, ${plainText(when)}`
}

function decideQuestions(
  name: string,
  step: Decide,
  { scope, names, tail, whereOf: where }: Place,
): readonly BoundaryQuestion[] {
  const texts = step.decide.map((edge) =>
    edge.loop === undefined
      ? plainText(sayTail(targetOfEdge(edge), tail))
      : `${plainText(sayHead(targetOfEdge(edge), tail))} again, at most ${edge.loop.max} more`,
  )
  const bare = texts.map(withoutCites)
  const options = [...new Set(bare)]
  if (options.length < 2) return []
  const risk = Math.max(...step.decide.map((edge) => riskOf(targetOfEdge(edge), scope)))
  const about = citesOfDecide(step)
  const figures = figureCases(step)
  if (figures !== null)
    return figures.map(({ variable, value, edge }) => ({
      id: `${scope.id}/${name}=${value}`,
      about,
      situation: `${where(name)}: ${sayExactly(variable, value, names)}.`,
      options,
      ours: options.indexOf(bare[edge] ?? ''),
      risk: risk + 1,
    }))
  const limits = sharedLimits(step).map(({ variable, value, others, edge }) => {
    const rest = others.flatMap(([other, held]) => sayHeld(other, held, names))
    return {
      id: `${scope.id}/${name}[${[variable, ...others.map(([other]) => other)].join(' ')}]=${value}`,
      about,
      situation: `${where(name)}: ${[sayExactly(variable, value, names), ...rest].join(', and ')}.`,
      options,
      ours: options.indexOf(bare[edge] ?? ''),
      risk: risk + 1,
    }
  })
  const edges = step.decide.map((_, index) => ({
    id: `${scope.id}/${name}>${index + 1}`,
    about,
    situation: `${where(name)}: ${plainText(conditionOf(step, index, { scope, name, names }))}.`,
    options,
    ours: options.indexOf(bare[index] ?? ''),
    risk,
  }))
  return [...limits, ...edges]
}

/** What else holds in a situation; nothing where any value will do. */
function sayHeld(variable: string, value: Value, names: Names): readonly string[] {
  if (typeof value === 'number') return [sayExactly(variable, value, names)]
  const text = asGuard(variable, value)
  return text === null ? [] : [plainText(sayCondition({ text, path: [] }, names))]
}

const withoutCites = (text: string): string => text.replaceAll(/ \[[^\]]*\]/g, '')

/** Both sides of every figure of a decide over one number; null where it is none. */
function figureCases(step: Decide): readonly { variable: string; value: number; edge: number }[] | null {
  const guards = step.decide.map((edge) => ('when' in edge ? parseGuard(edge.when).guard : null))
  const atoms = guards.flatMap((guard) => (guard === null ? [] : atomsOf(guard)))
  const variable = atoms[0]?.name
  if (variable === undefined || atoms.some((atom) => atom.name !== variable)) return null
  const constants = atoms.flatMap((atom) =>
    atom.op === 'compare' && typeof atom.value === 'number' ? [atom.value] : [],
  )
  if (constants.length === 0) return null
  const values = [...new Set(constants.flatMap((value) => [value - 1, value, value + 1]))].filter(
    (value) => value >= 0,
  )
  return values.map((value) => {
    const held = guards.findIndex((guard) => guard !== null && evaluate(guard, () => value))
    return { variable, value, edge: held === -1 ? step.decide.findIndex((edge) => !('when' in edge)) : held }
  })
}

function sayExactly(variable: string, value: number, names: Names): string {
  const spec = variable.startsWith('derived.') ? names.derived(variable.slice('derived.'.length)) : undefined
  if (spec !== undefined && ('since' in spec || 'until' in spec)) {
    const [link, of] = 'since' in spec ? ['since', spec.since] : ['until', spec.until]
    return `exactly ${value} ${idInWords(spec.unit)} ${link} ${names.variable(of)}`
  }
  return `${names.variable(variable)} is exactly ${value}`
}

function refusalQuestion(
  name: string,
  step: Extract<WrittenScope['steps'][string], { confirm: unknown }>,
  { scope, tail, whereOf: where }: Place,
): BoundaryQuestion {
  const tool = confirmedTool(step.confirm, scope)
  const refused =
    step.if_refused === undefined
      ? 'the request is withdrawn'
      : withoutCites(plainText(sayTail(step.if_refused, tail)))
  const options = [...new Set([tool, refused, 'the request is withdrawn', 'hand over to a colleague'])]
  return {
    id: `${scope.id}/${name}:no`,
    about: citesIn(step.cites),
    situation: `${where(name)}: the agent proposes to ${tool}, and the customer says no.`,
    options,
    ours: options.indexOf(refused),
    risk: 4,
  }
}

function gapQuestion(
  name: string,
  step: WrittenScope['steps'][string],
  { scope, tail, whereOf: where }: Place,
): readonly BoundaryQuestion[] {
  if ('run' in step || 'decide' in step || step.assumed === undefined) return []
  const done = withoutCites(plainText(sayTail(name, tail)))
  return [
    {
      id: `${scope.id}/${name}:assumed`,
      about: [`${scope.id}/${name}`],
      situation: `${where(name)}: no sentence says what to do (${step.assumed}).`,
      options: [done, 'something else'],
      ours: 0,
      risk: 2,
      silent: true,
    },
  ]
}

/** Asked both ways: where it is forbidden, and where it is not; a condition turned round shows in the second. */
function forbidQuestions(graph: GraphFile, names: Names): readonly BoundaryQuestion[] {
  return (graph.forbid ?? []).flatMap((raw, index) => {
    const what = plainText(sayForbid({ ...raw, when: undefined, cites: undefined }, ['forbid', index], names))
      .replace(/^never /, '')
      .replace(/ \([^)]*\)$/, '')
    const options = ['no, never', 'yes, where the procedure leads there']
    const base = { about: citesIn(raw.cites), options, risk: 3 }
    const whenOf = (holds: boolean): string =>
      raw.when === undefined ? 'always' : plainText(sayCondition({ text: raw.when, path: [] }, names, holds))
    const isAlways = whenOf(true) === 'always'
    const there = {
      ...base,
      id: `never/${raw.id}`,
      situation: `${isAlways ? 'Whatever the case' : `If ${whenOf(true)}`}: may the agent ${what}?`,
      ours: 0,
    }
    if (isAlways) return [there]
    const elsewhere = {
      ...base,
      id: `never/${raw.id}:else`,
      situation: `If ${whenOf(false)}: may the agent ${what}?`,
      ours: 1,
    }
    return [there, elsewhere]
  })
}

/** Writes weigh most, then handovers and declines, then words. */
function riskOf(target: string, scope: WrittenScope): number {
  const step = stepIn(scope, target)
  if (step === undefined || 'run' in step) return 1
  if ('act' in step || 'confirm' in step) return 4
  if ('handover' in step) return 3
  return 'tell' in step && step.tell === 'decline' ? 3 : 1
}

/** Clauses that none of the questions is about. */
export const untouched = (
  clauses: readonly string[],
  questions: readonly BoundaryQuestion[],
): readonly string[] => {
  const touched = new Set(questions.flatMap(({ about }) => about))
  return clauses.filter((clause) => !touched.has(clause))
}
