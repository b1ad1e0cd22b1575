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

/** `<trial>~<at>/<agent>#<sample>`; `what` tells forks of one event apart: another wording of it, or the rest of the talk */
export const forkId = (
  trial: TrialId,
  fork: { readonly at: number; readonly agent: string; readonly what: string; readonly sample: number },
): TrialId => mint(`${trial}~${fork.at}${fork.what}/${fork.agent}#${fork.sample}`)

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
