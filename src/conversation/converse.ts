import { StepReport } from '../base/acts.ts'
import type { Json } from '../base/json.ts'
import type { Ending, NewEvent, TranscriptEvent } from '../transcript/event.ts'
import type { ToolSpec } from '../world/world.ts'
import type { Agent, AgentMove, Heard, OwnAnswer, ReportedCall, ReportForm } from './agent/agent.ts'
import { AgentFailed } from './agent/agent-failed.ts'
import type { AsideSocket } from './aside.ts'
import type { Customer, CustomerTurn, HeardMessage, Strayed } from './customer/customer.ts'
import type { Desk, DeskAnswer } from './desk/desk.ts'
import type { TalkLimits } from './limits.ts'
import { type MoveMade, type Next, onAgentMoved, onCustomerSpoke, startTalk, type Talk } from './talk.ts'

/**
 * The driver: asks the parties in turn, lets the desk answer calls, and writes down what happened. It decides nothing:
 * `talk.ts` does. In: parties and a start event. Out: numbered events, each handed to `append` as it happens.
 */
export type Conversation = {
  readonly start: Omit<Extract<TranscriptEvent, { type: 'trial.started' }>, 'n'>
  readonly customer: Customer
  readonly agent: Agent
  readonly desk: Desk
  /** the text an agent is shown when it is asked now */
  readonly sop: () => string
  readonly form: ReportForm
  readonly tools: readonly ToolSpec[]
  readonly limits: TalkLimits
  /** does this text ask or propose something? (observed protocol; a report says it itself) */
  readonly asks: (text: string) => boolean
  /** called with every event in order; awaited before a party is asked, so nothing paid for is lost */
  readonly append: (event: TranscriptEvent) => void
  readonly flush?: () => Promise<void>
  /** what parties note and call beside their answers goes into this transcript too */
  readonly aside?: AsideSocket
}

type Floor = {
  readonly of: Conversation
  n: number
  readonly heard: Heard[]
  readonly answered: OwnAnswer[]
  /** the agent's messages since the customer last spoke */
  fresh: HeardMessage[]
  /** a report_step of this turn that could not be read */
  badReport: string | null
  /** calls made aside since the agent was last asked, and what they came to */
  called: number
  calledRoles: Set<string>
}

export async function converse(conversation: Conversation): Promise<Ending> {
  const floor: Floor = {
    of: conversation,
    n: 0,
    heard: [],
    answered: [],
    fresh: [],
    badReport: null,
    called: 0,
    calledRoles: new Set(),
  }
  conversation.aside?.connect({
    note: (event) => record(floor, event),
    call: (tool, input) => {
      floor.called += 1
      return callTool(floor, { tool, input })
    },
  })
  record(floor, conversation.start)
  const ending = await talkToEnd(floor).catch((error: unknown) => failed(floor, error))
  record(floor, { type: 'conversation.ended', ending })
  await conversation.flush?.()
  return ending
}

async function talkToEnd(floor: Floor): Promise<Ending> {
  let at: Next = { talk: startTalk(floor.of.limits), next: 'customer' }
  // Bounded by talk.ts: every customer turn counts, every ask within a turn counts.
  while (at.next === 'agent' || at.next === 'customer') {
    await floor.of.flush?.()
    at = at.next === 'customer' ? await customerTurn(floor, at.talk) : await agentMove(floor, at.talk)
  }
  return at.next
}

async function customerTurn(floor: Floor, talk: Talk): Promise<Next> {
  const { customer } = floor.of
  const turn = talk.turn === 0 ? await customer.open() : await customer.answer(floor.fresh)
  if (isStrayed(turn)) {
    record(floor, {
      type: 'fault.raised',
      side: 'customer',
      code: turn.strayed,
      message: 'the customer left its card',
    })
    return { talk, next: { kind: 'customer.strayed', code: turn.strayed } }
  }
  for (const { of, acts, by } of turn.understood)
    record(floor, { type: 'message.understood', of, acts: [...acts], by })
  record(floor, { type: 'message.sent', from: 'customer', text: turn.text, act: turn.act })
  floor.heard.push({ from: 'customer', text: turn.text })
  floor.fresh = []
  return onCustomerSpoke(talk, turn.act)
}

const isStrayed = (turn: CustomerTurn | Strayed): turn is Strayed => 'strayed' in turn

