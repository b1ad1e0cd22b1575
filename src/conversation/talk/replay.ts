import type { EventOf, Transcript, TranscriptEvent } from '../../transcript/event.ts'
import type { CustomerTurn, Strayed } from '../customer/customer.ts'
import type { AgentMove } from '../protocol/agent.ts'
import { Diverged } from '../protocol/stopped.ts'

/**
 * What a party answered when it was asked. `aside`: how many tools the agent called itself before it answered;
 * `stateless`: it had said by then that it keeps nothing between answers, which some agents say only with their first
 * answer. This is the stored form: pages of unfinished trials hold it.
 */
export type Answered =
  | { readonly by: 'customer'; readonly turn: CustomerTurn | Strayed }
  | { readonly by: 'agent'; readonly move: AgentMove; readonly aside: number; readonly stateless: boolean }

/** An unfinished trial as far as it got: every answer, and every event. */
export type Recorded = { readonly answers: readonly Answered[]; readonly events: Transcript }

/**
 * Replays a recorded trial through the ordinary driver. In: recorded answers and events. Out: each answer in place of
 * asking for it, and a check that every event comes out as recorded. Side events (model calls, retries, readings) cannot
 * happen again, so they are copied.
 */
export type Replay = {
  readonly isOver: () => boolean
  readonly isNext: (by: Answered['by']) => boolean
  readonly nextAnswer: <By extends Answered['by']>(by: By) => Extract<Answered, { by: By }>
  /**
   * the agent's next answers, if together they are this one: an answer told by events alone may have been cut too finely.
   * Null: the record has something else
   */
  readonly takeSame: (said: AgentMove) => AgentMove | null
  /** the side events that come next in the record */
  readonly takeSideEvents: () => readonly TranscriptEvent[]
  /** the call that comes next in the record, after its side events were taken */
  readonly nextCall: () => EventOf<'tool.called'>
  /** throws `Diverged` if the record has another event here */
  readonly match: (event: TranscriptEvent) => void
}

const SIDE_EVENTS: readonly TranscriptEvent['type'][] = [
  'usage.recorded',
  'call.retried',
  'message.read',
  'fork.began',
  'recording.opened',
  // Written by version 0.1.
  'message.understood',
  'act.recognised',
]
const isSideEvent = ({ type }: Pick<TranscriptEvent, 'type'>): boolean => SIDE_EVENTS.includes(type)

export function createReplay({ answers, events }: Recorded): Replay {
  let answered = 0
  let at = 0
  return {
    isNext: (by) => answers[answered]?.by === by,
    isOver: () => answered === answers.length && at === events.length,
    nextAnswer: <By extends Answered['by']>(by: By) => {
      const answer = answers[answered]
      if (answer === undefined || answer.by !== by)
        throw new Diverged(`it is the ${by}'s turn, and the record has ${answer?.by ?? 'nobody'} next`)
      answered += 1
      return answer as Extract<Answered, { by: By }>
    },
    takeSame: (said) => {
      let joined: AgentMove | null = null
      for (let next = answered; next < answers.length; next += 1) {
        const answer = answers[next]
        if (answer?.by !== 'agent') return null
        joined = joined === null ? answer.move : joinMoves(joined, answer.move)
        if (!isSame(whatWasDone(joined), whatWasDone(said))) continue
        answered = next + 1
        return joined
      }
      return null
    },
    takeSideEvents: () => {
      const from = at
      for (let next = events[at]; next !== undefined && isSideEvent(next); next = events[at]) at += 1
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

const joinMoves = (a: AgentMove, b: AgentMove): AgentMove => {
  const report = a.report ?? b.report
  return {
    messages: [...a.messages, ...b.messages],
    calls: [...a.calls, ...b.calls],
    ...(report === undefined ? {} : { report }),
    ...(b.again === undefined ? {} : { again: b.again }),
    ...(a.reported === undefined && b.reported === undefined
      ? {}
      : { reported: [...(a.reported ?? []), ...(b.reported ?? [])] }),
  }
}

const whatWasDone = ({ messages, calls, report, reported }: AgentMove) => ({
  messages,
  calls,
  report,
  reported: reported ?? [],
})

/** Same data in any order of members: one side has been through JSON and a schema. */
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
