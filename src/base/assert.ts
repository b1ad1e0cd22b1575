/** Our own mistakes: the only place that throws a bare Error. What a user can cause is a SageError or a Problem. */
export function assert(condition: unknown, because: string): asserts condition {
  if (!condition) throw new Error(`SAGE has a bug: ${because}`)
}

/** Closes a switch over a union, so that a new member breaks the build where a decision is missing. */
export function assertNever(value: never): never {
  throw new Error(`SAGE has a bug: unexpected ${JSON.stringify(value)}`)
}
