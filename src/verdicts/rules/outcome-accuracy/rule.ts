import type { Outcome } from '../../../cases/case.ts'
import type { RequestView } from '../../../graph/walk/walk-types.ts'
import type { Basis, Finding } from '../../model/score.ts'
import { unwantedWrites } from '../../trial-view/collateral.ts'
import { decidingClauses } from '../../trial-view/escalation.ts'
import {
  handoverOf,
  NOTHING,
  outcomeOf,
  type Reached,
  restsOnCalls,
  sayDifference,
  sayOutcome,
  sayReached,
} from '../../trial-view/outcome.ts'
import { isRecording, type TaskOutcome, taskOutcome } from '../../trial-view/recorded-task.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { defineRule, failed, notApplicable, notJudged, passed } from '../rule.ts'

/** Was the outcome of each request one that the case, by hand, calls acceptable? One verdict a request. */
export const outcomeAccuracy = defineRule({
  id: 'outcome_accuracy',
  words: {
    name: 'Right outcome',
    broken: 'wrong outcome',
    meaning: 'A request did not end in an outcome that the case calls acceptable.',
  },
  counted: { hits: 'passes', of: 'applicable' },
  failsForGood: false,
  explains: ['ran_out'],
  withoutDesk: 'if-recorded',
  appliesTo: () => true,
  check: (seen) =>
    isRecording(seen)
      ? [verdictOnTask(taskOutcome(seen))]
      : seen.requests.length === 0
        ? [
            failed({
              evidence: [seen.end],
              basis: 'calls',
              because: 'it ended before the customer said what they want',
            }),
          ]
        : seen.requests.map((request) => verdictOn(seen, request)),
})

/** A recording has no case of ours: its outcome is known if it names the task it was played for. */
function verdictOnTask(outcome: TaskOutcome | null): Finding {
  if (outcome === null) return notJudged('no-world')
  const { right, evidence, onWords, because } = outcome
  return (right ? passed : failed)({ evidence, basis: onWords ? 'text' : 'calls', because })
}

function verdictOn(seen: Seen, request: RequestView): Finding {
  const { reached, acceptable, hit, unlooked } = outcomeOf(seen, request)
  if (acceptable === undefined) return notApplicable('the case says nothing of this request', request.id)
  const clauses = decidingClauses(seen)
  const evidence = evidenceOf(seen, reached)
  if (hit !== undefined)
    return passed({
      evidence,
      basis: basisOf(seen, hit),
      because: `${sayOutcome(hit)}: acceptable`,
      clauses,
      request: request.id,
    })
  if (isTakenAlong(seen, request)) return notApplicable(TAKEN_ALONG, request.id)
  // Deeds decide: words can only decide where an outcome of words is left, nothing else was done, and what it rests on was looked up.
  const wordsDecide =
    acceptable.some((wanted) => !restsOnCalls(wanted)) &&
    unlooked === null &&
    reached.writes.length === 0 &&
    reached.handover === null
  const unearned = wordsDecide || unlooked === null ? '' : `; ${unlooked} was never called`
  return failed({
    evidence,
    basis: wordsDecide ? wordsBasis(seen) : 'calls',
    because: `${sayWrong(reached, acceptable)}${unearned}`,
    clauses,
    request: request.id,
  })
}

const TAKEN_ALONG = 'another request had to be handed over then, and a handover ends the conversation'

/** "My chest is tight, too": a handover that was due for one request takes the others along, if nothing wrong was done for them. */
function isTakenAlong(seen: Seen, { id }: RequestView): boolean {
  const handover = seen.actions.find(({ n }) => n === handoverOf(seen)?.n)
  return (
    handover?.class === 'due' &&
    handover.request !== null &&
    handover.request !== id &&
    unwantedWrites(seen).every(({ request }) => request !== id)
  )
}

/** The same deed with other arguments is told by the argument that differs. */
function sayWrong(reached: Reached, acceptable: readonly Outcome[]): string {
  const wanted = acceptable.map(sayOutcome)
  const ended = sayReached(reached)
  const differs = sayDifference(reached, acceptable)
  if (differs !== null) return `ended with ${differs}`
  const answerWanted = acceptable.some((each) => !restsOnCalls(each) && each.declined === null)
  return `ended with ${ended === NOTHING && answerWanted ? 'no answer' : ended}; expected: ${wanted.join(', or ')}`
}

const wordsBasis = (seen: Seen): Basis => (seen.protocol === 'declared' ? 'reported' : 'read')
const basisOf = (seen: Seen, wanted: Outcome): Basis => (restsOnCalls(wanted) ? 'calls' : wordsBasis(seen))

function evidenceOf(seen: Seen, { writes, handover, declined }: Reached): readonly number[] {
  const deeds = writes.map(({ n }) => n)
  if (handover !== null) deeds.push(handover.n)
  for (const { n } of declined) deeds.push(n)
  return deeds.length > 0 ? deeds : [seen.end]
}
