import type { TrialId } from '../../../base/values/ids.ts'
import type { Store, StoredRun } from '../../../storage/store.ts'
import { readScore } from '../../../storage/stored-score.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import { type Change, whatIf } from '../../../verdicts/scoring/what-if.ts'
import { readAndScore } from '../../scoring/read-and-score.ts'
import type { Desks } from './desks.ts'

type TrialChange = {
  readonly trial: TrialId
  readonly case: string
  readonly changes: readonly Change[]
}

/** Which verdicts of a stored run change at other desks, such as those of an edited pack; nothing is stored. */
export async function whatChanges(store: Store, run: StoredRun, desks: Desks) {
  const changed: TrialChange[] = []
  const counts = { trials: 0, /** of other packs, or of cases that are no longer there */ skipped: 0 }
  for await (const stored of store.trials(run.id)) {
    const { events } = readTranscript(stored.transcript, stored.trial)
    const desk = await desks(events)
    if (!('case' in desk)) {
      counts.skipped += 1
      continue
    }
    counts.trials += 1
    const changes = whatIf(
      readScore(stored.score, stored.trial),
      readAndScore(desk.pack, desk.case, events, desk.rules),
    )
    if (changes.length > 0) changed.push({ trial: stored.trial, case: stored.case, changes })
  }
  return { ...counts, changed }
}

/** trials named of each change */
const SHOWN_MAX = 5

/** By what changes, most trials first: a hundred trials that change in one way are one thing to know. */
export function sayChanges(changed: readonly TrialChange[]): readonly string[] {
  const groups = new Map<string, { because: string; readonly trials: Set<string> }>()
  for (const { trial, changes } of changed)
    for (const change of changes) {
      const known = groups.get(inWords(change)) ?? { because: change.because, trials: new Set() }
      known.trials.add(trial)
      groups.set(inWords(change), known)
    }
  return [...groups]
    .sort(([, a], [, b]) => b.trials.size - a.trials.size)
    .flatMap(([what, { because, trials }]) => [
      '',
      `${what}  (${trials.size} trial${trials.size === 1 ? '' : 's'})`,
      ...(because === '' ? [] : [`    why: ${because}`]),
      ...[...trials].slice(0, SHOWN_MAX).map((trial) => `    ${trial}`),
      ...(trials.size > SHOWN_MAX ? [`    and ${trials.size - SHOWN_MAX} more`] : []),
    ])
}

/** Numbers differ from trial to trial; which way they go does not. */
function inWords({ what, before, after }: Change): string {
  if (what === 'money_at_risk') return `money at risk: ${Number(after) > Number(before) ? 'more' : 'less'}`
  if (what !== 'path') return `${what}: ${before} -> ${after}`
  const [was, is] = [before, after].map((path) => (path.startsWith('fitness') ? 'not exact' : path))
  return was === is ? 'path: fits differently' : `path: ${was} -> ${is}`
}
