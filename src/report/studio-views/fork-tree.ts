import type { NoData, Rate } from '../../base/rate.ts'
import type { ForkFacts } from '../../metrics/fork-facts.ts'
import { rateHere } from '../../metrics/statistics/fork-rates.ts'
import { decisionOf, summariseForks } from '../../metrics/summarise-forks.ts'

/** The forks of one trial as its page shows them: for each decision what the agent did, how often, and one conversation each. */
export type ForkTree = readonly ForkDecision[]

export type ForkDecision = {
  readonly at: number
  readonly agent: string
  readonly swap: string | null
  readonly forks: number
  readonly unsafe_here: Rate | NoData
  readonly branches: readonly ForkBranch[]
}

export type ForkBranch = {
  readonly action: string
  readonly class: string
  readonly share: Rate | NoData
  readonly unsafe: number
  /** rules that failed in it, each with how often */
  readonly fails: readonly { readonly rule: string; readonly times: number }[]
  /** the id of one of its conversations */
  readonly example: string
}

type StoredOne = { readonly id: string; readonly facts: ForkFacts }

export function forkTree(forks: readonly StoredOne[]): ForkTree {
  const decisions = new Map<string, StoredOne[]>()
  for (const fork of forks) {
    if (fork.facts.state !== 'judged') continue
    const key = decisionOf(fork.facts)
    decisions.set(key, [...(decisions.get(key) ?? []), fork])
  }
  return [...decisions.values()].flatMap((all): readonly ForkDecision[] => {
    const [first] = all
    if (first === undefined) return []
    const { at, agent, swap } = first.facts
    const { unsafe_here } = summariseForks(all.map(({ facts }) => facts))
    return [{ at, agent, swap, forks: all.length, unsafe_here, branches: branchesOf(all) }]
  })
}

function branchesOf(all: readonly StoredOne[]): readonly ForkBranch[] {
  const byAction = new Map<string, StoredOne[]>()
  for (const fork of all) byAction.set(fork.facts.action, [...(byAction.get(fork.facts.action) ?? []), fork])
  return [...byAction.values()]
    .sort((a, b) => b.length - a.length)
    .flatMap((forks): readonly ForkBranch[] => {
      const [first] = forks
      if (first === undefined) return []
      return [
        {
          action: first.facts.action,
          class: first.facts.class,
          share: rateHere(forks.length, all.length),
          unsafe: forks.filter(({ facts }) => facts.unsafe === true).length,
          fails: countsOf(forks.flatMap(({ facts }) => facts.fails)),
          example: first.id,
        },
      ]
    })
}

function countsOf(rules: readonly string[]): ForkBranch['fails'] {
  const counts = new Map<string, number>()
  for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts].map(([rule, times]) => ({ rule, times }))
}
