import type { ProviderPause } from '../../models/providers/open-models.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Which providers asked for a pause: shown beside the progress, and said once a minute where nobody watches. */
export type PauseBoard = {
  readonly note: (pause: ProviderPause) => void
  /** `  openai pauses 20 s`; empty: no provider does */
  readonly say: () => string
}

const SAY_AGAIN_MS = 60_000
const WORTH_SAYING_MS = 5_000

export function openPauseBoard(terminal: Terminal, now: () => number): PauseBoard {
  const until = new Map<string, number>()
  const saidAt = new Map<string, number>()
  return {
    note: ({ provider, ms, askedMs }) => {
      until.set(provider, Math.max(until.get(provider) ?? 0, now() + ms))
      const isCut = askedMs > ms
      const isOld = now() - (saidAt.get(provider) ?? Number.NEGATIVE_INFINITY) < SAY_AGAIN_MS
      if (isOld || (!isCut && (terminal.live || ms < WORTH_SAYING_MS))) return
      saidAt.set(provider, now())
      const waits = ms === 0 ? 'which is ignored' : `and is asked again after ${seconds(ms)}`
      terminal.err(
        `sage: ${provider} asked for a pause of ${seconds(askedMs)}${isCut ? `, ${waits}` : ''}.\n`,
      )
    },
    say: () => {
      const waiting = [...until].flatMap(([provider, end]) =>
        end > now() ? [`${provider} pauses ${seconds(end - now())}`] : [],
      )
      return waiting.length === 0 ? '' : `  ${waiting.join(', ')}`
    },
  }
}

const seconds = (ms: number): string => `${Math.ceil(ms / 1000)} s`
