import type { Report } from '../../../src/report/result/report.ts'
import type { AgentResult, Metrics } from '../../../src/report/result/run-result.ts'
import type { Noise } from '../../../src/report/studio-views/noise.ts'
import { metricFacts } from '../metric-facts.ts'
import { isMeasured, metricOf } from '../ui/metric.tsx'
import { words } from '../words.ts'

/** One line of a leaderboard: an agent of a run, with the numbers of the conversations that were asked for. */
export type Entry = {
  readonly run: string
  readonly agent: string
  readonly kind: AgentResult['kind']
  readonly protocol: AgentResult['protocol']
  readonly sop: AgentResult['sop']
  readonly tier: string | null
  readonly metrics: Metrics | undefined
}

export type Slice = { readonly by: string; readonly of: string }
const SLICES = ['packs', 'buckets', 'intensity', 'tactics'] as const

export const entriesOf = (reports: readonly Report[], slice: Slice | null): readonly Entry[] =>
  reports.flatMap(({ run, agents }) =>
    agents.map((agent) => ({
      run,
      agent: agent.agent,
      kind: agent.kind,
      protocol: agent.protocol,
      sop: agent.sop,
      tier: agent.cost_tier,
      metrics: slice === null ? agent.metrics : sliced(agent, slice),
    })),
  )

function sliced(agent: AgentResult, { by, of }: Slice): Metrics | undefined {
  const known = SLICES.find((name) => name === by)
  return known === undefined ? undefined : agent[known][of]
}

/** What the conversations can be narrowed to: one pack, bucket, intensity or tactic. */
export function sliceChoices(reports: readonly Report[]): readonly (readonly [string, string])[] {
  return SLICES.flatMap((by) => {
    const names = new Set(reports.flatMap(({ agents }) => agents.flatMap((agent) => Object.keys(agent[by]))))
    if (by === 'packs' && names.size < 2) return []
    return [...names]
      .sort()
      .map((of): readonly [string, string] => [
        `${by}:${of}`,
        `${words.leaderboard[by]}: ${words.bucket[of] ?? of}`,
      ])
  })
}

/** Best first; those without a number last. */
export function sorted(entries: readonly Entry[], metric: string): readonly Entry[] {
  const sign = metricFacts(metric).better === 'higher' ? -1 : 1
  const value = ({ metrics }: Entry): number | null => {
    const found = metricOf(metrics, metric)
    return isMeasured(found) ? found.value : null
  }
  return [...entries].sort((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return sign * (x - y)
  })
}

export function isNoise(noise: Noise | undefined, a: Entry, b: Entry): boolean {
  const is = (side: { readonly run: string; readonly agent: string }, entry: Entry): boolean =>
    side.run === entry.run && side.agent === entry.agent
  return (noise?.pairs ?? []).some(
    (pair) =>
      pair.says === 'cannot tell' && ((is(pair.a, a) && is(pair.b, b)) || (is(pair.a, b) && is(pair.b, a))),
  )
}
