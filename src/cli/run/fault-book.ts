import type { OnRunEvent } from '../../runner/engine/schedule/run-event.ts'

const SHOWN_MAX = 3

/** Keeps what went wrong with our machinery, and with agents that gave no answer, so that a run's end can say more than a number. */
export function openFaultBook(): { readonly watch: OnRunEvent; readonly lines: () => readonly string[] } {
  const faults = new Map<string, Fault>()
  const told = new Set<string>()
  const add = ({ side, code, message }: Omit<Fault, 'count'>): void => {
    const key = `${side} ${code}`
    const known = faults.get(key) ?? { side, code, message, count: 0 }
    faults.set(key, { ...known, count: known.count + 1 })
  }
  return {
    watch: (happening) => {
      if (happening.type === 'trial.ended') {
        const { trial, because } = happening
        // A conversation that was fine and could not be scored: no event of it says so.
        if (because !== undefined && !told.delete(trial))
          add({ side: 'machinery', code: because, message: because })
        return
      }
      if (happening.type !== 'trial.event') return
      const { event, trial } = happening
      if (event.type !== 'fault.raised' || event.side === 'customer') return
      const { side, code, message } = event
      if (side === 'machinery') told.add(trial)
      add({ side, code, message })
    },
    lines: () => {
      const sorted = [...faults.values()].sort((a, b) => b.count - a.count)
      return (['machinery', 'agent'] as const).flatMap((side) =>
        sorted
          .filter((fault) => fault.side === side)
          .slice(0, SHOWN_MAX)
          .map(sayFault),
      )
    },
  }
}

type Fault = {
  readonly side: 'machinery' | 'agent'
  readonly code: string
  readonly message: string
  readonly count: number
}

const MESSAGE_CHARS_MAX = 200

function sayFault({ side, code, message, count }: Fault): string {
  const said = (message.includes(code) ? message : `${code}: ${message}`).replaceAll(/\s+/g, ' ')
  const short = said.length <= MESSAGE_CHARS_MAX ? said : `${said.slice(0, MESSAGE_CHARS_MAX)}...`
  return side === 'machinery' ? `Faults:  ${count} x ${short}` : `Failed:  ${count} x agent failure: ${short}`
}
