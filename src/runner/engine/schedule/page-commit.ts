import type { EventPage, Store } from '../../../storage/store.ts'

/** Makes the pages of many trials durable together: one commit for all that became ready in one turn of the event loop. */
export type PageWriter = { readonly write: (page: EventPage) => Promise<void> }

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
