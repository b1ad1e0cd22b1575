import type { TranscriptEvent } from './event.ts'

/**
 * Codes that version 0.1 wrote in capitals, and what they are called now. Kept so that failures of old and new runs count
 * as one thing; docs/running.md has the same table for scripts.
 */
export const CODES_OF_0_1: Readonly<Record<string, string>> = {
  NOTHING_TO_RUN: 'nothing-to-run',
  NO_SUCH_PACK: 'unknown-pack',
  PACK_TOO_LARGE: 'pack-too-large',
  PAGES_UNREADABLE: 'pages-unreadable',
  REPORT_UNWRITTEN: 'report-unwritten',
  RUN_GONE: 'run-gone',
  RUN_TAKEN: 'run-taken',
  STORE_BUSY: 'store-busy',
  STORE_CORRUPT: 'store-corrupt',
  STORE_FAILED: 'store-failed',
  STORE_FULL: 'store-full',
  STORE_READ_ONLY: 'store-read-only',
  STORE_REFUSED: 'store-refused',
  STORE_TOO_NEW: 'store-too-new',
  STORE_UNREADABLE: 'store-unreadable',
  STUDIO_NOT_BUILT: 'studio-not-built',
  TRIAL_UNREADABLE: 'trial-unreadable',
  UNEXPECTED: 'unexpected',
  WORKER_FAILED: 'worker-failed',
}

/** The event with today's code; the same object if its code was not renamed. */
export function withTodaysCode(event: TranscriptEvent): TranscriptEvent {
  if (event.type === 'fault.raised' || event.type === 'call.retried') {
    const code = CODES_OF_0_1[event.code]
    return code === undefined ? event : { ...event, code }
  }
  if (event.type !== 'conversation.ended' || !('code' in event.ending)) return event
  const code = CODES_OF_0_1[event.ending.code]
  return code === undefined ? event : { ...event, ending: { ...event.ending, code } }
}
