import type { RunId } from '../../base/values/ids.ts'
import type { Store, StoredRun, TrialLine } from '../../storage/store.ts'
import { readFacts } from '../../storage/stored-facts.ts'
import { writeGlance } from '../../storage/stored-glance.ts'
import { keepPlayed } from './count-run.ts'
import { countingOf, writeKept } from './kept-ledger.ts'
import { readRunHeader } from './run-header.ts'
import { createLedger } from './run-ledger.ts'

/** What counting a run again came to. */
export type Recounted = {
  readonly run: RunId
  readonly trials: number
  /** trials of which lists showed nothing yet, or something else */
  readonly lists_changed: number
  /**
   * `same`: the kept sums were right. `corrected`: they were wrong. `kept`: there were none, now there are. `not-kept`: the run is
   * not finished, a plugin's metrics are counted, or the store may not be written.
   */
  readonly sums: 'same' | 'corrected' | 'kept' | 'not-kept'
}

const LINES = 250

/** Counts a run from the scores of its trials, whatever was kept, and keeps what it came to. */
export async function recountRun(store: Store, run: StoredRun): Promise<Recounted> {
  const { catastrophes } = readRunHeader(run)
  const before = await store.sums(run.id)
  const ledger = createLedger(catastrophes)
  let changed = 0
  for (let place = 0, isMore = true; isMore; ) {
    const lines = await store.trialsAfter(run.id, { place, limit: LINES })
    const rewritten = lines.flatMap((line) => {
      const facts = readFacts(line)
      ledger.add(line.trial, facts)
      return withGlance(line, writeGlance(facts))
    })
    if (rewritten.length > 0) await store.updateScores(run.id, rewritten)
    changed += rewritten.length
    place = lines.at(-1)?.place ?? place
    isMore = lines.length === LINES
  }
  const counted = { run: run.id, trials: ledger.trials(), lists_changed: changed }
  const counting = countingOf(catastrophes)
  if (counting === null || run.finishedAt === null) return { ...counted, sums: 'not-kept' }
  const { kept } = before
  const isSame = kept !== null && kept.counting === counting && kept.body === writeKept(ledger.keep())
  const isKept = (isSame && changed === 0) || (await keepPlayed(store, run.id, ledger, catastrophes))
  if (!isKept) return { ...counted, sums: 'not-kept' }
  return { ...counted, sums: isSame ? 'same' : kept?.counting === counting ? 'corrected' : 'kept' }
}

/** What lists should show of a trial, if they show something else. */
function withGlance(
  { trial, state, score, facts, glance }: TrialLine,
  now: NonNullable<TrialLine['glance']>,
): readonly Pick<TrialLine, 'trial' | 'state' | 'score' | 'facts' | 'glance'>[] {
  const isSame =
    glance !== null &&
    glance.mark === now.mark &&
    glance.bucket === now.bucket &&
    glance.tactic === now.tactic &&
    glance.left === now.left &&
    glance.broke === now.broke
  return isSame ? [] : [{ trial, state, score, facts, glance: now }]
}
