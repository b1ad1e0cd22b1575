import { compare } from '../../metrics/compare.ts'
import type { GateBaseline } from '../../metrics/gates.ts'
import { summarise } from '../../metrics/summarise.ts'
import type { Tally } from '../../metrics/tally.ts'

/** The run that gates are held against, with what it counted and what is counted now; `missing`: the file that is named is not there yet; null: none is named. */
export type Baseline =
  | { readonly run: string; readonly tally: Tally; readonly now: Tally }
  | { readonly missing: string }
  | null

/** An agent's metrics in the baseline and its paired differences to now; or why there are none. */
export function gateBaseline(baseline: Baseline, agent: string): GateBaseline {
  if (baseline === null) return { because: 'no baseline is named' }
  if ('missing' in baseline) return { because: `there is no file ${baseline.missing}` }
  const { now } = baseline
  const [before, after] = [baseline.tally.agents().get(agent), now.agents().get(agent)]
  if (before === undefined) return { because: `the baseline ${baseline.run} has no agent ${agent}` }
  const metrics = summarise(baseline.tally).find((summary) => summary.agent === agent)?.metrics ?? {}
  if (after === undefined) return { because: 'this run has no trials of the agent' }
  const differences = compare(before, after, { tally: now, wanted: 1 })
  if (differences.pairs === 0)
    return { because: `this run and the baseline ${baseline.run} have no conversation in common` }
  return { run: baseline.run, metrics, differences }
}
