import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, SageError } from '../../base/error.ts'

/** Waiting with an end: aborted when the trial stops or the time is up, whichever comes first. */
export type Deadline = {
  readonly signal: AbortSignal
  /** the time was up: whoever we waited for is late */
  readonly isLate: () => boolean
  /** no longer waiting: lets go of the timer */
  readonly clear: () => void
}

export function startDeadline(stop: AbortSignal, afterMs: number): Deadline {
  const controller = new AbortController()
  let late = false
  const onStop = (): void => controller.abort()
  const timer = setTimeout(() => {
    late = true
    controller.abort()
  }, afterMs)
  if (stop.aborted) controller.abort()
  stop.addEventListener('abort', onStop, { once: true })
  return {
    signal: controller.signal,
    isLate: () => late,
    clear: () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', onStop)
    },
  }
}

/** The trial was stopped while we waited: nobody's fault. */
export const stopped = (): SageError =>
  new SageError('stopped', 'the trial was stopped while the agent was asked', {
    hint: 'A limit was reached or the run was stopped. Resume with --resume.',
    exit: EXIT.machinery,
  })

/** Sleeps, unless the trial stops. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => {
    throw stopped()
  })
}
