import type { Case, Pack } from '../../../cases/case.ts'
import { type Mutant, mutantsOf } from '../../../references/mutants.ts'
import { type Audit, type AuditWishes, auditPack, NAMED_SHARE_MIN, NOT_PROVEN } from './audit.ts'

/** What became of the audit in one voice. A fault that shows in no conversation for want of reading is missed. */
export type VoiceAudit = {
  readonly voice: string
  /** the model that drafted the voice; null: a person wrote it */
  readonly drafted_by: string | null
} & Pick<
  Audit,
  | 'planted'
  | 'caught'
  | 'named'
  | 'missed'
  | 'misnamed'
  | 'oracle_trials'
  | 'alarms_on_oracle'
  | 'unclear_on_oracle'
  | 'alarms'
>

/** What a sample holds: enough to see a voice that is not understood, in seconds and not in minutes. */
export const VOICE_SAMPLE = { faults: 24, oracleTrials: 60 } as const
/** What one voice is tried with when it is asked for by name. */
export const VOICE_WHOLE = { faults: Number.POSITIVE_INFINITY, oracleTrials: 300 } as const

export async function auditVoice(
  pack: Pack,
  cases: readonly Case[],
  wishes: Omit<AuditWishes, 'only'> & { readonly voice: string; readonly faults: number },
): Promise<VoiceAudit> {
  const { voice, faults } = wishes
  const mutants = mutantsOf(pack.graph)
  const taken = spread(mutants, faults)
  const result = await auditPack(pack, cases, { ...wishes, only: ({ id }) => taken.has(id) })
  const unseen = result.unexercised.filter(({ because }) => because === NOT_PROVEN)
  return {
    voice,
    drafted_by: pack.voices.get(voice)?.drafted_by ?? null,
    planted: result.planted + unseen.length,
    caught: result.caught,
    named: result.named,
    missed: [...result.missed, ...unseen.map(({ fault, at }) => ({ fault, at }))],
    misnamed: result.misnamed,
    oracle_trials: result.oracle_trials,
    alarms_on_oracle: result.alarms_on_oracle,
    unclear_on_oracle: result.unclear_on_oracle,
    alarms: result.alarms,
  }
}

/** At most so many faults, evenly over the graph and over the kinds of faults, which stand in order. */
function spread(mutants: readonly Mutant[], most: number): ReadonlySet<string> {
  const step = Math.max(1, mutants.length / most)
  const count = Math.min(mutants.length, most)
  return new Set(
    Array.from({ length: count }, (_, index) => mutants[Math.floor(index * step)]?.id).filter(
      (id) => id !== undefined,
    ),
  )
}

export const voiceMeetsBar = (result: VoiceAudit): boolean =>
  result.alarms_on_oracle === 0 &&
  result.caught === result.planted &&
  result.named >= NAMED_SHARE_MIN * result.planted
