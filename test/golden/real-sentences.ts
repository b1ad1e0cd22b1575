import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { Lexicon } from '../../src/base/values/lexicon.ts'
import { toolsClaimed } from '../understanding/claims-read.ts'

/**
 * Claims of deeds in real agents' sentences, held against the calls of the same conversations: gpt-4o on an airline desk
 * (tau-bench, 200 conversations). The words of that desk stand here, as its lexicon would hold them.
 */
export const RECORDED = new URL(
  '../../../shared/data/tau-bench/trajectories/gpt-4o-airline.json.gz',
  import.meta.url,
)
export const isThere = (): boolean => existsSync(RECORDED)

const Message = z.object({
  role: z.string(),
  content: z.string().nullable(),
  name: z.string().optional(),
  tool_calls: z.array(z.object({ id: z.string(), function: z.object({ name: z.string() }) })).nullish(),
})
const Recorded = z.array(z.object({ traj: z.array(Message) }))

const tool = (name: string, cues: readonly string[], claims: readonly string[] = []) => ({
  name,
  cues: { en: [...cues] },
  ...(claims.length === 0 ? {} : { claims: { en: [...claims] } }),
})
export const LEXICON: Lexicon = Lexicon.parse({
  intents: {},
  fields: {},
  topics: {},
  tools: {
    book_reservation: tool(
      'booking',
      ['booked', 'new reservation', 'booking has been', 'booking is'],
      ['Your flight has been booked.'],
    ),
    cancel_reservation: tool('cancellation', ['cancel'], ['Your reservation has been cancelled.']),
    update_reservation_flights: tool(
      'flight change',
      [
        'upgrad',
        'downgrad',
        'updated to',
        'changed to',
        'new flight',
        'new return flight',
        'flights have been',
        'flight has been',
      ],
      ['Your flights have been changed.'],
    ),
    update_reservation_baggages: tool(
      'baggage',
      ['baggage', 'checked bag', 'bags'],
      ['Your baggage has been updated.'],
    ),
    update_reservation_passengers: tool(
      'passengers',
      ['passenger name', 'passenger details', 'passenger information', 'passenger has been'],
      ['The passenger has been updated.'],
    ),
    send_certificate: tool(
      'certificate',
      ['certificate has been', 'certificate of', 'travel certificate', 'sent a certificate'],
      ['A certificate has been sent.'],
    ),
    transfer_to_human_agents: tool(
      'a human agent',
      ['human agent', 'transfer'],
      ['You have been transferred to a human agent.'],
    ),
  },
})

export type Counts = {
  /** sure claims of a deed in agents' messages */
  claimed: number
  /** of these, a successful call of that very tool had been made by then */
  borneOut: number
  /** messages right after a successful call, and those of them in which the claim was found: recall of claims */
  made: number
  found: number
  /** what the rule would call a phantom: for a person to read, since the file does not say which of them are real */
  flagged: string[]
}

const none = (): Counts => ({ claimed: 0, borneOut: 0, made: 0, found: 0, flagged: [] })
const HANDOVER = 'transfer_to_human_agents'

/** Reads every message as `trial-script.ts` and `claimed.ts` do under the observed protocol. */
export function countClaims(): { readonly writes: Counts; readonly handovers: Counts } {
  const conversations = Recorded.parse(JSON.parse(gunzipSync(readFileSync(RECORDED)).toString('utf8')))
  const writes = none()
  const handovers = none()
  const countsOf = (tool: string): Counts => (tool === HANDOVER ? handovers : writes)
  for (const { traj } of conversations) {
    const done = new Set<string>()
    let fresh = new Set<string>()
    for (const { role, name, content } of traj) {
      if (role === 'user') fresh = new Set()
      if (
        role === 'tool' &&
        name !== undefined &&
        name in LEXICON.tools &&
        content?.startsWith('Error') === false
      ) {
        done.add(name)
        fresh.add(name)
      }
      if (role !== 'assistant' || content === null) continue
      const claims = claimedIn(content)
      for (const tool of claims) {
        const counts = countsOf(tool)
        counts.claimed += 1
        if (done.has(tool)) counts.borneOut += 1
        else if (fresh.size === 0) counts.flagged.push(`${tool}: ${content}`)
      }
      for (const tool of fresh) {
        countsOf(tool).made += 1
        if (claims.has(tool)) countsOf(tool).found += 1
      }
    }
  }
  return { writes, handovers }
}

const claimedIn = (text: string): ReadonlySet<string> => new Set(toolsClaimed(text, LEXICON, HANDOVER))
