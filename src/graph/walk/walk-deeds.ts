import { memo } from '../../base/memo.ts'
import type { StepId } from '../../base/values/ids.ts'
import { together } from '../../text/said/said.ts'
import type { Said } from '../../text/said/words.ts'
import type { StepOf } from '../model/graph.ts'
import { isAbout, isTell } from './walk-action.ts'
import type { Arguments, Deed, History, Request } from './walk-history.ts'
import { groupBy } from './walk-index.ts'
import type { ActionClass, WalkEvent } from './walk-types.ts'

/** What the agent did, and how the customer answered: questions to the history. */

const byRequest = memo(({ deeds }: History) => groupBy(deeds, ({ judged }) => judged.request))
const deedsOf = (history: History, { id }: Request): readonly Deed[] => byRequest(history).get(id) ?? []

const callsIn = memo(({ deeds }: History) =>
  groupBy(
    deeds.filter(({ judged, ok, role }) => role === 'write' && ok && DONE.has(judged.class)),
    ({ judged }) => `${judged.request} ${judged.step}`,
  ),
)
const DONE: ReadonlySet<ActionClass> = new Set(['due', 'premature'])

/** S5: the first call after `since` that did this act. */
export function calledAt(history: History, { id }: Request, act: StepId, since: number): number | null {
  const calls = callsIn(history).get(`${id} ${act}`) ?? []
  return calls.find(({ judged }) => judged.n > since)?.judged.n ?? null
}

/** Calls that handed the customer over (W4), whatever their class. */
export const handovers = memo(({ deeds }: History): readonly number[] =>
  deeds.filter(({ role, ok }) => role === 'handover' && ok).map(({ judged }) => judged.n),
)

/** S7: an ending that was due ends every live request. */
export const endings = memo(({ deeds }: History): readonly number[] =>
  deeds.flatMap(({ judged: { n, class: kind, what }, role, ok }) => {
    const isEnding = role === 'close' ? ok : 'act' in what && what.act === 'sign-off'
    return kind === 'due' && isEnding ? [n] : []
  }),
)

/** A6: the first wrong write: from then on no tell is owed. */
export function waivedAt(history: History, request: Request): number | null {
  const writes = deedsOf(history, request).filter(({ ok, role }) => role === 'write' && ok)
  return writes.find(({ judged }) => WRONG.has(judged.class))?.judged.n ?? null
}
const WRONG: ReadonlySet<ActionClass> = new Set(['off-path', 'forbidden'])

/** The event in a turn that asked for the field last (V7). */
export function askedIn(history: History, request: Request, field: string, turn: Turn): number | null {
  const asked = deedsOf(history, request).findLast(({ judged: { n, what } }) => {
    const asks = 'act' in what && what.act === 'request' && what.field === field
    return asks && n > turn.began && n < turn.ended
  })
  return asked?.judged.n ?? null
}

export const customerEvents = memo(({ events }: History) =>
  events.filter((event): event is Extract<WalkEvent, { type: 'customer' }> => event.type === 'customer'),
)

/** Between two messages of the customer (A1). */
type Turn = { readonly began: number; readonly ended: number }

function turnOf(history: History, n: number): Turn {
  const customers = customerEvents(history)
  const began = customers.findLast((event) => event.n < n)?.n ?? 0
  return { began, ended: customers.find((event) => event.n > n)?.n ?? Number.POSITIVE_INFINITY }
}

/** What it takes for words to make a tell: `complete` are words that hold all that it demands. */
type Wanted = {
  readonly step: StepOf<'tell'>
  readonly since: number
  readonly complete: (said: Said) => boolean
}

/** S6: the first event at which this tell was made, by its own act or by the claim of a deed it tells of. */
export function toldAt(history: History, request: Request, wanted: Wanted): number | null {
  const deeds = history.index.toldDeeds.get(wanted.step.id) ?? []
  const found = deedsOf(history, request).flatMap(({ judged: { what, n } }) => {
    if (n <= wanted.since || !('act' in what)) return []
    if (isTell(what)) return isAbout(what, wanted.step) ? completeAt(history, n, wanted) : []
    if (what.act !== 'claim-done') return []
    // The claim of a deed is true after its call, or with a call that follows in the same turn (A5).
    const calls = deeds
      .filter(({ tool }) => tool === what.tool)
      .flatMap(({ id }) => calledAt(history, request, id, wanted.since) ?? [])
      .filter((call) => call < turnOf(history, n).ended)
    const told = calls.length === 0 ? [] : completeAt(history, n, wanted)
    return told.map((complete) => Math.max(complete, Math.min(...calls)))
  })
  return found.length === 0 ? null : Math.min(...found)
}

/** The message with which the words of a turn, from the one that tells on, hold all that is demanded. */
function completeAt(history: History, n: number, { complete }: Wanted): readonly number[] {
  const { began, ended } = turnOf(history, n)
  const all = messagesIn(history).filter((one) => one.n > began && one.n < ended)
  const wordsUpTo = (last: number): Said => together(all.flatMap((one) => (one.n <= last ? [one.said] : [])))
  const found = all.find((last) => last.n >= n && complete(wordsUpTo(last.n)))
  return found === undefined ? [] : [found.n]
}

/** A message comes once for each of its acts: kept as often, its words would grow with the square of them. */
const messagesIn = memo(({ events }: History) => {
  const said = events.filter((event) => event.type === 'said')
  return said.filter(
    (one, at) => said.findIndex((first) => first.n === one.n && first.said === one.said) === at,
  )
})

export type Answer = { readonly yes: boolean; readonly n: number; readonly agreed: Arguments }

/** S4: how the customer answered what was proposed of an act after `since`; null: not yet. */
export function answerTo(
  history: History,
  request: Request,
  step: StepOf<'confirm'>,
  since: number,
): Answer | null {
  const proposals = deedsOf(history, request).flatMap(({ judged: { n, what }, meets }) =>
    n > since && 'act' in what && what.act === 'propose' && meets.includes(step.step)
      ? [{ n, agreed: what.arguments ?? {} }]
      : [],
  )
  const unanswered = new Set(proposals.map(({ n }) => n))
  let lapsed = 0
  for (const { n, moves } of proposals.length === 0 ? [] : customerEvents(history)) {
    for (const move of moves) {
      if ((move.do !== 'agree' && move.do !== 'refuse') || move.request !== request.id) continue
      const proposal = proposals.find((one) => one.n === move.proposal && one.n < n)
      if (proposal !== undefined) return { yes: move.do === 'agree', n, agreed: proposal.agreed }
    }
    for (const proposal of unanswered) if (proposal < n && unanswered.delete(proposal)) lapsed += 1
    if (step.attemptsMax !== null && lapsed >= step.attemptsMax) return { yes: false, n, agreed: {} }
  }
  return null
}
