import type { Case, Intensity, Pack } from '../../cases/case.ts'
import type { Customer } from '../../conversation/customer/customer.ts'
import type { PartyChannel } from '../../conversation/protocol/party-channel.ts'
import type { LabelTurn } from '../../conversation/talk/conversation.ts'
import type { MakeAgent } from './shared/agent-maker.ts'
import type { SopMode } from './shared/agent-request.ts'

export type MakeCustomer = (trial: {
  readonly pack: Pack
  readonly case: Case
  readonly intensity: Intensity
  readonly seed: number
  readonly aside: PartyChannel
}) => Customer

export type MakeRecogniser = (trial: { readonly pack: Pack; readonly aside: PartyChannel }) => LabelTurn

/** An agent as a trial takes it. */
export type TrialAgent = {
  readonly id: string
  readonly protocol: 'declared' | 'observed'
  readonly sop: SopMode
  /** whose tools it calls; absent: this desk's */
  readonly tools?: 'ours' | 'own'
  readonly make: MakeAgent
}

export type TrialCustomer = { readonly id: string; readonly make: MakeCustomer }
