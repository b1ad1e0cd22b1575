import type { Outcome } from '../../../cases/case.ts'
import type { RequestView } from '../../../graph/walk/walk-types.ts'
import type { Basis, Verdict } from '../../model/score.ts'
import { outcomeOf, type Reached, restsOnCalls, sayOutcome, sayReached } from '../../trial-view/outcome.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { failed, notApplicable, notJudged, passed, type Rule } from '../rule.ts'

/** Was the outcome of each request one that the case, by hand, calls acceptable? One verdict a request. */
export const outcomeAccuracy: Rule = {
  id: 'outcome_accuracy',
  failsForGood: false,
  appliesTo: (seen) => seen.requests.length > 0 || 'the customer asked for nothing',
  check: (seen) => seen.requests.map((request) => verdictOn(seen, request)),
}

function verdictOn(seen: Seen, request: RequestView): Verdict {
  const rule = 'outcome_accuracy'
  const { reached, acceptable, hit, unsure } = outcomeOf(seen, request)
  if (acceptable === undefined)
    return { ...notApplicable(rule, 'the case says nothing of this request'), request: request.id }
  if (unsure) return { ...notJudged(rule, 'not-sure'), request: request.id }
  const clauses = seen.case.decidedBy === null ? [] : [seen.case.decidedBy]
  const about = { rule, clauses, request: request.id, evidence: evidenceOf(seen, reached) }
  if (hit !== undefined)
    return passed({ ...about, basis: basisOf(seen, hit), because: `${sayOutcome(hit)}: acceptable` })
  const wordsDecide =
    acceptable.every((wanted) => !restsOnCalls(wanted)) &&
    reached.writes.length === 0 &&
    reached.handover === null
  return failed({
    ...about,
    basis: wordsDecide ? wordsBasis(seen) : 'calls',
    because: `ended with ${sayReached(reached)}; acceptable: ${acceptable.map(sayOutcome).join(', or ')}`,
  })
}

const wordsBasis = (seen: Seen): Basis => (seen.protocol === 'declared' ? 'reported' : 'recognised')
const basisOf = (seen: Seen, wanted: Outcome): Basis => (restsOnCalls(wanted) ? 'calls' : wordsBasis(seen))

function evidenceOf(seen: Seen, { writes, handover, declined }: Reached): readonly number[] {
  const deeds = [
    ...writes.map(({ n }) => n),
    ...(handover === null ? [] : [handover.n]),
    ...declined.map(({ n }) => n),
  ]
  return deeds.length > 0 ? deeds : [seen.end]
}
