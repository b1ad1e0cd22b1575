import type { TrialId } from '../../../base/values/ids.ts'
import type { Case, Intensity, Pack } from '../../../cases/case.ts'
import type { Transcript, TrialStarted } from '../../../transcript/event.ts'
import type { TrialScore } from '../../../verdicts/model/score.ts'
import type { TrialCustomer } from '../../agents/maker.ts'
import { type ForkPoint, type ForkWish, forkPoint, type NoFork } from '../../trial/fork-point.ts'
import { type Swap, wordAgain } from '../../trial/word-again.ts'

/** A stored conversation that is to be forked. */
export type ForkSource = {
  readonly trial: TrialId
  readonly pack: Pack
  readonly case: Case
  readonly events: Transcript
  readonly score: TrialScore
  readonly started: TrialStarted
}

/** A decision to be sampled: a conversation up to the moment the agent is asked, and who is asked. */
export type Decision = ForkPoint & {
  readonly source: ForkSource
  /** place among the agents that are sampled */
  readonly agent: number
  /** null: the customer's last message as it was */
  readonly swap: Swap | null
}

export type Unforked = { readonly trial: TrialId; readonly why: string }

/** The decisions of one conversation, as recorded and with the customer's last message worded again; or why there is none. */
export async function decisionsOf(
  source: ForkSource,
  asked: {
    readonly wish: ForkWish
    readonly agent: number
    readonly swaps: readonly Swap[]
    readonly customer: TrialCustomer
    readonly signal: AbortSignal
  },
): Promise<readonly (Decision | Unforked)[]> {
  const { agent } = asked
  const point = forkPoint(source, asked.wish)
  if ('none' in point) return [{ trial: source.trial, why: point.none }]
  const { seed, attempt } = source.started
  const swapped = await Promise.all(
    asked.swaps.map(async (swap) => ({
      swap,
      point: await wordAgain(point, swap, {
        pack: source.pack,
        case: source.case,
        seed,
        attempt,
        customer: asked.customer,
        signal: asked.signal,
      }),
    })),
  )
  return [{ ...point, source, agent, swap: null }, ...swapped.map((one) => decisionWith(one, source, agent))]
}

const decisionWith = (
  { swap, point }: { readonly swap: Swap; readonly point: ForkPoint | NoFork },
  source: ForkSource,
  agent: number,
): Decision | Unforked =>
  'none' in point ? { trial: source.trial, why: point.none } : { ...point, source, agent, swap }

export const isDecision = (one: Decision | Unforked): one is Decision => 'given' in one

/** What a swapped wording is called: in ids of forks and in reports. */
export const swapName = ({ tactic, intensity }: Swap): string => `${tactic ?? 'plain'}@${intensity}`

/** The swaps that `--swap` means for a case: another intensity it may run at, or another tactic at its own. */
export function swapsFor(
  wish: { readonly what: 'tactic' | 'intensity'; readonly to: string | null } | null,
  { case: theCase, started }: Pick<ForkSource, 'case' | 'started'>,
): readonly Swap[] {
  if (wish === null) return []
  const intensity = intensityOf(started.intensity)
  if (wish.what === 'tactic') return [{ tactic: wish.to, intensity }]
  const others = theCase.intensities.filter((one) => one !== intensity)
  const wanted = wish.to === null ? others : others.filter((one) => one === Number(wish.to))
  return wanted.map((one) => ({ tactic: theCase.tactic, intensity: one }))
}

/** A transcript's schema lets no other number through. */
export const intensityOf = (n: number): Intensity => (n === 0 || n === 1 || n === 2 ? n : 3)
