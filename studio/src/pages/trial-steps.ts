import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'

/** Where one can stop on the way through a conversation: whatever was said or done by either side. */
export function stopsOf({ events }: TrialView): readonly number[] {
  return events
    .filter(
      ({ type }) =>
        type === 'message.sent' ||
        type === 'tool.called' ||
        type === 'handover.made' ||
        type === 'conversation.ended',
    )
    .map(({ n }) => n)
}

type DeskScore = Extract<TrialView['score'], { readonly world: 'ours' }>

/** The score of a trial that was judged at our desk. */
export const deskScore = ({ score }: TrialView): DeskScore | undefined =>
  score.state === 'judged' && score.world === 'ours' ? score : undefined

/** The step of the graph an event did, or, where it did none, the last one done before it. */
export function stepAt(view: TrialView, at: number | null): string | undefined {
  if (at === null) return undefined
  const moves = [
    ...view.deeds.map(({ n, step }) => ({ n, step })),
    ...(deskScore(view)?.path?.alignment ?? []).map(({ n, step }) => ({
      n: n ?? Number.POSITIVE_INFINITY,
      step,
    })),
  ].filter((move) => move.step !== null && move.n <= at)
  const last = moves.reduce<(typeof moves)[number] | undefined>(
    (best, move) => (best === undefined || move.n > best.n ? move : best),
    undefined,
  )
  return last?.step?.replace(/~\d+/g, '')
}
