import type { Json } from '../../base/values/json.ts'
import type { AgentMove, AgentView } from '../protocol/agent.ts'
import { REPORT_TOOL } from '../protocol/model-report.ts'
import type { PartyChannel } from '../protocol/party-channel.ts'
import { type DeskAddress, takeReport } from '../protocol/wire.ts'

/**
 * A trial's desk as agents outside this process reach it: open while it is their turn, shut between turns, and over for
 * good with the trial. In: calls from a server. Out: what the desk answers, or why not. It must not know any protocol.
 */
export type Line = {
  /** what the agent is shown in the turn now open, else in the last one; null before the first */
  readonly view: () => AgentView | null
  readonly call: (tool: string, input: Json) => LineAnswer
  readonly isOver: () => boolean
  /** the conversation itself, for agents that have no other channel */
  readonly talk: LineTalk | null
}

export type LineTalk = {
  /** waits for the customer */
  readonly next: (signal: AbortSignal) => Promise<LineAnswer>
  /** ends the turn with these words */
  readonly reply: (text: string) => LineAnswer
}

export type LineAnswer = { readonly ok: boolean; readonly output: Json }

/** The agent's end of it. */
export type LineEnd = {
  readonly open: (view: AgentView) => void
  readonly shut: () => void
  readonly end: () => void
  /** a report that came over the line in this turn */
  readonly report: () => Pick<AgentMove, 'report' | 'unreadableReport'>
}

/** In one turn. The conversation's own limit is lower and ends the trial; this one keeps a runaway from filling it first. */
const CALLS_MAX = 100

export function openLine(
  aside: Pick<PartyChannel, 'call'>,
  talk: LineTalk | null = null,
): { readonly line: Line; readonly end: LineEnd } {
  let state: 'before' | 'open' | 'shut' | 'over' = 'before'
  let view: AgentView | null = null
  let report: Pick<AgentMove, 'report' | 'unreadableReport'> = {}
  let calls = 0
  const call = (tool: string, input: Json): LineAnswer => {
    if (state === 'over') return refusal('trial_over', 'This trial is over; no more calls are taken.')
    if (state !== 'open')
      return refusal('not_your_turn', 'The customer has not spoken yet; wait for your turn.')
    if (tool === REPORT_TOOL && view?.protocol === 'declared') return hearReport(input)
    calls += 1
    if (calls > CALLS_MAX)
      return refusal('too_many_calls', `No more than ${CALLS_MAX} calls a turn are taken.`)
    return aside.call(tool, input)
  }
  const hearReport = (input: Json): LineAnswer => {
    report = takeReport(input)
    return report.unreadableReport === undefined
      ? { ok: true, output: { reported: true } }
      : refusal('report_unreadable', report.unreadableReport)
  }
  return {
    line: { view: () => view, call, isOver: () => state === 'over', talk },
    end: {
      open: (next) => {
        if (state !== 'over') state = 'open'
        view = next
        calls = 0
        report = {}
      },
      shut: () => {
        if (state !== 'over') state = 'shut'
      },
      end: () => {
        state = 'over'
      },
      report: () => report,
    },
  }
}

const refusal = (error: string, message: string): LineAnswer => ({ ok: false, output: { error, message } })

/** Puts a line on the air: from then on its address answers. */
export type Serve = (line: Line) => Promise<{ readonly desk: DeskAddress; readonly close: () => void }>

/** A line as an agent holds it through a trial: on the air from its first turn to its end. */
export type LineHolder = {
  readonly begin: (view: AgentView) => Promise<DeskAddress>
  /** the move with what was reported over the line */
  readonly finish: (move: AgentMove) => AgentMove
  readonly pause: () => void
  readonly end: () => void
}

export function holdLine(aside: Pick<PartyChannel, 'call'>, serve: Serve): LineHolder {
  const { line, end } = openLine(aside)
  let served: Awaited<ReturnType<Serve>> | null = null
  return {
    begin: async (view) => {
      served ??= await serve(line)
      end.open(view)
      return served.desk
    },
    finish: (move) => ({ ...end.report(), ...move }),
    pause: end.shut,
    end: () => {
      end.end()
      served?.close()
    },
  }
}
