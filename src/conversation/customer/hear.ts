import type { AgentAct } from '../../base/values/acts.ts'
import type { ProposalHeard } from './mind.ts'

export type Understood = { readonly of: number; readonly acts: readonly AgentAct[] }

/** What the agent's turn comes to, for a customer: the acts of all its messages sorted by what they ask of the customer. */
export type HeardTurn = {
  readonly fields: readonly string[]
  readonly proposals: readonly ProposalHeard[]
  readonly declines: number
  readonly claims: number
  /** told something that has a place on this desk */
  readonly informed: boolean
  /** told something, nobody knows what */
  readonly spoken: boolean
  readonly questionUnplaced: boolean
  readonly signedOff: boolean
  /** one word for each thing done, to notice a turn that only repeats */
  readonly keys: readonly string[]
}

export function heardTurn(understood: readonly Understood[]): HeardTurn {
  const fields = new Set<string>()
  const proposals: ProposalHeard[] = []
  const keys = new Set<string>()
  let declines = 0
  let claims = 0
  let informed = false
  let spoken = false
  let questionUnplaced = false
  let signedOff = false
  for (const { of, acts } of understood) {
    for (const act of acts) {
      if (act.act === 'request') {
        if (act.field === undefined) questionUnplaced = true
        else fields.add(act.field)
      } else if (act.act === 'propose') proposals.push({ of, tool: act.tool })
      else if (act.act === 'decline') declines += 1
      else if (act.act === 'claim-done') claims += 1
      else if (act.act === 'request-proof') questionUnplaced = true
      else if (act.act === 'sign-off') signedOff = true
      else if (act.act === 'inform' || act.act === 'explain' || act.act === 'offer') {
        if (act.about === undefined) spoken = true
        else informed = true
      }
      const key = keyOf(act)
      if (key !== undefined) keys.add(key)
    }
  }
  return {
    fields: [...fields],
    proposals,
    declines,
    claims,
    informed,
    spoken,
    questionUnplaced,
    signedOff,
    keys: [...keys],
  }
}

function keyOf(act: AgentAct): string | undefined {
  if (act.act === 'request') return act.field === undefined ? undefined : `ask ${act.field}`
  if (act.act === 'propose') return `propose ${act.tool} ${JSON.stringify(act.arguments ?? {})}`
  if (act.act === 'claim-done') return `claim ${act.tool ?? ''}`
  if ((act.act === 'inform' || act.act === 'explain') && act.about !== undefined) return `tell ${act.about}`
  return undefined
}
