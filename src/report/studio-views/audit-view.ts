import { z } from 'zod'

const counts = {
  planted: z.int(),
  caught: z.int(),
  named: z.int(),
  /** shown by no case, though it is not proven that none can */
  unexercised: z.int(),
  /** no fault at all: proven to show in no conversation */
  harmless: z.int(),
}

export const AuditFinding = z.object({
  kind: z.enum(['missed', 'misnamed', 'unexercised', 'unplanted', 'alarm']),
  fault: z.string().nullable(),
  /** step, edge, forbid or tool; of an alarm its case */
  at: z.string(),
  because: z.string().nullable(),
})
export type AuditFinding = Readonly<z.infer<typeof AuditFinding>>

/** What `sage audit` found out about a pack, as a store keeps it. */
export const KeptAudit = z.object({
  /** every fault caught, nearly every one named right, none without a case, no alarm on the oracle */
  met: z.boolean(),
  ...counts,
  oracle_trials: z.int(),
  alarms_on_oracle: z.int(),
  /** the counts for one kind of planted fault */
  by_kind: z.array(z.object({ fault: z.string(), ...counts })),
  /** what a person should look at, worst first */
  findings: z.array(AuditFinding),
})
export type KeptAudit = z.infer<typeof KeptAudit>

/** The last of them, as the pack's page shows it. */
export type AuditView = Readonly<KeptAudit> & {
  readonly at: string
  readonly rules: number
  /** the pack, or the rules, were others then: it says nothing sure about today's */
  readonly older: readonly ('pack' | 'rules')[]
}
