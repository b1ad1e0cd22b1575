import type { RunProgress } from '../../runner/engine/run-deps.ts'
import { CLEAR_LINE, type Terminal } from '../terminal/terminal.ts'

/** Shows how far a run is: one line drawn over and over for a person, a line every ten seconds for a log. */
export type ProgressLine = {
  /** from here on it moves, also where the first answer takes long */
  readonly begin: (run: Pick<RunProgress, 'done' | 'of'>) => void
  readonly show: (progress: RunProgress) => void
  readonly done: () => void
}

const REDRAW_MS = 80
const TICK_MS = 1000
const LOG_MS = 10_000

/** `paused`: what providers are waited for, in words; empty: none. */
export function progressLine(
  terminal: Terminal,
  now: () => number,
  paused: () => string = () => '',
): ProgressLine {
  let beganAt = now()
  let [saidAt, isDrawn] = [beganAt, false]
  let last: RunProgress | null = null
  let timer: NodeJS.Timeout | undefined
  const say = (progress: RunProgress): void => {
    saidAt = now()
    isDrawn = terminal.live
    const line = `${sayProgress(progress, (saidAt - beganAt) / 1000)}${paused()}`
    terminal.err(
      terminal.live ? `${CLEAR_LINE}${line.slice(0, Math.max(20, terminal.columns - 1))}` : `sage: ${line}\n`,
    )
  }
  const show = (progress: RunProgress): void => {
    last = progress
    // Drawing every trial would cost more than running it.
    const wait = terminal.live ? REDRAW_MS : LOG_MS
    if (now() - saidAt >= wait || (terminal.live && progress.done === progress.of)) say(progress)
  }
  return {
    begin: ({ done, of }) => {
      beganAt = now()
      last = { done, of, judged: 0, voided: 0, faulted: 0, perSecond: 0 }
      if (terminal.live) say(last)
      timer = setInterval(() => last !== null && show(last), TICK_MS).unref()
    },
    show,
    done: () => {
      clearInterval(timer)
      if (isDrawn) terminal.err(CLEAR_LINE)
    },
  }
}

/** `120 of 480 conversations, 25 %, 12 s, about 9 s left` */
function sayProgress({ done, of, perSecond, voided, faulted }: RunProgress, seconds: number): string {
  const share = of === 0 ? 100 : Math.floor((done / of) * 100)
  return [
    `${done} of ${of} conversations`,
    `${share} %`,
    sayTime(seconds),
    ...(perSecond > 0 && done < of ? [`about ${sayTime((of - done) / perSecond)} left`] : []),
    ...(voided > 0 ? [`${voided} void`] : []),
    ...(faulted > 0 ? [`${faulted} failed on our side`] : []),
  ].join(', ')
}

function sayTime(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
