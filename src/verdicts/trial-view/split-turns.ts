import type { AgentAct, StepReport } from '../../base/values/acts.ts'
import { agentActsOf } from '../../base/values/reading-acts.ts'
import type { EventOf } from '../../transcript/event.ts'
import type { SilentEvent } from '../../transcript/heard-words.ts'
import type { CustomerMessage } from './seen.ts'

/** The transcript cut at the customer's messages, before anything is judged. */
export type RawTurn = {
  readonly answers: CustomerMessage
  /** what the agent did and what came of it, in order */
  readonly events: readonly SilentEvent[]
  readonly from: number
  readonly to: number
  readonly reports: readonly EventOf<'step.reported'>[]
  readonly reportMissing: number | null
}

export type Raw = {
  readonly heard: readonly CustomerMessage[]
  readonly turns: readonly RawTurn[]
  /** message number -> what the customer took it to do */
  readonly understood: ReadonlyMap<number, readonly AgentAct[]>
  readonly recognised: ReadonlyMap<number, EventOf<'act.recognised'>>
}

export function splitTurns(events: readonly SilentEvent[]): Raw {
  const heard: CustomerMessage[] = []
  const turns: RawTurn[] = []
  const understood = new Map<number, readonly AgentAct[]>()
  const recognised = new Map<number, EventOf<'act.recognised'>>()
  let own: SilentEvent[] = []
  const close = (next: number, agentOwesAnswer: boolean): void => {
    const answers = heard.at(-1)
    if (answers !== undefined && (own.length > 0 || agentOwesAnswer)) turns.push(rawTurn(answers, own, next))
    own = []
  }
  for (const event of events) {
    if (event.type === 'message.understood') understood.set(event.of, event.acts)
    // What it was heard as when it was said: a reading that was made afterwards is none of the customer's.
    else if (
      event.type === 'message.read' &&
      own.some(({ n }) => n === event.of) &&
      !understood.has(event.of)
    )
      understood.set(event.of, agentActsOf(event.reading))
    else if (event.type === 'act.recognised') recognised.set(event.of, event)
    else if (event.type === 'message.sent' && event.from === 'customer') {
      close(event.n, true)
      heard.push({ n: event.n, text: event.text, act: event.act })
    } else if (event.type === 'conversation.ended') close(event.n, event.ending.kind === 'agent.failed')
    else if (isAgents(event)) own.push(event)
  }
  if (own.length > 0) close(own.at(-1)?.n ?? 0, false)
  return { heard, turns, understood, recognised }
}

function isAgents(event: SilentEvent): boolean {
  switch (event.type) {
    case 'message.sent':
    case 'step.reported':
    case 'report.missing':
    case 'tool.called':
    case 'tool.returned':
    case 'world.changed':
    case 'handover.made':
    case 'ticket.closed':
      return true
    case 'fault.raised':
      return event.side === 'agent'
    default:
      return false
  }
}

/** A turn in which the agent did nothing at all still counts: its evidence is the event that came next. */
function rawTurn(answers: CustomerMessage, events: readonly SilentEvent[], next: number): RawTurn {
  return {
    answers,
    events,
    from: events[0]?.n ?? next,
    to: events.at(-1)?.n ?? next,
    reports: events.filter((event) => event.type === 'step.reported'),
    reportMissing: events.find((event) => event.type === 'report.missing')?.n ?? null,
  }
}

export type SentByAgent = Extract<SilentEvent, { type: 'message.sent'; from: 'agent' }>

/**
 * Which message did what the turn's reports say (declared protocol). With one message there is no question; with more,
 * the one the customer understood that way, else the first after the report. A report without words did nothing.
 */
export function attribute(
  turn: RawTurn,
  understood: Raw['understood'],
): ReadonlyMap<number, readonly AgentAct[]> {
  const messages = turn.events.filter((event): event is SentByAgent => event.type === 'message.sent')
  const acts = new Map<number, AgentAct[]>()
  const [only] = messages
  if (only === undefined) return acts
  if (messages.length === 1)
    return acts.set(
      only.n,
      turn.reports.flatMap(({ report }) => report.action),
    )
  for (const { n, report } of turn.reports) {
    for (const act of report.action) {
      const by = messages.find(
        (message) => understood.get(message.n)?.some((heard) => sameAct(heard, act)) === true,
      )
      const message = by ?? messages.find((later) => later.n > n) ?? messages.at(-1)
      if (message !== undefined) acts.set(message.n, [...(acts.get(message.n) ?? []), act])
    }
  }
  return acts
}

export function sameAct(a: AgentAct, b: AgentAct): boolean {
  return a.act === b.act && aboutOf(a) === aboutOf(b)
}

export function aboutOf(act: AgentAct): string | undefined {
  if ('field' in act) return act.field
  if ('tool' in act) return act.tool
  return 'about' in act ? act.about : undefined
}

/** Several reports in one turn: the last word on intent and fields counts, all acts do. */
export function lastReport(turn: RawTurn): StepReport | null {
  return turn.reports.at(-1)?.report ?? null
}
