/**
 * How a call under way is stopped: by its caller, or because it takes too long. Few calls ever are, so an AbortSignal, which
 * costs more than writing the request, is made only for those who ask for one.
 */
export type CallStop = {
  /** calls back once when the call is stopped, or now if it was; there is one listener */
  readonly onStop: (listener: (reason: unknown) => void) => void
  readonly signal: () => AbortSignal
}

/** The stop of a caller that has a signal. */
export const stopBy = (signal: AbortSignal): CallStop => ({
  onStop: (listener) => {
    if (signal.aborted) listener(signal.reason)
    else signal.addEventListener('abort', () => listener(signal.reason), { once: true })
  },
  signal: () => signal,
})
