import type { Json } from '../base/values/json.ts'
import type { RecordedCall } from '../world/recorded-answers.ts'

/** A real conversation that an agent under test takes over: how it went until then, what its desk answered, how it ended. */
export type Adopted = {
  /** the format it was recorded in, and its file and line */
  readonly format: string
  readonly source: string
  readonly history: readonly AdoptedEntry[]
  /** what the desk answered after that moment */
  readonly later: readonly RecordedCall[]
  readonly acceptable: AdoptedOutcome
}

export type AdoptedEntry = { readonly customer: string } | { readonly agent: string } | RecordedCall

/** The human's resolution: the writes of the whole conversation, and whether it was handed over. */
export type AdoptedOutcome = {
  readonly writes: readonly { readonly tool: string; readonly input: Json }[]
  readonly handover: boolean
}
