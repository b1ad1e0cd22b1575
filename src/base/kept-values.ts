import { assert } from './assert.ts'
import { ABSENT, REFUSED, Special, type SpecialWord, UNAVAILABLE, UNKNOWN } from './values/value.ts'

/**
 * Data as it is kept in a file of ours. The four values that are no data are compared as objects, so each is written as a mark
 * and comes back as the one object it was. Everything else stays: maps, lists, objects, and which of them are the same one.
 */
type Mark = { readonly [MARK]: SpecialWord }
const MARK = '\u0000special'

const SPECIALS: Readonly<Record<SpecialWord, Special>> = {
  unknown: UNKNOWN,
  absent: ABSENT,
  refused: REFUSED,
  unavailable: UNAVAILABLE,
}

/** A copy that holds data only. */
export function toKept(value: unknown, known = new Map<object, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value
  const before = known.get(value)
  if (before !== undefined) return before
  if (value instanceof Special) {
    const mark: Mark = { [MARK]: value.word }
    known.set(value, mark)
    return mark
  }
  if (Array.isArray(value)) {
    const list: unknown[] = []
    known.set(value, list)
    for (const each of value) list.push(toKept(each, known))
    return list
  }
  if (value instanceof Map) {
    const map = new Map<unknown, unknown>()
    known.set(value, map)
    for (const [key, each] of value) map.set(key, toKept(each, known))
    return map
  }
  const isPlain = Object.getPrototypeOf(value) === Object.prototype
  assert(isPlain, 'what is kept is made of maps, lists and plain objects')
  const copy: Record<string, unknown> = {}
  known.set(value, copy)
  for (const [key, each] of Object.entries(value)) copy[key] = toKept(each, known)
  return copy
}

/** Puts the values that are no data back, in place: what was just read from a file belongs to nobody else. */
export function fromKept(value: unknown, known = new Set<object>()): unknown {
  if (typeof value !== 'object' || value === null || known.has(value)) return value
  if (isMark(value)) return SPECIALS[value[MARK]]
  known.add(value)
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries())
      if (typeof each === 'object') value[index] = fromKept(each, known)
  } else if (value instanceof Map) {
    for (const [key, each] of value) if (typeof each === 'object') value.set(key, fromKept(each, known))
  } else if (isOpen(value)) {
    for (const key in value) {
      const each = value[key]
      if (typeof each === 'object') value[key] = fromKept(each, known)
    }
  }
  return value
}

const isMark = (value: object): value is Mark => MARK in value
const isOpen = (value: object): value is Record<string, unknown> => !Array.isArray(value)
