import type { AgentAct } from '../base/values/acts.ts'
import type { Transcript } from './event.ts'

/**
 * Turns in which the customer took the agent's words for something else than the agent reported. They are the
 * simulator's weakness, not the agent's: shown beside the void rate, counted against nobody.
 */
export type Misunderstandings = { readonly hits: number; readonly of: number }

/** What both sides must agree on for the talk to go on as meant. */
const ANSWERABLE: ReadonlySet<AgentAct['act']> = new Set(['request', 'propose', 'decline'])

export function misunderstandings(transcript: Transcript): Misunderstandings {
  let reported: readonly AgentAct[] | null = null
  let hits = 0
  let of = 0
  for (const event of transcript) {
    if (event.type === 'step.reported') reported = event.report.action
    if (event.type !== 'message.understood' || reported === null) continue
    const meant = reported.filter(({ act }) => ANSWERABLE.has(act))
    reported = null
    if (meant.length === 0) continue
    of += 1
    if (!meant.every((act) => event.acts.some((understood) => isSame(act, understood)))) hits += 1
  }
  return { hits, of }
}

function isSame(meant: AgentAct, understood: AgentAct): boolean {
  if (meant.act !== understood.act) return false
  if (meant.act === 'request' && understood.act === 'request') return meant.field === understood.field
  if (meant.act === 'propose' && understood.act === 'propose') return meant.tool === understood.tool
  return true
}
