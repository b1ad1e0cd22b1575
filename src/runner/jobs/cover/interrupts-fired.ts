import type { Pack } from '../../../cases/case.ts'
import { interruptId, type Universe } from '../../../graph/coverage/coverage-universe.ts'
import { noTo, yesTo } from '../../../graph/paths/paths.ts'
import type { RequestView } from '../../../graph/walk/walk-types.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { followTrial } from '../../trial/follow-trial.ts'

/**
 * Which interrupts fired in a trial, and in which stretch of the procedure each broke in (`interrupt after way`). A score
 * tells only that a detour was walked; where the customer stood when it began is in the transcript.
 */
export function interruptsFired(pack: Pack, universe: Universe, transcript: Transcript): readonly string[] {
  const started = transcript[0]
  if (started?.type !== 'trial.started') return []
  const { feed, walk } = followTrial(pack, started.protocol)
  const fired: string[] = []
  for (const event of transcript) {
    const mayFire =
      event.type === 'message.sent' && event.from === 'customer' && event.act.moves.some(isInterrupting)
    const before = mayFire ? walk().requests() : []
    feed(event)
    if (mayFire) fired.push(...firedBetween(universe, before, walk().requests()))
  }
  return fired
}

const isInterrupting = ({ do: deed }: { readonly do: string }): boolean =>
  deed === 'demand_human' || deed === 'abuse'

function firedBetween(
  universe: Universe,
  before: readonly RequestView[],
  after: readonly RequestView[],
): readonly string[] {
  const { graph } = universe.space
  return after.flatMap((request) => {
    const was = before.find(({ id }) => id === request.id)
    const known = new Set(was?.walked)
    const started = new Set(request.walked.filter((step) => !known.has(step)))
    const stretch = (was === undefined ? undefined : lastWay(universe, was)) ?? request.procedure
    if (stretch === null) return []
    return graph.interrupts
      .filter(({ start }) => started.has(start))
      .map(({ id }) => interruptId(id, universe.written.wayOf(stretch)))
  })
}

/** The last way taken before the customer spoke: a decision's edge, or the answer to a proposal. */
function lastWay(
  { space: { graph } }: Universe,
  { walked, decided, agreed }: RequestView,
): string | undefined {
  const edges = new Map(decided.map(({ step, edge }) => [step, edge]))
  const yes = new Set(agreed.map(({ step }) => step))
  const all = new Set(walked)
  const ways = walked.flatMap((id) => {
    const step = graph.steps.get(id)
    if (step?.kind === 'decide') return edges.get(id) ?? []
    if (step?.kind !== 'confirm') return []
    if (yes.has(id)) return yesTo(id)
    return step.ifRefused !== null && all.has(step.ifRefused) ? noTo(id) : []
  })
  return ways.at(-1)
}
