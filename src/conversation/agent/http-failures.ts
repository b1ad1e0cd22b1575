import { assertNever } from '../../base/assert.ts'
import type { ErrorCode } from '../../base/error.ts'

/**
 * What can go wrong between us and a service, and whose fault it is: one table. Agent: the service answered, and wrongly,
 * or fell silent. Machinery: the way to it, or its setting up. docs/faults.md is generated from the tests of these rows.
 */
export type Trouble =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'late' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | null }

type Row = {
  readonly code: ErrorCode
  readonly side: 'agent' | 'machinery'
  /** waits before asking again, in ms; none: it is not asked again */
  readonly waits: readonly number[]
}

const ROWS = {
  /** nothing was said at all: it is not running, or not there */
  unreachable: { code: 'service-unreachable', side: 'machinery', waits: [250, 500, 1000] },
  /** overload, or a gateway before it */
  busy: { code: 'service-busy', side: 'machinery', waits: [500, 1000, 2000, 4000] },
  /** it does not take our question: a wrong key or path */
  refused: { code: 'service-refused', side: 'machinery', waits: [] },
  /** it crashed over the question */
  broken: { code: 'service-error', side: 'agent', waits: [500] },
  cut: { code: 'answer-cut', side: 'agent', waits: [500] },
  late: { code: 'answer-late', side: 'agent', waits: [] },
  'too-large': { code: 'answer-too-large', side: 'agent', waits: [] },
  'not-json': { code: 'answer-not-json', side: 'agent', waits: [] },
} as const satisfies Record<string, Row>

/** Longer than this we do not wait for a service that asks us to. */
const RETRY_AFTER_MAX_MS = 30_000

export type AfterTrouble =
  | { readonly do: 'ask-again'; readonly code: ErrorCode; readonly afterMs: number }
  | { readonly do: 'give-up'; readonly code: ErrorCode; readonly side: 'agent' | 'machinery' }

/** `tries`: how often this question was asked already, this time included. */
export function afterTrouble(trouble: Trouble, tries: number): AfterTrouble {
  const { code, side, waits }: Row = ROWS[rowOf(trouble)]
  const wait = waits[tries - 1]
  if (wait === undefined) return { do: 'give-up', code, side }
  const asked = trouble.kind === 'status' ? trouble.retryAfterMs : null
  return { do: 'ask-again', code, afterMs: Math.min(asked ?? wait, RETRY_AFTER_MAX_MS) }
}

function rowOf(trouble: Trouble): keyof typeof ROWS {
  switch (trouble.kind) {
    case 'unreachable':
    case 'cut':
    case 'late':
    case 'too-large':
    case 'not-json':
      return trouble.kind
    case 'status':
      return rowOfStatus(trouble.status)
    default:
      return assertNever(trouble)
  }
}

function rowOfStatus(status: number): keyof typeof ROWS {
  if ([408, 425, 429, 502, 503, 504].includes(status)) return 'busy'
  return status >= 500 ? 'broken' : 'refused'
}
