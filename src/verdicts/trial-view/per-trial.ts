import type { Seen } from './seen.ts'

/** Works something out once a trial: `appliesTo` and `check` of a rule, and several rules, ask for the same things. */
export function perTrial<T>(workOut: (seen: Seen) => T): (seen: Seen) => T {
  const known = new WeakMap<Seen, { readonly value: T }>()
  return (seen) => {
    const found = known.get(seen)
    if (found !== undefined) return found.value
    const value = workOut(seen)
    known.set(seen, { value })
    return value
  }
}
