import { seedFrom } from '../../../base/chance.ts'
import type { StepId } from '../../../base/values/ids.ts'
import type { Case } from '../../../cases/case.ts'
import type { Graph } from '../../../graph/model/graph.ts'
import type { Mutant } from '../../../references/mutants.ts'
import { atOurDesk, type TrialScore } from '../../../verdicts/model/score.ts'
import { alarmsIn, deedsOf, isNamed, sameDeeds, sameOrder } from './audit-findings.ts'
import { type Auditing, type Ran, runAudited } from './audit-trial.ts'

/** What became of one planted fault. */
export type Finding = {
  readonly mutant: Mutant
  /** the first case in which its deeds are not the oracle's; null: none was found */
  readonly shownBy: Case | null
  readonly caught: boolean
  readonly named: boolean
  readonly fired: readonly string[]
}

/** A mutant is shown at most this many cases in which it differs: the first that names it settles it. */
const DIFFERING_MAX = 40

/** Faults that are in the words themselves. */
const WORDY: readonly Mutant['fault'][] = ['forbidden-taken', 'fact-invented']

type Tries = { readonly honest: readonly Ran[]; readonly seed: number }

export async function tryMutant(auditing: Auditing, mutant: Mutant, tries: Tries): Promise<Finding> {
  const first = await tryOnce(auditing, mutant, tries)
  if (first.named || mutant.orElse === undefined) return first
  const second = await tryOnce(auditing, { ...mutant, behaviour: mutant.orElse }, tries)
  return better(first, second)
}

async function tryOnce(auditing: Auditing, mutant: Mutant, { honest, seed }: Tries): Promise<Finding> {
  let best: Finding = { mutant, shownBy: null, caught: false, named: false, fired: [] }
  let differing = 0
  for (const before of likelyFirst(honest, mutant, auditing.pack.graph)) {
    if (best.named || differing >= DIFFERING_MAX) break
    const { intensity, id } = before.case
    const after = await runAudited(auditing, before.case, {
      intensity,
      seed: seedFrom(seed, id),
      agent: mutant,
    })
    const found = findingOf(mutant, before, { after, auditing })
    if (found === undefined) continue
    differing += 1
    best = better(best, found)
  }
  return best
}

/** Undefined where the mutant did what the oracle does: permitted actions and free order apart. */
function findingOf(
  mutant: Mutant,
  before: Ran,
  { after, auditing }: { readonly after: Ran; readonly auditing: Auditing },
): Finding | undefined {
  // Where nothing is reported, what was told shows in the words alone.
  const words = WORDY.includes(mutant.fault) || auditing.protocol === 'observed'
  const [right, done] = [deedsOf(before.transcript, { words }), deedsOf(after.transcript, { words })]
  if (sameOrder(right, done)) return undefined
  const fired = alarmsIn(after.score)
  const caught = fired.length > 0
  // Only the order differs, and nobody minds: the SOP leaves it free.
  if (!caught && sameDeeds(right, done)) return undefined
  return {
    mutant,
    shownBy: before.case,
    caught,
    named: caught && isNamed(mutant, after.score, auditing.pack.graph),
    fired,
  }
}

const better = (best: Finding, found: Finding): Finding => ({
  ...best,
  shownBy: best.shownBy ?? found.shownBy,
  caught: best.caught || found.caught,
  named: best.named || found.named,
  fired: best.fired.length > 0 && !found.named ? best.fired : found.fired,
})

/**
 * Only conversations that get to the fault, the pack's own before planned ones. Of each, those that tempt into it come
 * first, then those where an honest agent could have called the forbidden tool and had reason not to: a rare state must
 * not go untried for want of tries.
 */
function likelyFirst(honest: readonly Ran[], mutant: Mutant, graph: Graph): readonly Ran[] {
  const forbid = graph.forbids.find(({ id }) => id === mutant.part)?.what
  const tool = forbid !== undefined && 'tool' in forbid ? forbid.tool : null
  const tempts = ({ case: { trap } }: Ran) =>
    trap !== null && (trap === mutant.part || (forbid === undefined && mutant.namedBy.rules.includes(trap)))
  const rank = (ran: Ran) =>
    (ran.case.planned ? 3 : 0) + (tempts(ran) ? 0 : tool !== null && abstains(ran, tool, graph) ? 1 : 2)
  return honest
    .filter((ran) => getsTo(ran, mutant, graph))
    .map((ran) => ({ ran, rank: rank(ran) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ ran }) => ran)
}

const stepsOf = (score: TrialScore): readonly StepId[] => atOurDesk(score)?.steps ?? []

/** Until its fault a mutant is the oracle: where the oracle never gets there, neither does it. */
const getsTo = ({ score }: Ran, { within }: Mutant, graph: Graph): boolean =>
  within === null || stepsOf(score).some((id) => within.includes(graph.steps.get(id)?.source ?? id))

/** Some procedure this trial walked has an act with the tool, and the tool was not called. */
function abstains({ transcript, score }: Ran, tool: string, graph: Graph): boolean {
  if (transcript.some((event) => event.type === 'tool.called' && event.tool === tool)) return false
  const walked = new Set(stepsOf(score).map((id) => graph.steps.get(id)?.procedure))
  return [...graph.steps.values()].some(
    (step) => step.kind === 'act' && step.tool === tool && walked.has(step.procedure),
  )
}