async function agentMove(floor: Floor, talk: Talk): Promise<Next> {
  const { agent, sop, tools, start, form } = floor.of
  const { heard, answered } = floor
  const { protocol, today } = start
  floor.called = 0
  floor.calledRoles.clear()
  const askedAt = heard.length
  const move = await agent.reply({ sop: sop(), today, tools, heard, answered, protocol, form })
  const at = onAgentMoved(talk, enact(floor, move, askedAt))
  const turnIsOver = at.next !== 'agent'
  if (turnIsOver && start.protocol === 'declared' && !at.talk.agentTurn.reported) {
    record(floor, { type: 'report.missing', because: floor.badReport ?? 'no report_step in this turn' })
  }
  if (turnIsOver) floor.badReport = null
  return at
}

/** Writes a move down and lets the desk act: report, words, calls, in that order. */
function enact(floor: Floor, move: AgentMove, askedAt: number): MoveMade {
  const report = readReport(floor, move)
  floor.answered.push({ at: askedAt, ...(report === undefined ? {} : { report }) })
  if (report !== undefined) record(floor, { type: 'step.reported', report })
  for (const call of move.reported ?? []) takeReported(floor, call)
  for (const text of move.messages) say(floor, text)
  for (const call of move.calls) callTool(floor, call)
  const asksByReport = report?.action.some(({ act }) => act === 'request' || act === 'propose') ?? false
  return {
    messages: move.messages.length,
    calls: move.calls.length,
    callsAside: floor.called,
    again: move.again ?? false,
    longest: Math.max(0, ...move.messages.map((text) => text.length)),
    report,
    asksSomething: asksByReport || (report === undefined && move.messages.some(floor.of.asks)),
    handedOver: floor.calledRoles.has('handover'),
    closed: floor.calledRoles.has('close'),
  }
}

function readReport(floor: Floor, move: AgentMove): StepReport | undefined {
  if (move.unreadableReport !== undefined) floor.badReport = `unreadable report: ${move.unreadableReport}`
  if (move.report === undefined) return undefined
  const parsed = StepReport.safeParse(move.report)
  if (parsed.success) return parsed.data
  floor.badReport = `unreadable report: ${parsed.error.issues[0]?.message ?? 'wrong shape'}`
  return undefined
}

function say(floor: Floor, text: string): void {
  const kept = text.slice(0, floor.of.limits.messageCharsMax)
  const n = record(floor, { type: 'message.sent', from: 'agent', text: kept })
  floor.heard.push({ from: 'agent', text: kept })
  floor.fresh.push({ n, text: kept })
}

function callTool(
  floor: Floor,
  { tool, input }: { tool: string; input: Json },
): { readonly ok: boolean; readonly output: Json } {
  const call = `c${floor.n + 1}`
  record(floor, { type: 'tool.called', call, tool, input })
  const { ok, output, changes, amount, role, handover } = floor.of.desk.call(tool, input)
  record(floor, { type: 'tool.returned', call, ok, output })
  floor.heard.push({ from: 'tool', call, tool, input, ok, output })
  changes.forEach(({ table, key, before, after }, index) => {
    const money = index === 0 && amount !== null ? { amount } : {}
    record(floor, { type: 'world.changed', call, table, key, before, after, ...money })
  })
  if (ok) noteRole(floor, call, { role, handover })
  return { ok, output }
}

/** A call made with the agent's own tools: written down as any other, but this desk neither ran it nor changed by it. */
function takeReported(floor: Floor, { tool, input, ok, output }: ReportedCall): void {
  const call = `c${floor.n + 1}`
  record(floor, { type: 'tool.called', call, tool, input })
  record(floor, { type: 'tool.returned', call, ok, output })
  floor.heard.push({ from: 'tool', call, tool, input, ok, output })
  floor.called += 1
  if (ok) noteRole(floor, call, floor.of.desk.wouldBe(tool, input))
}

function noteRole(
  floor: Floor,
  call: string,
  { role, handover }: Pick<DeskAnswer, 'role' | 'handover'>,
): void {
  if (role === 'handover') record(floor, { type: 'handover.made', call, ...handover })
  if (role === 'close') record(floor, { type: 'ticket.closed', call })
  if (role !== undefined) floor.calledRoles.add(role)
}

function failed(floor: Floor, error: unknown): Ending {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNEXPECTED'
  const message = error instanceof Error ? error.message : String(error)
  const side = error instanceof AgentFailed ? 'agent' : 'machinery'
  record(floor, { type: 'fault.raised', side, code, message })
  return side === 'agent' ? { kind: 'agent.failed', code } : { kind: 'machinery.failed', code }
}

function record(floor: Floor, event: NewEvent): number {
  floor.n += 1
  const { type, ...rest } = event
  floor.of.append({ n: floor.n, type, ...rest } as TranscriptEvent)
  return floor.n
}
