import type { RunWatch } from '../runner/run-watch.ts'

const SHOWN_MAX = 3

/** Keeps what went wrong with our machinery during a run, so that its end can say more than a number. */
export function openFaultBook(): { readonly watch: RunWatch; readonly lines: () => readonly string[] } {
  const faults = new Map<string, { count: number; readonly message: string }>()
  return {
    watch: (happening) => {
      if (happening.type !== 'trial.event') return
      const { event } = happening
      if (event.type !== 'fault.raised' || event.side !== 'machinery') return
      const known = faults.get(event.code) ?? { count: 0, message: event.message }
      known.count += 1
      faults.set(event.code, known)
    },
    lines: () =>
      [...faults]
        .sort(([, a], [, b]) => b.count - a.count)
        .slice(0, SHOWN_MAX)
        .map(([code, { count, message }]) => {
          const said = message.includes(code) ? message : `${code}: ${message}`
          return `Faults:  ${count} x ${said}`
        }),
  }
}
