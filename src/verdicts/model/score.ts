import type { ActionClass } from '../../graph/walk/walk-types.ts'

/**
 * What the rule engine says of one trial. In: (pack, case, transcript). Out: this, plain JSON, stored beside the
 * transcript and always recomputable from it. It must not know models, other trials or who the agent is.
 */

/** Raised whenever a rule's meaning changes; runs compare only where it is equal. */
export const RULES_VERSION = 1

export type Basis = 'calls' | 'text' | 'reported' | 'recognised'
export type NotJudged =
  | 'no-report'
  | 'not-sure'
  | 'no-world'
  | 'judge-silent'
  | 'judge-off-format'
  | 'machinery'
  | 'broken-transcript'

/** What a rule finds, before the engine says which rule it was and whose failure it is. */
export type Finding = { readonly request?: string; readonly clauses: readonly string[] } & (
  | {
      readonly outcome: 'pass' | 'fail'
      readonly evidence: readonly [number, ...number[]]
      readonly basis: Basis
      /** one sentence for a person: what was done, what was due instead */
      readonly because: string
    }
  | { readonly outcome: 'not-applicable'; readonly because: string }
  | { readonly outcome: 'not-judged'; readonly because: NotJudged }
)

/** A rule's id is the name of its metric; of a pack's own kind of catastrophe it is the kind. */
export type Verdict = { readonly rule: string } & (
  | (Extract<Finding, { outcome: 'pass' | 'fail' }> & {
      /** whose failure a fail is */
      readonly blame: 'agent' | 'sop'
    })
  | Exclude<Finding, { outcome: 'pass' | 'fail' }>
)

/** One agent turn: all it did between two customer messages. */
export type TurnScore = {
  /** first and last event of the turn */
  readonly from: number
  readonly to: number
  readonly due: readonly string[]
  readonly actions: readonly {
    readonly n: number
    readonly action: string
    readonly class: ActionClass
    readonly step: string | null
    readonly because: string | null
  }[]
  /** did a due step (or anything permitted where only `end` is due) and nothing premature, off-path, forbidden, unknown */
  readonly action_right: boolean
  readonly reported: boolean
  /** null: not judged (observed protocol) */
  readonly intent_right: boolean | null
  readonly fields: { readonly right: number; readonly of: number } | null
  /** relevant fields and everything told before reported right: what the conditional gap is conditioned on; null: no report */
  readonly understood?: boolean | null
  /** the decision whose fields are the relevant ones, for the gap per decision */
  readonly decision: string | null
  /** false: words of this turn could not be read for sure, so what it did not do is not known (observed protocol) */
  readonly sure?: boolean
}

export type PathMove = {
  readonly move: 'match' | 'skipped' | 'extra' | 'premature' | 'off-path' | 'forbidden'
  readonly step: string | null
  readonly n: number | null
}

export type Divergence = {
  readonly n: number
  readonly request: string | null
  readonly did: string
  readonly due: readonly string[]
  readonly clauses: readonly string[]
  /** the SOP sentence in full */
  readonly sentence: string
  readonly because: string | null
}

export type TrialScore = {
  readonly rules: number
  /** judged, voided (customer), faulted (machinery): exactly one */
  readonly state: 'judged' | 'voided' | 'faulted'
  readonly problems: readonly string[]
  readonly turns: readonly TurnScore[]
  readonly path: {
    readonly true_path: readonly string[]
    readonly taken: readonly string[]
    readonly alignment: readonly PathMove[]
    readonly fitness: number
    readonly exact: boolean
  } | null
  readonly divergence: Divergence | null
  readonly outcome_right: boolean
  /** false: the outcome of some request is not judged, and `outcome_right` says nothing */
  readonly outcome_judged?: boolean
  readonly handed_over: boolean
  /** its tools were its own (`tools: own`): nothing that rests on our desk is judged; what stands here for it is empty */
  readonly own_tools?: true
  /** forbidden actions, counted when called */
  readonly forbidden: readonly { readonly n: number; readonly forbid: string; readonly kind: string }[]
  readonly verdicts: readonly Verdict[]
  /** clauses that applied and clauses kept */
  readonly policy: { readonly kept: number; readonly of: number }
  readonly money_at_risk: number
  /** rows that differ from what the nearest acceptable outcome would have left, and the call that changed each */
  readonly end_state?: readonly { readonly table: string; readonly key: string; readonly n: number }[]
  readonly steps: readonly string[]
  readonly edges: readonly string[]
}

/** The score of a trial that our own machinery could not score: missing data with a reason, nobody's failure. */
export const faultedScore = (because: string): TrialScore => ({
  rules: RULES_VERSION,
  state: 'faulted',
  problems: [because],
  turns: [],
  path: null,
  divergence: null,
  outcome_right: false,
  outcome_judged: false,
  handed_over: false,
  forbidden: [],
  verdicts: [],
  policy: { kept: 0, of: 0 },
  money_at_risk: 0,
  steps: [],
  edges: [],
})
