import type { TrialScore, TurnScore, Verdict } from '../verdicts/model/score.ts'
import type { TrialFacts } from './trial-facts.ts'

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

export const failing = (rule: string): Verdict => ({
  rule,
  clauses: [],
  outcome: 'fail',
  evidence: [1],
  basis: 'calls',
  because: '',
  blame: 'agent',
})

const CLEAN: TrialScore = {
  rules: 1,
  state: 'judged',
  problems: [],
  turns: [turn()],
  path: { true_path: [], taken: [], alignment: [], fitness: 1, exact: true },
  divergence: null,
  outcome_right: true,
  handed_over: false,
  forbidden: [],
  verdicts: [],
  policy: { kept: 1, of: 1 },
  money_at_risk: 0,
  steps: [],
  edges: [],
}

export const trial = (
  over: Partial<Omit<TrialFacts, 'score'>> & { readonly score?: Partial<TrialScore> } = {},
): TrialFacts => ({
  agent: 'a',
  pack: 'p',
  case: 'p/1',
  bucket: 'resolvable',
  tactic: null,
  preservesTruth: true,
  intensity: 0,
  repeat: 0,
  ratings: {},
  usd: null,
  uses: [],
  misunderstood: { hits: 0, of: 0 },
  traffic: 1,
  ...over,
  score: { ...CLEAN, ...over.score },
})
