import type { RunId, TrialId } from '../../../base/values/ids.ts'
import type { EventPage, Store } from '../../../storage/store.ts'
import type { TranscriptEvent } from '../../../transcript/event.ts'
import { readPages } from '../../trial/journal-pages.ts'
import type { TrialBounds } from '../../trial/trial-clock.ts'
import type { DurableJournal } from '../../trial/trial-journal.ts'

/** The journals of a run's trials: made from its store, with one commit for the pages of many trials. */
export type Journals = {
  /** the journal of a trial that is about to start; it resumes from the pages that are there */
  readonly of: (trial: TrialId, durableBefore: DurableJournal['durableBefore']) => DurableJournal
  /** the trial is over: its journal is forgotten. Returns its pages. */
  readonly close: (trial: TrialId) => readonly EventPage[]
  /** writes the pages of a closed journal again: storing a trial deletes its pages, a faulted one still needs them */
  readonly rewrite: (pages: readonly EventPage[]) => Promise<void>
}

export function createJournals(parts: {
  readonly run: RunId
  /** the store as the holder of the run's lease may use it */
  readonly store: Pick<Store, 'appendPages' | 'dropPages'>
  /** pages of trials that were under way when the run was last stopped, by trial */
  readonly pages: ReadonlyMap<TrialId, readonly EventPage[]>
  readonly bounds: TrialBounds
  readonly onEvent: (trial: TrialId, event: TranscriptEvent) => void
  readonly onRestart: (trial: TrialId, why: string) => void
  /** the store failed: no further trial may start */
  readonly onFailure: (error: unknown) => void
}): Journals {
  const { run, store, bounds } = parts
  const writer = createPageWriter(store)
  const pagesOf = new Map([...parts.pages].map(([trial, pages]) => [trial, [...pages]]))
  return {
    of: (trial, durableBefore) => {
      const pages = pagesOf.get(trial) ?? []
      pagesOf.set(trial, pages)
      return {
        kind: 'durable',
        recorded: recordedIn(pages, trial),
        durableBefore,
        bounds,
        append: async (attempt, events) => {
          const page = pages.filter((each) => each.attempt === attempt).length
          const written = { run, trial, attempt, page, events }
          await writer.write(written).catch((error: unknown) => {
            // The conversation treats it as a fault of this trial alone, and the run would continue without a store.
            parts.onFailure(error)
            throw error
          })
          pages.push(written)
        },
        discard: async (why) => {
          parts.onRestart(trial, why)
          await store.dropPages(run, trial)
          pages.length = 0
        },
        observe: (event) => parts.onEvent(trial, event),
      }
    },
    close: (trial) => {
      const pages = pagesOf.get(trial) ?? []
      pagesOf.delete(trial)
      return pages
    },
    rewrite: (pages) => store.appendPages(pages),
  }
}

/** Only the last attempt counts: the ones before it were voided. */
function recordedIn(pages: readonly EventPage[], trial: TrialId): DurableJournal['recorded'] {
  if (pages.length === 0) return null
  const attempt = Math.max(...pages.map((page) => page.attempt))
  const own = pages.filter((page) => page.attempt === attempt)
  const recorded = readPages(
    own.map(({ events }) => events),
    trial,
  )
  return { attempt, ...recorded }
}

/** Pages of unfinished trials and forks, as a store gives them, by what they belong to. */
export function pagesByTrial(pages: readonly EventPage[]): ReadonlyMap<TrialId, readonly EventPage[]> {
  const byTrial = new Map<TrialId, EventPage[]>()
  for (const page of pages) byTrial.set(page.trial, [...(byTrial.get(page.trial) ?? []), page])
  return byTrial
}

/** Makes the pages of many trials durable together: one commit for all that became ready in one turn of the event loop. */
type PageWriter = { readonly write: (page: EventPage) => Promise<void> }

type Waiting = {
  readonly page: EventPage
  readonly written: () => void
  readonly refused: (error: unknown) => void
}

export function createPageWriter(store: Pick<Store, 'appendPages'>): PageWriter {
  let waiting: Waiting[] = []
  let busy = false

  const commit = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await store.appendPages(batch.map(({ page }) => page))
        for (const { written } of batch) written()
      } catch (error) {
        for (const { refused } of batch) refused(error)
      }
    }
    busy = false
  }

  return {
    write: (page) =>
      new Promise((written, refused) => {
        waiting.push({ page, written, refused })
        if (busy) return
        busy = true
        setImmediate(() => void commit())
      }),
  }
}
