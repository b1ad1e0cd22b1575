/** Exit codes of a command that was told to stop: 128 and the signal's number, as shells have it. */
export const STOP_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
export type StopSignal = keyof typeof STOP_CODES
export type StopCode = (typeof STOP_CODES)[StopSignal]

const SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Calls `listener` on Ctrl-C, a terminated process (docker stop, CI) or a closed terminal. A second signal, while we stop, ends the process at once. */
export function onStopSignal(listener: (signal: StopSignal) => void): () => void {
  const off = (): void => {
    for (const signal of SIGNALS) process.off(signal, heard)
  }
  const heard = (signal: StopSignal): void => {
    off()
    // Nobody reads a closed terminal, and writing to it must not end the process.
    if (signal === 'SIGHUP')
      for (const out of [process.stdout, process.stderr]) out.on('error', () => undefined)
    listener(signal)
  }
  for (const signal of SIGNALS) process.on(signal, heard)
  return off
}

/** An abort signal for commands that stop between two pieces of work, and the exit code they then end with. */
export function stopOnSignal(): {
  readonly signal: AbortSignal
  readonly code: () => StopCode | null
  readonly close: () => void
} {
  const stop = new AbortController()
  let code: StopCode | null = null
  const close = onStopSignal((signal) => {
    code = STOP_CODES[signal]
    stop.abort()
  })
  return { signal: stop.signal, code: () => code, close }
}
