import { memo, memoText } from '../../base/memo.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { readPlanned } from '../../cases/case-file.ts'
import { disturbedCases } from '../../cases/disturbed-cases.ts'
import type { Transcript, TrialStarted } from '../../transcript/event.ts'
import { PLAN_SEED } from './find-case.ts'
import { namedCases } from './load-cases.ts'

/**
 * The case of a transcript: the planned one it carries, or the pack's own of that name. An older transcript names its planned
 * case and no more, so that it is planned again: as its run planned it, else as `sage desk` and `sage play` do.
 */
export async function playedCase(
  pack: Pack,
  events: Transcript,
  byRun: (() => Promise<readonly Case[]>) | null,
): Promise<Case | undefined> {
  const [start] = events
  if (start?.type !== 'trial.started') return undefined
  if (start.planned !== undefined) return readPlanned(pack.id, start.planned)
  const own = pack.cases.find(({ id }) => id === start.case)
  if (own !== undefined) return own
  const again = (await byRun?.()) ?? [
    ...disturbedCases(pack.cases),
    ...namedCases(withTactic(pack)(start.tactic ?? ''), { names: [start.case], known: [], seed: PLAN_SEED }),
  ]
  return again.find((one) => one.planned && one.id === start.case && couldBe(one, start, events))
}

/** Tactics take turns in a plan: with those of today the same situation may have come to another one. */
const withTactic = memo((pack: Pack) =>
  memoText((played): Pack => {
    const tactic = [...pack.tactics].filter(([id]) => id === played)
    return { ...pack, tactics: new Map(tactic) }
  }),
)

/** Under one name another plan may have another customer: one who plays another tactic, or tells other values. */
function couldBe({ tactic, card }: Case, start: TrialStarted, events: Transcript): boolean {
  const values = (field: string) =>
    card.requests.flatMap(({ knows, truth, corrects, asked_again }) => [
      knows[field],
      truth[field],
      ...corrects.map(({ value }) => value),
      ...(asked_again[field] ?? []),
    ])
  const moves = events.flatMap((event) =>
    event.type === 'message.sent' && event.from === 'customer' ? event.act.moves : [],
  )
  return (
    start.tactic === tactic &&
    moves.every((move) => move.do !== 'tell' || values(move.field).includes(move.value))
  )
}
