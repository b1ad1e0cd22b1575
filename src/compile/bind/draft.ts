import type { TellAct } from '../../base/values/acts.ts'
import type { ClauseId } from '../../base/values/ids.ts'
import type { Demanded } from './demanded.ts'

/** Steps as they are made, before they have names. `cites` grows when the same step is met again. */
export type DraftStep = { readonly id: string; readonly cites: Set<ClauseId> } & DraftKind
export type DraftKind =
  | { readonly kind: 'learn'; readonly field: string; readonly next: string }
  | { readonly kind: 'check'; readonly record: string; readonly tool: string; readonly next: string }
  /** `choice`: every edge that holds is right, the agent chooses */
  | { readonly kind: 'decide'; readonly edges: readonly DraftEdge[]; readonly choice?: true }
  | {
      readonly kind: 'confirm'
      readonly step: string
      readonly next: string
      readonly ifRefused: string | null
    }
  | {
      readonly kind: 'act'
      readonly tool: string
      readonly with: Readonly<Record<string, string>>
      readonly next: string
    }
  | {
      readonly kind: 'tell'
      readonly act: TellAct
      readonly about: string
      readonly demanded: Demanded
      readonly next: string
    }
  | { readonly kind: 'handover'; readonly reason: string }
  /** a part that several procedures share; `ended`: the request is over with it */
  | { readonly kind: 'run'; readonly procedure: string; readonly next: string; readonly ended: string }
  /** the way out of such a part, on with the procedure */
  | { readonly kind: 'exit' }
  | { readonly kind: 'end' }
export type DraftEdge = {
  /** null: otherwise */
  readonly when: string | null
  readonly to: string
  readonly loop?: { readonly max: number; readonly then: string }
}

/** Makes steps, the same one for the same thing with the same sequel: two ways that end alike share their end. */
export class Drafts {
  readonly steps = new Map<string, DraftStep>()
  readonly #made = new Map<string, string>()
  #count = 0

  make(kind: DraftKind, cites: readonly ClauseId[]): string {
    const key = JSON.stringify(kind)
    const known = this.#made.get(key)
    const id = known ?? this.reserve()
    if (known === undefined) this.#made.set(key, id)
    this.put(id, kind, cites)
    return id
  }

  /** A name for a step whose sequel leads back to it. */
  reserve(): string {
    this.#count += 1
    return `s${this.#count}`
  }

  put(id: string, kind: DraftKind, cites: readonly ClauseId[]): void {
    const known = this.steps.get(id)
    if (known === undefined) this.steps.set(id, { id, ...kind, cites: new Set(cites) })
    else for (const clause of cites) known.cites.add(clause)
  }
}
