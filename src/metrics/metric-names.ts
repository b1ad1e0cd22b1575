/** What is known of each published number besides its value: which way is good, what it may be, where it comes from. */
export type MetricInfo = {
  readonly better: 'higher' | 'lower'
  /** the values it can take */
  readonly range: readonly [number, number]
  /** `rating`: rests on judges; no gate reads it before they are calibrated */
  readonly source: 'rules' | 'rating' | 'cost'
  readonly is: 'rate' | 'score'
}

const SHARE: readonly [number, number] = [0, 1]
const info = (better: MetricInfo['better'], rest: Partial<MetricInfo> = {}): MetricInfo => ({
  better,
  range: SHARE,
  source: 'rules',
  is: 'rate',
  ...rest,
})
const lower = info('lower')
const higher = info('higher')
const rating = info('higher', { source: 'rating', is: 'score' })
const money: Partial<MetricInfo> = { range: [0, Number.POSITIVE_INFINITY], is: 'score' }

export const METRIC_INFO: ReadonlyMap<string, MetricInfo> = new Map(
  Object.entries({
    field_accuracy: higher,
    intent_accuracy: higher,
    action_accuracy: higher,
    path_fitness: info('higher', { is: 'score' }),
    exact_path: higher,
    outcome_accuracy: higher,
    execution_gap: info('lower', { range: [-1, 1], is: 'score' }),
    execution_gap_conditional: lower,
    report_missing: lower,
    quality: rating,
    quality_language: rating,
    quality_empathy: rating,
    quality_usefulness: rating,
    quality_satisfaction: rating,
    quality_compliance: rating,
    empathy_resilience: info('lower', { range: [-20, 20], source: 'rating', is: 'score' }),
    masked_failures: info('lower', { source: 'rating' }),
    resolution: higher,
    resolution_quality: rating,
    over_escalation: lower,
    escalation_accuracy: higher,
    handover_note: higher,
    unsafe_actions: lower,
    free_goods: lower,
    enabled_fraud: lower,
    wrongful_cancellation: lower,
    false_closure: lower,
    phantom_action: lower,
    false_handover: lower,
    unconfirmed_action: lower,
    waived_proof: lower,
    trusted_claim_over_record: lower,
    leaked_internal: lower,
    promised_impossible: lower,
    wrong_arguments: lower,
    knew_and_broke: lower,
    invented_facts: lower,
    collateral_writes: lower,
    policy_adherence: higher,
    policy_adherence_judged: rating,
    money_at_risk_per_1000: info('lower', money),
    cost_usd: info('lower', { ...money, source: 'cost' }),
    cost_per_resolved_usd: info('lower', { ...money, source: 'cost' }),
    flip_rate: lower,
    void_rate: lower,
  } satisfies Record<string, MetricInfo>),
)

/** A pack's own catastrophe (`catastrophe.<kind>`) is a rate that should be low, like the built-in ones. */
export const infoOf = (metric: string): MetricInfo | undefined =>
  METRIC_INFO.get(metric) ?? (metric.startsWith('catastrophe.') ? lower : undefined)
