import { assert } from '../../base/assert.ts'
import { type CaseId, isTrialId, type RunId, type TrialId } from '../../base/values/ids.ts'
import type { PlannedTrial } from './plan-trials.ts'

export const trialId = (
  run: RunId,
  agent: string,
  {
    case: theCase,
    intensity,
    repeat,
  }: Pick<PlannedTrial, 'intensity' | 'repeat'> & { readonly case: Pick<PlannedTrial['case'], 'id'> },
): TrialId => mint(`${run}/${agent}/${theCase.id}@${intensity}#${repeat}`)

/** Of a trial that no run has: a person's, at the desk or against a customer. */
export const guestTrialId = (
  at: 'play' | 'desk',
  { case: theCase, intensity, seed }: Pick<PlannedTrial, 'case' | 'intensity' | 'seed'>,
): TrialId => mint(`${at}/${theCase.id}@${intensity}#${seed}`)

export const auditTrialId = (theCase: CaseId): TrialId => mint(`audit/${theCase}`)
export const coverTrialId = (theCase: CaseId): TrialId => mint(theCase)
export const estimateTrialId = (): TrialId => mint('estimate')

function mint(made: string): TrialId {
  assert(isTrialId(made), `${made} is not the id of a trial`)
  return made
}
