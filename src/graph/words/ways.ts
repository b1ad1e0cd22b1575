import type { StepFile } from '../file/graph-file.ts'
import { idInWords, type Names } from './names.ts'
import { type FilePath, type Slot, say, type Words } from './pieces.ts'
import { type GuardText, sayCondition, sayNone } from './say-condition.ts'
import { sayStep } from './say-step.ts'
import { type EdgeFile, pathOfStep, stepIn, targetOfEdge, type WrittenScope } from './scopes.ts'

export type Decide = Extract<StepFile, { decide: unknown }>

/** The condition of each edge of a decide; `otherwise` as the condition it stands for. */
export function conditionOf(
  decide: Decide,
  index: number,
  from: { readonly scope: WrittenScope; readonly name: string; readonly names: Names },
): Words {
  const guards = guardsOf(decide, from.scope, from.name)
  const own = guards[index]
  if (own !== null && own !== undefined) return sayCondition(own, from.names)
  return sayNone(
    guards.filter((guard) => guard !== null),
    from.names,
  )
}

export const guardsOf = (
  { decide }: Decide,
  scope: WrittenScope,
  name: string,
): readonly (GuardText | null)[] =>
  decide.map((edge, index) =>
    'when' in edge ? { text: edge.when, path: [...pathOfStep(scope, name), 'decide', index, 'when'] } : null,
  )

/** Leaving a scope, in words; null for a step of it. */
export function sayLeaving(target: string): string | null {
  if (target === 'resume') return 'continue where you were'
  if (target === 'exit') return 'leave this part'
  if (target.startsWith('exit.')) return `leave this part as ${idInWords(target.slice('exit.'.length))}`
  return null
}

export type Tail = {
  readonly scope: WrittenScope
  readonly names: Names
  /** how a step that cannot be said here is named */
  readonly elsewhere: (target: string) => Words
}

const TAIL_STEPS_MAX = 3

/**
 * What follows from a target, said in one go if that is short: tells up to an end, a handover or an exit. Anything longer
 * stands elsewhere.
 */
export function sayTail(target: string, tail: Tail): Words {
  return shortTail(target, tail, TAIL_STEPS_MAX) ?? tail.elsewhere(target)
}

export const isShortTail = (target: string, tail: Omit<Tail, 'elsewhere'>): boolean =>
  shortTail(target, { ...tail, elsewhere: () => [] }, TAIL_STEPS_MAX) !== null

function shortTail(target: string, tail: Tail, left: number): Words | null {
  const leaving = sayLeaving(target)
  if (leaving !== null) return [leaving]
  const step = stepIn(tail.scope, target)
  if (step === undefined) return [`go to (${idInWords(target)}), which is not there`]
  if (left === 0) return null
  const isLast = 'handover' in step || 'end' in step
  if (!isLast && !('tell' in step)) return null
  const words = sayWithSource(step, target, tail)
  if (isLast) return words
  const rest = shortTail(step.next, tail, left - 1)
  return rest === null ? null : say`${words}; ${rest}`
}

type Sayable = Parameters<typeof sayStep>[0]

const sayWithSource = (step: Sayable, name: string, { scope, names }: Tail): Words =>
  say`${sayStep(step, { names, scope, path: pathOfStep(scope, name) })}${saySource(step)}`

/** `[4#1, 4#2]`, or why no sentence says it. */
export function saySource(part: {
  readonly cites?: string | readonly string[] | undefined
  readonly assumed?: string | undefined
}): string {
  const cites =
    typeof part.cites === 'string' ? part.cites.split(',').map((clause) => clause.trim()) : part.cites
  return [
    ...(cites === undefined ? [] : [` [${cites.join(', ')}]`]),
    ...(part.assumed === undefined ? [] : [` [assumed: ${part.assumed}]`]),
  ].join('')
}

/** An edge's way: straight on, or round again a bounded number of times. */
export function sayEdgeWay(edge: EdgeFile, path: FilePath, tail: Tail): Words {
  const target = targetOfEdge(edge)
  if (edge.loop === undefined) return sayTail(target, tail)
  const text = edge.loop.max === 1 ? 'once' : `${edge.loop.max} times`
  const times: Slot = { slot: 'bound', text, path: [...path, 'loop', 'max'], within: null }
  return say`go back to (${idInWords(target)}) at most ${times}; after that: ${sayTail(edge.loop.then, tail)}`
}

/** A step by what it does, without details: for a place where only its beginning is said. */
export function sayHead(name: string, { scope, names }: Omit<Tail, 'elsewhere'>): Words {
  const step = stepIn(scope, name)
  if (step === undefined) return [`go to (${idInWords(name)})`]
  if ('run' in step) return [`do part "${idInWords(step.run)}"`]
  if ('learn' in step) return [`ask for the ${names.field(step.learn)}`]
  if ('check' in step) return [`look up the ${idInWords(step.check)}`]
  if ('act' in step) return [idInWords(step.act)]
  if ('confirm' in step) return [`propose to ${confirmedTool(step.confirm, scope)}`]
  if ('decide' in step) return [`then decide (${idInWords(name)})`]
  return sayStep(step, { names, scope, path: pathOfStep(scope, name) })
}

export function confirmedTool(name: string, scope: WrittenScope): string {
  const act = stepIn(scope, name)
  return idInWords(act !== undefined && 'act' in act ? act.act : name)
}
