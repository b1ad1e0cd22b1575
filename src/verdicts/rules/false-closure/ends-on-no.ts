import type { DueStep } from '../../../graph/walk/walk-types.ts'
import type { Seen } from '../../trial-view/seen.ts'
import { confirmsOf } from '../../trial-view/ways.ts'

/**
 * Was this deed offered, did the customer say no to it last, and is that the end of the matter? An offer that came before its
 * time is on no way of the walk, and neither is the no to it; the customer has said it all the same.
 */
export function endsOnNo({ pack, messages, heard }: Seen, { request, step }: DueStep, by: number): boolean {
  const { graph } = pack
  const act = graph.steps.get(step)
  if (act?.kind !== 'act') return false
  const ends = confirmsOf(graph, act.tool, act.procedure).some(
    (confirm) =>
      confirm.step === step &&
      confirm.ifRefused !== null &&
      graph.steps.get(confirm.ifRefused)?.kind === 'end',
  )
  if (!ends) return false
  const offers = new Set(
    messages
      .filter(({ acts }) => acts.some((said) => said.act.act === 'propose' && said.act.tool === act.tool))
      .map(({ n }) => n),
  )
  const answers = heard.filter(({ n }) => n < by).flatMap(({ act: { moves } }) => moves)
  const last = answers.findLast(
    (move) => 'proposal' in move && move.request === request && offers.has(move.proposal),
  )
  return last?.do === 'refuse'
}
