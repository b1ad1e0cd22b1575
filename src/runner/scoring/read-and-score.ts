import type { Case, Pack } from '../../cases/case.ts'
import { ensureRead } from '../../reading/ensure-read.ts'
import type { Transcript } from '../../transcript/event.ts'
import type { TrialScore } from '../../verdicts/model/score.ts'
import type { Rule } from '../../verdicts/rules/rule.ts'
import { scoreTrial } from '../../verdicts/scoring/score-trial.ts'

/** Scores a trial wherever it comes from: an import, a stored file or a fork may hold no readings, or older ones. */
export const readAndScore = (
  pack: Pack,
  theCase: Case,
  transcript: Transcript,
  own?: readonly Rule[],
): TrialScore => scoreTrial(pack, theCase, ensureRead(transcript, pack.lists), own)
