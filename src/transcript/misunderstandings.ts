import type { AgentAct } from '../base/values/acts.ts'
import { actsOf, asks, type Reading } from '../base/values/reading.ts'
import { agentActsOf } from '../base/values/reading-acts.ts'
import type { Transcript } from './event.ts'

/**
 * Messages the customer was owed an answer to and could not place: read otherwise than the agent reported, or, where it
 * reported nothing, a question without a place. They are the simulator's weakness, not the agent's: shown beside the void
 * rate, counted against nobody.
 */
export type Misunderstandings = { readonly hits: number; readonly of: number }

/** What both sides must agree on for the talk to go on as meant. */
const ANSWERABLE: ReadonlySet<AgentAct['act']> = new Set(['request', 'propose', 'decline'])

export function misunderstandings(transcript: Transcript): Misunderstandings {
  let reported: readonly AgentAct[] | null = null
  let hits = 0
  let of = 0
  const compare = (meant: readonly AgentAct[], heard: readonly AgentAct[]): void => {
    const answerable = meant.filter(({ act }) => ANSWERABLE.has(act))
    if (answerable.length === 0) return
    of += 1
    if (!answerable.every((act) => heard.some((one) => isSame(act, one)))) hits += 1
  }
  for (const event of transcript) {
    if (event.type === 'step.reported') reported = event.report.action
    // Transcripts of 0.1 say what the customer understood.
    else if (event.type === 'message.understood' && reported !== null) {
      compare(reported, event.acts)
      reported = null
    } else if (event.type === 'message.read') {
      if (reported !== null) compare(reported, agentActsOf(event.reading))
      else if (asks(event.reading)) {
        of += 1
        if (!isPlaced(event.reading)) hits += 1
      }
      reported = null
    }
  }
  return { hits, of }
}

/** Some question or proposal of it has a place. */
const isPlaced = (reading: Reading): boolean =>
  actsOf(reading).some(({ kind, sure, place }) => ASKS.has(kind) && sure && place !== null)

const ASKS: ReadonlySet<string> = new Set(['request', 'check-fact', 'request-proof', 'propose'])

function isSame(meant: AgentAct, understood: AgentAct): boolean {
  if (meant.act !== understood.act) return false
  if (meant.act === 'request' && understood.act === 'request') return meant.field === understood.field
  if (meant.act === 'propose' && understood.act === 'propose') return meant.tool === understood.tool
  return true
}
