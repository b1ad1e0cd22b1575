import { RULES_OF_EVERY_DESK, type RuleId } from '../verdicts/all-rules.ts'
import {
  costPerResolved,
  costUsd,
  flipRate,
  moneyAtRisk,
  policyAdherence,
  resolution,
  unsafeActions,
  voidRate,
} from './desk-metrics.ts'
import { actedOnWrongData, noticed, recovered } from './disturbed-metrics.ts'
import { answered, harm, judged } from './gate-metrics.ts'
import {
  actionAccuracy,
  exactPath,
  executionGap,
  executionGapConditional,
  fieldAccuracy,
  intentAccuracy,
  journeyCoverage,
  pathFitness,
} from './logic-metrics.ts'
import type { MetricRecord } from './metric.ts'
import {
  maskedFailures,
  policyAdherenceJudged,
  quality,
  qualityCompliance,
  qualityEmpathy,
  qualityLanguage,
  qualitySatisfaction,
  qualityUsefulness,
  resolutionQuality,
} from './quality-metrics.ts'
import { replySeconds } from './reply-seconds.ts'
import { empathyResilience } from './resilience.ts'
import { metricOfRule, ownCatastrophe } from './rule-metrics.ts'
import { sageA, sageC, sageLogic, sageOverall, sageP, sageQ } from './sage-metrics.ts'

/** Metrics that are more than the count of one rule's verdicts. A new one is a declaration and a line here. */
const BESIDE_RULES = [
  fieldAccuracy,
  intentAccuracy,
  actionAccuracy,
  pathFitness,
  exactPath,
  executionGap,
  executionGapConditional,
  quality,
  qualityLanguage,
  qualityEmpathy,
  qualityUsefulness,
  qualitySatisfaction,
  qualityCompliance,
  maskedFailures,
  empathyResilience,
  resolution,
  resolutionQuality,
  unsafeActions,
  harm,
  answered,
  judged,
  policyAdherence,
  policyAdherenceJudged,
  moneyAtRisk,
  costUsd,
  costPerResolved,
  flipRate,
  voidRate,
  replySeconds,
  journeyCoverage,
  noticed,
  recovered,
  actedOnWrongData,
  sageC,
  sageP,
  sageA,
  sageQ,
  sageLogic,
  sageOverall,
] as const

/** The name of a pack's own catastrophe is `catastrophe.<kind>`. */
export type MetricName = (typeof BESIDE_RULES)[number]['name'] | RuleId | `catastrophe.${string}`

/** Every metric: one for each rule, and those that are more than one rule's verdicts. */
export const ALL_METRICS: readonly MetricRecord[] = [
  ...BESIDE_RULES,
  ...RULES_OF_EVERY_DESK.map(metricOfRule),
]

const BY_NAME: ReadonlyMap<string, MetricRecord> = new Map(ALL_METRICS.map((metric) => [metric.name, metric]))

/** A metric by a name that comes from outside: a gate, a page's address, a stored result. `own`: those of a project's plugins. */
export const metricNamed = (name: string, own: readonly MetricRecord[] = []): MetricRecord | undefined =>
  BY_NAME.get(name) ??
  own.find((metric) => metric.name === name) ??
  (name.startsWith('catastrophe.') ? ownCatastrophe(name.slice('catastrophe.'.length)) : undefined)

/** The same where the name is written in our own text. */
export const isMetricName = (name: string, own?: readonly MetricRecord[]): name is MetricName =>
  metricNamed(name, own) !== undefined
