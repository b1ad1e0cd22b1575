import type { OnRunEvent, RunEvent } from '../../runner/engine/schedule/run-event.ts'
import type { Terminal } from '../terminal/terminal.ts'

/**
 * `SAGE_LOG=json`: one line for everything that happens, and nothing else on stderr. Of a trial's events only those that cost
 * or failed: the words stay in the store.
 */
export function runLog(
  terminal: Terminal,
  now: () => number,
): { readonly watch: OnRunEvent; readonly terminal: Terminal } {
  const write = (line: object): void => terminal.err(`${JSON.stringify(line)}\n`)
  return {
    watch: (happening) => {
      const line = lineOf(happening)
      if (line !== null) write(line)
    },
    terminal: {
      ...terminal,
      live: false,
      err: (text) => write({ time: new Date(now()).toISOString(), type: 'said', text: text.trim() }),
    },
  }
}

function lineOf({ at, ...happening }: RunEvent): object | null {
  const time = new Date(at).toISOString()
  if (happening.type !== 'trial.event') return { time, ...happening }
  const { trial, event } = happening
  switch (event.type) {
    case 'usage.recorded':
    case 'call.retried':
    case 'fault.raised': {
      const { type, n, ...rest } = event
      return { time, type, trial, n, ...rest }
    }
    default:
      return null
  }
}
