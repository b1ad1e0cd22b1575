import type { ClauseId, StepId } from '../../base/values/ids.ts'
import type { ActionClass } from '../../graph/walk/walk-types.ts'

/**
 * What the rule engine says of one trial. In: (pack, case, transcript). Out: this, plain JSON, stored beside the
 * transcript and always recomputable from it. It must not know models, other trials or who the agent is.
 */

/** Raised whenever a rule's meaning changes (docs/spec/verdicts.md lists how); runs compare only where it is equal. */
export const RULES_VERSION = 9

/**
 * The weakest thing whose other value would change the verdict: calls; words that stand there literally; what the agent reported;
 * what a reader read; what a rule inferred from what was done.
 */
export type Basis = 'calls' | 'text' | 'reported' | 'read' | 'inferred'
export type NotJudged =
  | 'no-report'
  | 'not-sure'
  /** the customer failed the agent (E10) */
  | 'void'
  | 'no-world'
  | 'judge-silent'
  | 'judge-off-format'
  | 'machinery'
  | 'broken-transcript'

/** What a rule finds, before the engine says which rule it was and whose failure it is. */
export type Finding = { readonly request?: string; readonly clauses: readonly ClauseId[] } & (
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
      /** the rule whose finding is the cause of this fail; absent: it is a first cause (E6) */
      readonly follows?: string
    })
  | Exclude<Finding, { outcome: 'pass' | 'fail' }>
)

export type Fail = Extract<Verdict, { outcome: 'pass' | 'fail' }>
export const isFail = (verdict: Verdict): verdict is Fail => verdict.outcome === 'fail'

