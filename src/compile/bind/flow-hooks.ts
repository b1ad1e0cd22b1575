import type { ClauseId } from '../../base/values/ids.ts'
import { type Bound, notOf } from '../tie/condition.ts'
import type { BoundSection, BoundStatement } from './bound.ts'
import { isHook, touches } from './flow-shape.ts'
import type { Way } from './way.ts'

/** Where in the text a statement stands, and what other sentences say about a proposal: before it, after it, against it. */

/** What each by itself makes the condition hold. */
export function alternativesOf(bound: Bound): readonly Bound[] {
  if ('any' in bound) return bound.any.flatMap(alternativesOf)
  return 'not' in bound && 'all' in bound.not ? bound.not.all.map(notOf) : [bound]
}

export type Place = { readonly list: readonly BoundStatement[]; readonly at: number }

export const clauseNumber = (cites: readonly ClauseId[]): number => Number(cites[0]?.split('#')[1] ?? 0)

export const sameSection = (a: readonly string[], b: readonly string[]): boolean =>
  a[0]?.split('#')[0] === b[0]?.split('#')[0]

export function refusalsIn(list: readonly BoundStatement[]): readonly (BoundStatement & { is: 'if' })[] {
  return list.flatMap((one) => {
    if (one.is === 'rows') return one.rows.flatMap((row) => refusalsIn(row.then))
    if (one.is === 'after' || one.is === 'before') return refusalsIn(one.then)
    if (one.is !== 'if') return []
    const inner = [...refusalsIn(one.then), ...refusalsIn(one.otherwise ?? [])]
    return 'answer' in one.on && one.on.answer === 'no' ? [one, ...inner] : inner
  })
}

export function hooksOf(frames: readonly BoundSection[], order: 'before' | 'after', tool: string) {
  for (const frame of [...frames].reverse()) {
    const found = frame.statements.filter((one) => one.is === order && one.tool === tool && isHook(one))
    if (found.length > 0) return found.flatMap((one) => (one.is === order ? [one] : []))
  }
  return []
}

export function confirmIn(hooks: readonly BoundStatement[]): Way['pending'] {
  for (const hook of hooks)
    if (hook.is === 'before' && touches(hook.then).some(({ does }) => does === 'confirm'))
      return { words: hook.text, cites: hook.cites }
  return null
}
