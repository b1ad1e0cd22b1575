/** What `sage audit` last found out about a pack, as the pack's page shows it. */
export type AuditView = {
  readonly at: string
  readonly rules: number
  /** the pack, or the rules, were others then: it says nothing sure about today's */
  readonly older: readonly ('pack' | 'rules')[]
  /** every fault caught, nearly every one named right, none without a case, no alarm on the oracle */
  readonly met: boolean
  readonly planted: number
  readonly caught: number
  readonly named: number
  readonly oracle_trials: number
  readonly alarms_on_oracle: number
  /** shown by no case, though it is not proven that none can */
  readonly unexercised: number
  /** no fault at all: proven to show in no conversation */
  readonly harmless: number
  readonly by_kind: readonly AuditedKind[]
  /** what a person should look at, worst first */
  readonly findings: readonly AuditFinding[]
}

/** The audit's counts for one kind of planted fault. */
export type AuditedKind = {
  readonly fault: string
  readonly planted: number
  readonly caught: number
  readonly named: number
  /** shown by no case, though it is not proven that none can */
  readonly unexercised: number
  /** no fault at all: proven to show in no conversation */
  readonly harmless: number
}

export type AuditFinding = {
  readonly kind: 'missed' | 'misnamed' | 'unexercised' | 'unplanted' | 'alarm'
  readonly fault: string | null
  /** step, edge, forbid or tool; of an alarm its case */
  readonly at: string
  readonly because: string | null
}
