/**
 * Every way a model can fail to answer: whose failure it is, how often it is asked before we give up, and whether fewer
 * calls at once would help. One table, so that retries, the concurrency queue and docs/faults.md cannot disagree.
 */
type FailureKind = {
  /** model: what the model itself said or could not take; machinery: the way to it */
  readonly side: 'model' | 'machinery'
  readonly attemptsMax: number
  /** the provider is telling us to slow down */
  readonly crowded: boolean
}

const patiently = { side: 'machinery', attemptsMax: 10, crowded: false } as const
const never = { side: 'machinery', attemptsMax: 1, crowded: false } as const

export const FAILURES = {
  'rate-limited': { ...patiently, crowded: true },
  overloaded: { ...patiently, crowded: true },
  'server-error': patiently,
  unreachable: patiently,
  'connection-lost': patiently,
  'unreadable-answer': { ...patiently, attemptsMax: 4 },
  // Each of these has already cost a whole timeout.
  'timed-out': { ...patiently, attemptsMax: 3 },
  'key-refused': never,
  'out-of-credit': never,
  'model-unknown': never,
  'request-refused': never,
  stopped: never,
  'model-refused': { ...never, side: 'model' },
  'context-too-long': { ...never, side: 'model' },
} as const satisfies Readonly<Record<string, FailureKind>>

export type FailureCode = keyof typeof FAILURES
