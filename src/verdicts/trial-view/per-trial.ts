import type { Seen } from './seen.ts'

/**
 * Works something out once a trial: `appliesTo` and `check` of a rule, and several rules, ask for the same things. Trials are
 * scored one after the other, each as read and perhaps once more as its generous self: the last two are remembered, because
 * an entry in a WeakMap costs more than most of what is asked for.
 */
export function perTrial<T>(workOut: (seen: Seen) => T): (seen: Seen) => T {
  let last: Known<T> | null = null
  let before: Known<T> | null = null
  return (seen) => {
    if (last?.seen === seen) return last.value
    if (before?.seen === seen) return before.value
    const value = workOut(seen)
    before = last
    last = { seen, value }
    return value
  }
}

type Known<T> = { readonly seen: Seen; readonly value: T }
