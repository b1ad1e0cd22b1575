import { memo } from '../base/memo.ts'
import type { Graph } from '../graph/model/graph.ts'
import { collateralWritesRule } from './rules/collateral-writes/rule.ts'
import { escalationAccuracy } from './rules/escalation-accuracy/rule.ts'
import { falseClosure } from './rules/false-closure/rule.ts'
import { falseHandover } from './rules/false-handover/rule.ts'
import { forbiddenKinds } from './rules/forbidden-kinds/rule.ts'
import { handoverNote } from './rules/handover-note/rule.ts'
import { inventedCaution } from './rules/invented-caution/rule.ts'
import { inventedFacts } from './rules/invented-facts/rule.ts'
import { knewAndBroke } from './rules/knew-and-broke/rule.ts'
import { leakedInternal } from './rules/leaked-internal/rule.ts'
import { leakedRecord } from './rules/leaked-record/rule.ts'
import { leftOutWording } from './rules/left-out-wording/rule.ts'
import { outcomeAccuracy } from './rules/outcome-accuracy/rule.ts'
import { overEscalation } from './rules/over-escalation/rule.ts'
import { phantomAction } from './rules/phantom-action/rule.ts'
import { promisedImpossible } from './rules/promised-impossible/rule.ts'
import { ranOut } from './rules/ran-out/rule.ts'
import { reportAgainstWords } from './rules/report-against-words/rule.ts'
import { reportMissing } from './rules/report-missing/rule.ts'
import type { Rule, RuleFamily } from './rules/rule.ts'
import { skippedCheck } from './rules/skipped-check/rule.ts'
import { trustedClaimOverRecord } from './rules/trusted-claim-over-record/rule.ts'
import { unconfirmedAction } from './rules/unconfirmed-action/rule.ts'
import { waivedProof } from './rules/waived-proof/rule.ts'
import { wrongArguments } from './rules/wrong-arguments/rule.ts'
import { wrongfulDecline } from './rules/wrongful-decline/rule.ts'

/** Every rule, in the order verdicts are listed. A new rule is a new folder and a line here. */
export const ALL_RULES = [
  outcomeAccuracy,
  collateralWritesRule,
  forbiddenKinds,
  falseClosure,
  ranOut,
  escalationAccuracy,
  overEscalation,
  handoverNote,
  phantomAction,
  falseHandover,
  wrongArguments,
  waivedProof,
  skippedCheck,
  unconfirmedAction,
  knewAndBroke,
  trustedClaimOverRecord,
  leakedInternal,
  leakedRecord,
  promisedImpossible,
  inventedFacts,
  leftOutWording,
  wrongfulDecline,
  inventedCaution,
  reportMissing,
  reportAgainstWords,
] as const satisfies Rules

export type Rules = readonly (Rule | RuleFamily)[]

type IdOf<One> = One extends RuleFamily<infer Id> ? Id : One extends Rule<infer Id> ? Id : never
/** The ids of the rules that every desk is held to. */
export type RuleId = IdOf<(typeof ALL_RULES)[number]>

/** The rules of one desk: those of every desk, of each family those its pack brings along, and those of a project's plugins. */
export const rulesOf = (graph: Graph, own: readonly Rule[]): readonly Rule[] => rulesBy(graph)(own)
const rulesBy = memo((graph: Graph) =>
  memo((own: readonly Rule[]): readonly Rule[] => [
    ...ALL_RULES.flatMap((one): readonly Rule[] => ('ofPack' in one ? one.ofPack(graph) : [one])),
    ...own,
  ]),
)

/** The rules of every desk, without a pack's own. */
export const RULES_OF_EVERY_DESK: readonly Rule[] = ALL_RULES.flatMap((one): readonly Rule[] =>
  'ofPack' in one ? one.ofEveryDesk : [one],
)
