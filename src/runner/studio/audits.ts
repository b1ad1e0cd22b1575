import { z } from 'zod'
import { readJson } from '../../base/values/json.ts'
import type { Pack } from '../../cases/case.ts'
import type { AuditFinding, AuditView } from '../../report/studio-views/audit-view.ts'
import type { Store } from '../../storage/store.ts'
import { RULES_VERSION } from '../../verdicts/model/score.ts'
import type { Audit } from '../jobs/audit/audit.ts'
import { meetsBar, unexplained } from '../jobs/audit/audit.ts'

/** Audits of packs: kept by `sage audit`, shown with the pack. */
const Kept = z.object({
  met: z.boolean(),
  planted: z.int(),
  caught: z.int(),
  named: z.int(),
  oracle_trials: z.int(),
  alarms_on_oracle: z.int(),
  unexercised: z.int(),
  harmless: z.int(),
  by_kind: z.array(
    z.object({
      fault: z.string(),
      planted: z.int(),
      caught: z.int(),
      named: z.int(),
      unexercised: z.int(),
      harmless: z.int(),
    }),
  ),
  findings: z.array(
    z.object({
      kind: z.enum(['missed', 'misnamed', 'unexercised', 'unplanted', 'alarm']),
      fault: z.string().nullable(),
      at: z.string(),
      because: z.string().nullable(),
    }),
  ),
})
type Kept = z.infer<typeof Kept>

/** More than anybody reads; the numbers count them all. */
const FINDINGS_MAX = 200

export async function keepAudit(
  store: Store,
  pack: Pack,
  { result, at }: { readonly result: Audit; readonly at: string },
): Promise<void> {
  await store.saveAudit({
    pack: pack.id,
    packHash: pack.hash,
    rules: RULES_VERSION,
    at,
    result: JSON.stringify(toKeep(result)),
  })
}

/** Null: it was never audited, or by a version whose words are not known here. */
export async function lastAudit(store: Store, pack: Pick<Pack, 'id' | 'hash'>): Promise<AuditView | null> {
  const stored = await store.lastAudit(pack.id)
  const kept = stored && Kept.safeParse(readJson(stored.result)).data
  if (stored === undefined || kept === undefined) return null
  return {
    at: stored.at,
    rules: stored.rules,
    older: [
      ...(stored.packHash === pack.hash ? [] : (['pack'] as const)),
      ...(stored.rules === RULES_VERSION ? [] : (['rules'] as const)),
    ],
    ...kept,
  }
}

function toKeep(result: Audit): Kept {
  const { planted, caught, named, oracle_trials, alarms_on_oracle, by_kind } = result
  const unexercised = unexplained(result).length
  return {
    met: meetsBar(result),
    planted,
    caught,
    named,
    oracle_trials,
    alarms_on_oracle,
    unexercised,
    harmless: result.unexercised.length - unexercised,
    by_kind: [...by_kind],
    findings: findingsOf(result).slice(0, FINDINGS_MAX),
  }
}

const findingsOf = (result: Audit): AuditFinding[] => [
  ...result.missed.map((one) => ({ kind: 'missed' as const, ...one, because: null })),
  ...result.alarms.map((one) => ({
    kind: 'alarm' as const,
    fault: null,
    at: one.case,
    because: one.because,
  })),
  ...unexplained(result).map(({ fault, at }) => ({ kind: 'unexercised' as const, fault, at, because: null })),
  ...result.unplanted.map((at) => ({ kind: 'unplanted' as const, fault: null, at, because: null })),
  ...result.misnamed.map(({ fault, at, fired }) => ({
    kind: 'misnamed' as const,
    fault,
    at,
    because: fired.join(', '),
  })),
]
