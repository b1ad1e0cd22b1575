import type { RunId } from '../../base/values/ids.ts'
import type { Store, TrialLine } from '../../storage/store.ts'

const LINES = 500

/** Every stored trial of a run without its words, in pages: what the numbers are counted from. */
export async function* storedLines(store: Pick<Store, 'trialsAfter'>, run: RunId): AsyncGenerator<TrialLine> {
  for (let place = 0; ; ) {
    const lines = await store.trialsAfter(run, { place, limit: LINES })
    yield* lines
    const last = lines.at(-1)
    if (last === undefined || lines.length < LINES) return
    place = last.place
  }
}
