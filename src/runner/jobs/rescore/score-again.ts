import type { CaseId, RunId, TrialId } from '../../../base/values/ids.ts'
import type { Case, Pack } from '../../../cases/case.ts'
import type { Store } from '../../../storage/store.ts'
import { readScore } from '../../../storage/stored-score.ts'
import { readTranscript } from '../../../transcript/read-transcript.ts'
import { scoreTrial } from '../../../verdicts/scoring/score-trial.ts'
import { type Change, whatIf } from '../../../verdicts/scoring/what-if.ts'

export type TrialChange = {
  readonly trial: TrialId
  readonly case: string
  readonly changes: readonly Change[]
}
export type WhatIf = {
  readonly trials: number
  /** trials of other packs, or of cases that are no longer there */
  readonly skipped: number
  readonly changed: readonly TrialChange[]
}

/**
 * Which verdicts of a stored run change under another version of its pack; no conversation is played again. `planned`:
 * the cases its run had planned from the pack as it was. Planning again from the edited one would make other cases.
 */
export async function scoreAgain(
  store: Store,
  run: RunId,
  edited: { readonly pack: Pack; readonly planned: readonly Case[] },
): Promise<WhatIf> {
  const { pack } = edited
  const cases = new Map<CaseId, Case>([...edited.planned, ...pack.cases].map((each) => [each.id, each]))
  const changed: TrialChange[] = []
  let trials = 0
  let skipped = 0
  for await (const stored of store.trials(run)) {
    const theCase = stored.pack === pack.id ? cases.get(stored.case) : undefined
    if (theCase === undefined) {
      skipped += 1
      continue
    }
    trials += 1
    const after = scoreTrial(pack, theCase, readTranscript(stored.transcript, stored.trial).events)
    const changes = whatIf(readScore(stored.score, stored.trial), after)
    if (changes.length > 0) changed.push({ trial: stored.trial, case: stored.case, changes })
  }
  return { trials, skipped, changed }
}
