import { type Metric, NO_DATA, rateOf } from '../base/rate.ts'
import { atOurDesk } from '../verdicts/model/score.ts'
import { bootstrapRatios } from './bootstrap.ts'
import { actionRight, isUnderstood } from './logic-metrics.ts'
import { difference } from './ratio.ts'
import type { TrialFacts } from './trial-facts.ts'

/** The Execution Gap where it opens: turns by the decision they were about, summed by case. */
export type DecisionSums = Map<string, Map<string, Turns>>
type Turns = { of: number; intent: number; action: number; understood: number; wrong: number }

export function addDecisions(sums: DecisionSums, { pack, case: id, score }: TrialFacts): void {
  if (atOurDesk(score) === undefined) return
  for (const turn of score.turns) {
    const right = actionRight(turn)
    if (turn.decision === null || turn.intent_right === null || right === null) continue
    const key = `${pack}/${turn.decision}`
    const byCase = sums.get(key) ?? new Map<string, Turns>()
    sums.set(key, byCase)
    const own = byCase.get(id) ?? { of: 0, intent: 0, action: 0, understood: 0, wrong: 0 }
    byCase.set(id, own)
    own.of += 1
    if (turn.intent_right) own.intent += 1
    if (right) own.action += 1
    if (!isUnderstood(turn)) continue
    own.understood += 1
    if (!right) own.wrong += 1
  }
}

type Gaps = Readonly<Record<'execution_gap' | 'execution_gap_conditional', Metric>>

/** Both forms of the gap for every decision that a turn was about, decisions in order. */
export function decisionGaps(sums: DecisionSums): Readonly<Record<string, Gaps>> {
  const names = [...sums.keys()].sort()
  return Object.fromEntries(names.map((name) => [name, gapsOf([...(sums.get(name)?.values() ?? [])])]))
}

function gapsOf(cases: readonly Turns[]): Gaps {
  const intent = cases.map((each) => ({ hits: each.intent, of: each.of }))
  const action = cases.map((each) => ({ hits: each.action, of: each.of }))
  const turns = cases.reduce((sum, each) => sum + each.of, 0)
  const wrong = cases.map((each) => ({ hits: each.wrong, of: each.understood }))
  return {
    execution_gap: turns === 0 ? NO_DATA : bootstrapRatios([intent, action], difference, turns),
    execution_gap_conditional: rateOf(wrong, [wrong.reduce((sum, { hits }) => sum + hits, 0)]),
  }
}
