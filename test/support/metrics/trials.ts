import type { TrialFacts } from '../../../src/metrics/trial-facts.ts'
import {
  type DeskScore,
  deskScore,
  faultedScore,
  ownToolsScore,
  type TrialScore,
  type TurnScore,
  type Verdict,
  voidedScore,
} from '../../../src/verdicts/model/score.ts'
import { aCase } from '../base/ids.ts'

/** Trials made up for tests: a clean one unless told otherwise. */
export const turn = (over: Partial<TurnScore> = {}): TurnScore => ({
  from: 2,
  to: 3,
  due: [],
  actions: [],
  action_right: true,
  reported: true,
  intent_right: true,
  fields: { right: 1, of: 1 },
  decision: null,
  ...over,
})

const verdict = (rule: string, outcome: 'pass' | 'fail'): Verdict => ({
  rule,
  clauses: [],
  outcome,
  evidence: [1],
  basis: 'calls',
  because: '',
  blame: 'agent',
})
export const failing = (rule: string): Verdict => verdict(rule, 'fail')
export const passing = (rule: string): Verdict => verdict(rule, 'pass')
export const unjudged = (rule: string): Verdict => ({
  rule,
  clauses: [],
  outcome: 'not-judged',
  because: 'not-sure',
})

/** A judged score at our desk: a clean one unless told otherwise. */
export const score = (over: Partial<DeskScore> = {}): DeskScore =>
  deskScore({
    problems: [],
    turns: [turn()],
    path: { true_path: [], taken: [], alignment: [], fitness: 1, exact: true },
    divergence: null,
    outcome: 'right',
    handed_over: false,
    forbidden: [],
    verdicts: verdictsOn(over.outcome ?? 'right'),
    policy: { kept: 1, of: 1 },
    money_at_risk: 0,
    end_state: [],
    steps: [],
    edges: [],
    ...over,
  })

/** What the outcome's own rule says of it. */
function verdictsOn(outcome: DeskScore['outcome']): readonly Verdict[] {
  const rule = 'outcome_accuracy'
  return [outcome === 'right' ? passing(rule) : outcome === 'wrong' ? failing(rule) : unjudged(rule)]
}

export const VOIDED = voidedScore({ code: 'OFF_CARD', problems: [], turns: [], verdicts: [] })
export const FAULTED = faultedScore('MODEL_UNREACHABLE')
export const OWN_TOOLS = ownToolsScore({ problems: [], turns: [turn()], verdicts: [], handed_over: false })

type Over = Partial<DeskScore> | Exclude<TrialScore, DeskScore>

const isWhole = (over: Over): over is Exclude<TrialScore, DeskScore> =>
  'state' in over && (over.state !== 'judged' || over.world === 'own')

export const trial = (
  over: Partial<Omit<TrialFacts, 'score' | 'case'>> & { readonly score?: Over; readonly case?: string } = {},
): TrialFacts => ({
  agent: 'a',
  pack: 'p',
  bucket: 'resolvable',
  tactic: null,
  preservesTruth: true,
  intensity: 0,
  disturbance: null,
  repeat: 0,
  ratings: {},
  usd: null,
  uses: [],
  replies: [],
  misunderstood: { hits: 0, of: 0 },
  failed: null,
  traffic: 1,
  ...over,
  case: aCase(over.case ?? 'p/1'),
  score: over.score !== undefined && isWhole(over.score) ? over.score : score(over.score),
})
