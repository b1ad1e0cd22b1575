import type { Case, Pack } from '../../../src/cases/case.ts'
import { ensureRead } from '../../../src/reading/ensure-read.ts'
import type { Transcript } from '../../../src/transcript/event.ts'
import type { TrialScore } from '../../../src/verdicts/model/score.ts'
import type { Rule } from '../../../src/verdicts/rules/rule.ts'
import { scoreTrial as scoreRead } from '../../../src/verdicts/scoring/score-trial.ts'

/** A trial as a test has it: read where it was not, and scored. */
export const scoreTrial = (
  pack: Pack,
  theCase: Case,
  transcript: Transcript,
  own: readonly Rule[] = [],
): TrialScore => scoreRead(pack, theCase, ensureRead(transcript, pack.lists), own)