/** One agent turn: all it did between two customer messages. */
export type TurnScore = {
  /** first and last event of the turn */
  readonly from: number
  readonly to: number
  readonly due: readonly StepId[]
  readonly actions: readonly {
    readonly n: number
    readonly action: string
    readonly class: ActionClass
    readonly step: StepId | null
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
  /** the decision whose fields are the relevant ones */
  readonly decision: StepId | null
  /** false: wrong as read, and right if words that could not be read were what was due: it counts as neither (E4) */
  readonly sure?: boolean
}

export type PathMove = {
  /** not-judged: costs something as read, and nothing if words that could not be read were what was due (E4) */
  readonly move: 'match' | 'skipped' | 'extra' | 'premature' | 'off-path' | 'forbidden' | 'not-judged'
  readonly step: StepId | null
  readonly n: number | null
}

export type Divergence = {
  readonly n: number
  readonly request: string | null
  readonly did: string
  readonly due: readonly StepId[]
  readonly clauses: readonly ClauseId[]
  /** the SOP sentence in full */
  readonly sentence: string
  readonly because: string | null
}

/** an action that does no step is named by its event */
export type TakenStep = StepId | `event ${number}`

export type TrialPath = {
  readonly true_path: readonly StepId[]
  readonly taken: readonly TakenStep[]
  readonly alignment: readonly PathMove[]
  readonly fitness: number
  readonly exact: boolean
}

/** A trial is exactly one of judged, voided (the customer failed the agent) and faulted (our machinery). */
export type TrialScore = FaultedScore | VoidedScore | JudgedScore
export type JudgedScore = DeskScore | OwnToolsScore

type Scored = {
  /** version of the rules */
  readonly rules: number
  /** what is odd in the transcript */
  readonly problems: readonly string[]
  readonly turns: readonly TurnScore[]
  readonly verdicts: readonly Verdict[]
}

/** Missing data with a reason, nobody's failure. Verdicts that no later event could undo stand. */
export type FaultedScore = Scored & { readonly state: 'faulted'; readonly because: string }

/** How it ended counts for nothing; what was said and done in single messages and calls stands. */
export type VoidedScore = Scored & {
  readonly state: 'voided'
  /** how the customer left its card, or failed the agent */
  readonly code: string
}

/** The agent called tools of its own: nothing that rests on our desk is known. A recording may name its task, and so its outcome. */
export type OwnToolsScore = Scored & {
  readonly state: 'judged'
  readonly world: 'own'
  readonly outcome: 'right' | 'wrong' | 'not-judged'
  readonly handed_over: boolean
}

export type DeskScore = Scored & {
  readonly state: 'judged'
  readonly world: 'ours'
  /** right: every request ended in an acceptable outcome; not judged: of some request it cannot be told */
  readonly outcome: 'right' | 'wrong' | 'not-judged'
  readonly handed_over: boolean
  /** null: the customer asked for nothing */
  readonly path: TrialPath | null
  readonly divergence: Divergence | null
  /** covered: every call of the true path was made, as it must be, and no wrong one; null: nothing was asked for; absent in runs of 0.1 */
  readonly journey?: 'covered' | 'left' | null
  /** told from what it did; open: unread words may have shown it; null: nothing could show it; absent in runs of earlier versions */
  readonly understood?: boolean | 'open' | null
  /** of a desk with faults: what the agent made of those it met; null or absent: it met none */
  readonly disturbed?: {
    readonly noticed: boolean
    readonly out_of_date: boolean
    readonly acted_on_wrong_data: boolean
  } | null
  /** forbidden actions, counted when called: an event and a forbid stand here once */
  readonly forbidden: readonly { readonly n: number; readonly forbid: string; readonly kind: string }[]
  /** clauses that applied and clauses kept */
  readonly policy: { readonly kept: number; readonly of: number }
  readonly money_at_risk: number
  /** rows that differ from what the nearest acceptable outcome would have left, and the call that changed each */
  readonly end_state: readonly { readonly table: string; readonly key: string; readonly n: number }[]
  readonly steps: readonly StepId[]
  readonly edges: readonly string[]
}

type Parts<Score extends TrialScore> = Omit<Score, 'rules' | 'state' | 'world'>

export const faultedScore = (because: string, known: Partial<Parts<FaultedScore>> = {}): FaultedScore => ({
  rules: RULES_VERSION,
  state: 'faulted',
  because,
  problems: [because],
  turns: [],
  verdicts: [],
  ...known,
})

export const voidedScore = (parts: Parts<VoidedScore>): VoidedScore => ({
  rules: RULES_VERSION,
  state: 'voided',
  ...parts,
})

export const ownToolsScore = (
  parts: Omit<Parts<OwnToolsScore>, 'outcome'> & Partial<Pick<OwnToolsScore, 'outcome'>>,
): OwnToolsScore => ({
  rules: RULES_VERSION,
  state: 'judged',
  world: 'own',
  outcome: 'not-judged',
  ...parts,
})

export const deskScore = (parts: Parts<DeskScore>): DeskScore => ({
  rules: RULES_VERSION,
  state: 'judged',
  world: 'ours',
  ...parts,
})

/** The score of a trial at our desk that was judged; undefined: what rests on our desk is not known of it. */
export const atOurDesk = (score: TrialScore): DeskScore | undefined =>
  score.state === 'judged' && score.world === 'ours' ? score : undefined

/** A trial passes when its outcome is right and nothing forbidden was done (docs/spec/metrics.md, M5); null: not known. */
export function isPassed(score: JudgedScore): boolean | null {
  if (score.world === 'ours' && score.forbidden.length > 0) return false
  return score.outcome === 'not-judged' ? null : score.outcome === 'right'
}

/**
 * What a rule says of a whole trial, where it gives several verdicts (one a request, one a note): broken if one of them is, else
 * not judged if one is not. Undefined: it says nothing of it.
 */
export function outcomeOfRule(verdicts: readonly Verdict[], rule: string): Verdict['outcome'] | undefined {
  let worst: Verdict['outcome'] | undefined
  for (const verdict of verdicts) {
    if (verdict.rule !== rule) continue
    if (worst === undefined || WEIGHT[verdict.outcome] > WEIGHT[worst]) worst = verdict.outcome
  }
  return worst
}

const WEIGHT: Readonly<Record<Verdict['outcome'], number>> = {
  'not-applicable': 0,
  pass: 1,
  'not-judged': 2,
  fail: 3,
}
