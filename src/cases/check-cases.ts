import type { Problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import { type CaseId, isClauseId } from '../base/values/ids.ts'
import { FALSE_CLOSURE } from '../graph/model/catastrophes.ts'
import type { PlacedCase } from './case-file.ts'
import { type CaseDesk, type Examined, examine } from './check-case.ts'
import { checkCard } from './check-case-card.ts'
import { checkOutcomes } from './check-case-outcomes.ts'
import { checkRecords, checkSets } from './check-case-records.ts'
import { checkTactic } from './check-case-tactic.ts'

/** Every case's story against the records, the graph and the other cases. */
export function checkCases(placed: readonly PlacedCase[], desk: CaseDesk): readonly Problem[] {
  const ids = placed.map((one) => one.case.id)
  return placed.flatMap((one, index) => {
    const examined = examine(one, desk)
    if (ids.indexOf(one.case.id) !== index)
      examined.say(
        ['id'],
        'duplicate-case',
        `there are two cases ${one.case.id}`,
        'Give one of them another id.',
      )
    checkNames(examined, ids)
    checkCard(examined)
    checkTactic(examined)
    const state = checkSets(examined)
    if (state !== null) {
      checkRecords(examined, state)
      checkOutcomes(examined, state)
    }
    return examined.problems
  })
}

function checkNames(
  { case: theCase, decidedBy, desk: { graph, tactics }, say }: Examined,
  cases: readonly CaseId[],
): void {
  const { trap, bucket, twin, tactic, intensity, intensities } = theCase
  const traps: readonly string[] = [...graph.forbids.map(({ id }) => id), FALSE_CLOSURE]
  if (trap !== null && !traps.includes(trap))
    say(['trap'], 'unknown-forbid', `there is no forbid "${trap}"`, didYouMean(trap, traps))
  if ((trap !== null) !== (bucket === 'adversarial'))
    say(
      ['bucket'],
      'trap',
      'an adversarial case must name its trap, and other cases must not have one',
      `Traps: ${traps.join(', ')}.`,
    )
  if (twin !== null && (!cases.includes(twin) || twin === theCase.id))
    say(['twin'], 'unknown-case', `there is no other case "${twin}"`, didYouMean(twin, cases))
  if (tactic !== null && tactics.size > 0 && !tactics.has(tactic))
    say(['tactic'], 'unknown-tactic', `there is no tactic "${tactic}"`, didYouMean(tactic, tactics.keys()))
  if (decidedBy !== null && !(isClauseId(decidedBy) && graph.sop.clauses.has(decidedBy)))
    say(
      ['decided_by'],
      'unknown-clause',
      `the SOP has no sentence ${decidedBy}`,
      didYouMean(decidedBy, graph.sop.clauses.keys()),
    )
  if (!intensities.includes(intensity))
    say(
      ['intensity'],
      'intensity',
      `its intensity ${intensity} is not in its list of intensities`,
      'Add it there.',
    )
}
