import { Diverged } from '../../conversation/protocol/stopped.ts'
import type { Recorded } from '../../conversation/talk/replay.ts'
import type { EventPage } from '../../storage/store.ts'
import type { Transcript } from '../../transcript/event.ts'
import { executeTrial, type Trial, type TrialCare } from './play-trial.ts'
import { readPages } from './trial-pages.ts'

/** What every trial of a run that costs something is surrounded by. */
export type Surroundings = Omit<TrialCare, 'writePage' | 'recorded' | 'onEvent'> & {
  readonly writePage: (page: EventPage) => Promise<void>
  readonly dropPages: (trial: string) => Promise<void>
  readonly onRestart: (trial: string, because: string) => void
  readonly onEvent: (trial: string, event: Transcript[number]) => void
}

/**
 * Executes one trial so that it can be stopped at any moment: its pages are durable before anybody is paid again, and
 * pages it has already are played again instead of asked for again.
 */
export async function executeCarefully(
  trial: Trial,
  run: string,
  around: Surroundings & { readonly pages: readonly EventPage[] },
): Promise<Transcript> {
  const own = around.pages.filter(({ attempt }) => attempt === trial.attempt)
  if (own.length === 0) return execute(trial, run, { ...around, recorded: null, pages: 0 })
  try {
    const recorded = readPages(
      own.map(({ events }) => events),
      trial.id,
    )
    if (recorded.events.at(-1)?.type === 'conversation.ended') return recorded.events
    return await execute(trial, run, { ...around, recorded, pages: own.length })
  } catch (error) {
    if (!(error instanceof Diverged)) throw error
    around.onRestart(trial.id, error.message)
    await around.dropPages(trial.id)
    return execute(trial, run, { ...around, recorded: null, pages: 0 })
  }
}

function execute(
  trial: Trial,
  run: string,
  around: Surroundings & { readonly recorded: Recorded | null; readonly pages: number },
): Promise<Transcript> {
  const { signal, limits, careful, usdOf, clock, after, recorded } = around
  let page = around.pages
  return executeTrial(trial, {
    signal,
    limits,
    careful,
    usdOf,
    clock,
    after,
    recorded,
    onEvent: (event) => around.onEvent(trial.id, event),
    writePage: async (events) => {
      await around.writePage({ run, trial: trial.id, attempt: trial.attempt, page, events })
      page += 1
    },
  })
}
