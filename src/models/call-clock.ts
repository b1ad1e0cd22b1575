import type { Timing } from './call-queue.ts'
import type { CallStop } from './call-stop.ts'

/** One call under its caller's signal and under time: whichever comes first stops it. Must be closed. */
export type CallClock = {
  readonly stop: CallStop
  readonly stoppedBy: () => 'signal' | 'time' | null
  readonly close: () => void
}

export function openCallClock(outer: AbortSignal | undefined, ms: number, timing: Timing): CallClock {
  let late = false
  let isStopped = false
  let tell: ((reason: unknown) => void) | undefined
  let controller: AbortController | undefined
  const end = (): void => {
    if (isStopped) return
    isStopped = true
    controller?.abort(outer?.reason)
    tell?.(outer?.reason)
  }
  if (outer?.aborted) end()
  else outer?.addEventListener('abort', end, { once: true })
  const callOff = timing.after(ms, () => {
    late = true
    end()
  })
  return {
    stop: {
      onStop: (listener) => {
        if (isStopped) listener(outer?.reason)
        else tell = listener
      },
      signal: () => {
        controller ??= new AbortController()
        if (isStopped) controller.abort(outer?.reason)
        return controller.signal
      },
    },
    stoppedBy: () => (late ? 'time' : outer?.aborted ? 'signal' : null),
    close: () => {
      callOff()
      outer?.removeEventListener('abort', end)
    },
  }
}
