import type { RunProgress } from '../../runner/engine/run-deps.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Shows how far a run is: one line drawn over and over for a person, one quiet line for a log. */
export type ProgressLine = { readonly show: (progress: RunProgress) => void; readonly done: () => void }

const REDRAW_MS = 80
const CLEAR = '\r\u001b[2K'

/** `paused`: what providers are waited for, in words; empty: none. */
export function progressLine(
  terminal: Terminal,
  now: () => number,
  paused: () => string = () => '',
): ProgressLine {
  if (!terminal.live) return quietLine(terminal)
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show: (progress) => {
      // Drawing every trial would cost more than running it.
      if (now() - drawnAt < REDRAW_MS && progress.done < progress.of) return
      drawnAt = now()
      const line = `${sayProgress(progress)}${paused()}`
      terminal.err(`${CLEAR}${line.slice(0, Math.max(20, terminal.columns - 1))}`)
    },
    done: () => terminal.err(CLEAR),
  }
}

function quietLine(terminal: Terminal): ProgressLine {
  let said = false
  return {
    show: ({ of }) => {
      if (!said) terminal.err(`sage: running ${of} ${of === 1 ? 'trial' : 'trials'}\n`)
      said = true
    },
    done: () => undefined,
  }
}

/** `120/480 trials  25 %  38.5/s  9 s left  1 voided  0 faulted` */
export function sayProgress({ done, of, perSecond, voided, faulted }: RunProgress): string {
  const share = of === 0 ? 100 : Math.floor((done / of) * 100)
  const left = perSecond > 0 ? `${sayTime((of - done) / perSecond)} left` : 'time left unknown'
  return `${done}/${of} trials  ${share} %  ${perSecond.toFixed(1)}/s  ${left}  ${voided} voided  ${faulted} faulted`
}

function sayTime(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
