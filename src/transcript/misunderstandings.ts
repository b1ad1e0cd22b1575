import type { AgentAct } from '../base/values/acts.ts'
import { type ActKind, actsOf, type ReadAct, type Reading } from '../base/values/reading.ts'
import type { Transcript } from './event.ts'

/**
 * Messages that the customer may have misheard: the agent reported that it asked, proposed or declined something else, or a
 * second reader read it otherwise. They are the simulator's weakness, not the agent's: shown beside the void rate, counted
 * against nobody.
 */
export type Misunderstandings = { readonly hits: number; readonly of: number }

/** What both sides must agree on for the talk to go on as meant. */
const ANSWERABLE: ReadonlySet<string> = new Set<AgentAct['act'] & ActKind>(['request', 'propose', 'decline'])

export function misunderstandings(transcript: Transcript): Misunderstandings {
  let reported: readonly AgentAct[] | null = null
  let hits = 0
  let of = 0
  const heard = new Map<number, Reading>()
  for (const event of transcript) {
    if (event.type === 'step.reported') reported = event.report.action
    if (event.type !== 'message.read') continue
    const before = heard.get(event.of)
    heard.set(event.of, event.reading)
    if (before !== undefined) {
      of += 1
      if (answerable(before) !== answerable(event.reading)) hits += 1
      continue
    }
    const meant = reported?.filter(({ act }) => ANSWERABLE.has(act)) ?? []
    reported = null
    if (meant.length === 0) continue
    of += 1
    if (!meant.every((act) => actsOf(event.reading).some((read) => isSame(act, read)))) hits += 1
  }
  return { hits, of }
}

const answerable = (reading: Reading): string =>
  [
    ...new Set(
      actsOf(reading)
        .filter(({ kind, sure }) => sure && ANSWERABLE.has(kind))
        .map(({ kind, place }) => `${kind} ${kind === 'decline' ? '' : (place?.name ?? '')}`),
    ),
  ]
    .sort()
    .join()

function isSame(meant: AgentAct, { kind, place }: ReadAct): boolean {
  if (meant.act !== kind) return false
  if (meant.act === 'request') return meant.field === undefined || meant.field === place?.name
  return meant.act !== 'propose' || meant.tool === place?.name
}
