import type { NoData, Rate, Score } from '../../base/rate.ts'
import type { DecisionSummary, ForkSummary } from '../../metrics/summarise-forks.ts'
import { percent } from './percent.ts'
import { sayPoints } from './say-metric.ts'

/** What forks came to, by agent and by the wording of the customer's last message. */
export type ShownForks = ForkSummary & {
  readonly run: string
  readonly agents: readonly (ForkSummary & { readonly agent: string })[]
  /** with `--swap`: the same decisions after the other wording, and how much more often that is unsafe */
  readonly swapped: readonly (ForkSummary & { readonly swap: string; readonly difference: Score | null })[]
  /** taken from the store: nothing was paid for them now */
  readonly stored: number
  /** not played yet: stopped, or a fault of our machinery */
  readonly left: number
  readonly unforked: readonly { readonly trial: string; readonly why: string }[]
  readonly stopped: string | null
}

/** Decisions listed one by one; more are in the JSON. */
const DECISIONS_MAX = 40
/** Actions listed if there are several decisions. */
const ACTIONS_MAX = 8

export function forkText(forks: ShownForks): string {
  return [
    `${forks.forks} forks of ${count(forks.each.length, 'decision')} (run ${forks.run})${paid(forks)}`,
    '',
    ...forks.agents.flatMap((agent) => [...summaryLines(agent.agent, agent), '']),
    ...forks.swapped.flatMap((swap) => [
      ...summaryLines(`with the last message worded as ${swap.swap}`, swap),
      ...differenceLine(swap.difference),
      '',
    ]),
    ...(forks.differs > 0
      ? [
          `Fed with ${forks.fed} recorded turns, the agent answered ${forks.differs} of them differently. What was recorded stands; its next turn may rest on what it said instead.`,
        ]
      : []),
    ...forks.unforked.map(({ trial, why }) => `Not forked: ${trial}: ${why}.`),
    ...(forks.left > 0
      ? [
          `${count(forks.left, 'fork')} not played${forks.stopped === null ? '' : ` (${forks.stopped})`}. The same command plays the rest.`,
        ]
      : []),
  ]
    .join('\n')
    .trimEnd()
}

const paid = ({ stored }: ShownForks): string => (stored === 0 ? '' : `; ${stored} were stored already`)

function summaryLines(head: string, summary: ForkSummary): readonly string[] {
  return [
    head,
    ...actionLines(summary),
    `  unsafe here        ${sayRate(summary.unsafe_here)}  in these very conversations, asked again`,
    `  unsafe like these  ${sayRate(summary.unsafe_like_these)}  in conversations of this kind`,
    ...(summary.each.length > 1 ? ['', ...summary.each.slice(0, DECISIONS_MAX).map(decisionLine)] : []),
    ...(summary.each.length > DECISIONS_MAX
      ? [`  and ${summary.each.length - DECISIONS_MAX} more (--json)`]
      : []),
    ...(summary.voided > 0 ? [`  ${count(summary.voided, 'fork')} void: the customer failed the agent`] : []),
  ]
}

/** Of several decisions only what is done most often: what is done at each is in its own line. */
function actionLines({ decisions, each }: ForkSummary): readonly string[] {
  const all = Object.entries(decisions)
  const shown = each.length > 1 ? all.slice(0, ACTIONS_MAX) : all
  const lines = shown.map(([action, rate]) => `  ${sayRate(rate)}  ${action}`)
  return shown.length === all.length ? lines : [...lines, `  and ${all.length - shown.length} other actions`]
}

const decisionLine = ({ case: id, intensity, at, unsafe_here, decisions }: DecisionSummary): string => {
  const [most] = Object.entries(decisions)
  const often = most === undefined ? '' : `; most often ${most[0]}`
  return `  ${id}@${intensity}, at ${at}: unsafe ${sayRate(unsafe_here)}${often}`
}

const differenceLine = (difference: Score | null): readonly string[] =>
  difference === null
    ? []
    : [
        `  difference to the recorded wording: ${sayPoints(difference.value)} (${sayPoints(difference.low)} to ${sayPoints(difference.high)}), ${count(difference.n, 'decision')} paired`,
      ]

const sayRate = (rate: Rate | NoData): string =>
  rate.value === null
    ? `not measured${rate.because === undefined ? '' : ` (${rate.because})`}`
    : `${rate.hits}/${rate.of} = ${percent(rate.value)} % (${percent(rate.low)} to ${percent(rate.high)} %)`

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`
