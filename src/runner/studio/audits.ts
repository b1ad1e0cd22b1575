import { readJson } from '../../base/values/json.ts'
import type { Pack } from '../../cases/case.ts'
import { type AuditFinding, type AuditView, KeptAudit } from '../../report/studio-views/audit-view.ts'
import type { Store } from '../../storage/store.ts'
import { RULES_VERSION } from '../../verdicts/model/score.ts'
import type { Audit } from '../jobs/audit/audit.ts'
import { meetsBar, unexplained } from '../jobs/audit/audit.ts'

/** More than anybody reads; the numbers count them all. */
const FINDINGS_MAX = 200

/** Audits of packs: kept by `sage audit`, shown with the pack. */
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
  const kept = stored && KeptAudit.safeParse(readJson(stored.result)).data
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

function toKeep(result: Audit): KeptAudit {
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
    by_kind,
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
