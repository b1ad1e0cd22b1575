import { liveRequests } from './walk-due.ts'
import type { Judgement } from './walk-judge.ts'
import { type Conversation, type Request, type Way, waysOf } from './walk-state.ts'
import type { JudgedAction } from './walk-types.ts'

/** S7: an ending that was due ends every live request. */
export function endLive(it: Conversation, n: number, touched: Map<Request, Set<string>>): void {
  for (const request of liveRequests(it)) {
    request.deeds.endings.push(n)
    if (!touched.has(request)) touched.set(request, new Set())
  }
}

/** S3: a due action that is due only along one edge of an unmade choice makes it. */
export function choose({ class: kind, due }: Judgement, n: number): void {
  const walker = due[0]?.walker
  if (kind !== 'due' || walker === undefined || walker.way === null) return
  const ways = new Set(due.map((one) => one.way))
  for (const way of waysOf(walker.way)) {
    if (way.forks.length === 0 || isOnWayTo(way, ways)) continue
    const along = way.forks.filter((fork) => [...waysOf(fork)].some((one) => ways.has(one)))
    const made = way.stop === null ? undefined : walker.made.get(way.stop.step.id)
    const edge = along[0]?.edge
    if (along.length === 1 && made !== undefined && made.chosen === null && edge) made.chosen = { edge, n }
  }
}

/** Is the action due before the fork, and so on every way through it? */
function isOnWayTo(way: Way, ways: ReadonlySet<Way>): boolean {
  return ways.has(way) || (way.parent !== null && isOnWayTo(way.parent, ways))
}

export const judgedAction = (n: number, what: JudgedAction['what'], judgement: Judgement): JudgedAction => ({
  n,
  what,
  class: judgement.class,
  request: judgement.request?.id ?? null,
  step: judgement.step,
  open: judgement.open,
  because: judgement.because,
  forbids: judgement.forbids,
})
