import type { Transcript, TranscriptEvent } from '../../transcript/event.ts'
import type { CustomerTurn, Strayed } from '../customer/customer.ts'
import type { AgentMove } from '../protocol/agent.ts'
import { Diverged } from '../protocol/stopped.ts'

/**
 * What a party answered when it was asked. `aside`: tools the agent called itself while it thought; `stateless`: it had said
 * by then that it keeps nothing between answers, which some agents say only with their first.
 */
export type Answered =
  | { readonly by: 'customer'; readonly turn: CustomerTurn | Strayed }
  | { readonly by: 'agent'; readonly move: AgentMove; readonly aside: number; readonly stateless: boolean }

/** A trial as far as it got: every answer, and everything that was written down. */
export type Recorded = { readonly answers: readonly Answered[]; readonly events: Transcript }

/**
 * Plays a recorded trial again through the ordinary driver. In: recorded answers and events. Out: the answer that stands
 * in for asking, and the check that everything comes out as it was written. What happened beside an answer (model calls,
 * retries, labels) cannot come out again, so it is taken over as it is.
 */
export type Replay = {
  readonly isOver: () => boolean
  readonly nextAnswer: <By extends Answered['by']>(by: By) => Extract<Answered, { by: By }>
  /** side events that stand next in the record */
  readonly takeAsides: () => readonly TranscriptEvent[]
  /** the call that stands next in the record, after its side events were taken */
  readonly nextCall: () => Extract<TranscriptEvent, { type: 'tool.called' }>
  /** throws where the record says something else */
  readonly match: (event: TranscriptEvent) => void
}

const ASIDES: readonly TranscriptEvent['type'][] = ['usage.recorded', 'call.retried', 'act.recognised']
export const isAside = ({ type }: Pick<TranscriptEvent, 'type'>): boolean => ASIDES.includes(type)

export function openReplay({ answers, events }: Recorded): Replay {
  let answered = 0
  let at = 0
  return {
    isOver: () => answered === answers.length && at === events.length,
    nextAnswer: <By extends Answered['by']>(by: By) => {
      const answer = answers[answered]
      if (answer === undefined || answer.by !== by)
        throw new Diverged(`it is the ${by}'s turn, and the record has ${answer?.by ?? 'nobody'} next`)
      answered += 1
      return answer as Extract<Answered, { by: By }>
    },
    takeAsides: () => {
      const from = at
      for (let next = events[at]; next !== undefined && isAside(next); next = events[at]) at += 1
      return events.slice(from, at)
    },
    nextCall: () => {
      const next = events[at]
      if (next?.type !== 'tool.called') throw new Diverged('a call is missing in the record')
      return next
    },
    match: (event) => {
      const before = events[at]
      if (!isSame(before, event))
        throw new Diverged(
          `event ${event.n} is ${event.type}, and the record has ${before?.type ?? 'nothing'}`,
        )
      at += 1
    },
  }
}

/** Same data, whatever the order of members: one side has been through JSON and a schema. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, n) => isSame(one, b[n]))
    )
  const [left, right] = [membersOf(a), membersOf(b)]
  return left.size === right.size && [...left].every(([key, value]) => isSame(value, right.get(key)))
}

/** Members that JSON keeps. */
const membersOf = (value: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(value).filter(([, member]) => member !== undefined))
