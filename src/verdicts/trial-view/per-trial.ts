import type { Seen } from './seen.ts'

/** Works something out once a trial: `appliesTo` and `check` of a rule, and several rules, ask for the same things. */
export function perTrial<T>(workOut: (seen: Seen) => T): (seen: Seen) => T {
  const key = Symbol('worked out')
  return (seen) => {
    const found = seen.workedOut.get(key)
    // The key is ours alone, so what lies there is what this very function put there.
    if (found !== undefined) return (found as { readonly value: T }).value
    const value = workOut(seen)
    seen.workedOut.set(key, { value })
    return value
  }
}
