import type { Case, Intensity, Pack } from '../../cases/case.ts'
import type { Customer } from '../../conversation/customer/customer.ts'
import type { PartyChannel } from '../../conversation/protocol/party-channel.ts'
import { lexicalReader, type TrialReader } from '../../reading/trial-reader.ts'
import { LEXICAL } from '../../reading/versions.ts'
import type { MakeAgent } from './shared/agent-maker.ts'
import type { SopMode } from './shared/agent-request.ts'

export type MakeCustomer = (trial: {
  readonly pack: Pack
  readonly case: Case
  readonly intensity: Intensity
  readonly seed: number
  readonly aside: PartyChannel
}) => Customer

/** Who reads the agent's messages in the trials of a run. */
export type ReaderSource = {
  /** `lexical`, or the model */
  readonly id: string
  readonly make: (trial: { readonly pack: Pack; readonly aside: PartyChannel }) => TrialReader
}

/** An agent as a trial takes it. */
export type TrialAgent = {
  readonly id: string
  readonly protocol: 'declared' | 'observed'
  readonly sop: SopMode
  /** whose tools it calls; absent: this desk's */
  readonly tools?: 'ours' | 'own'
  /** nothing in its transcript says how long it took to answer, so somebody must measure it */
  readonly isTimed?: boolean
  readonly make: MakeAgent
}

export type TrialCustomer = { readonly id: string; readonly make: MakeCustomer }

/** The embedded reader: no model. */
export const LEXICAL_READER: ReaderSource = { id: LEXICAL, make: ({ pack }) => lexicalReader(pack.lists) }
