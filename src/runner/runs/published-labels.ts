import { z } from 'zod'
import type { RunId } from '../../base/values/ids.ts'
import type { Store } from '../../storage/store.ts'

/** The kind of a review that holds what a benchmark or a help desk said of an imported conversation. */
export const PUBLISHED = 'published'

const Body = z.object({ passed: z.boolean() })

/** trial -> whether others say it was right. Verdicts never read it; `sage score --labels` compares with it. */
export async function publishedLabels(store: Store, run: RunId): Promise<ReadonlyMap<string, boolean>> {
  const labels = new Map<string, boolean>()
  for (const { trial, kind, body } of await store.reviews(run)) {
    const read = kind === PUBLISHED ? Body.safeParse(JSON.parse(body)) : null
    if (read?.success === true) labels.set(trial, read.data.passed)
  }
  return labels
}
