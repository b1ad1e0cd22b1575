import { StepReport } from '../../base/values/acts.ts'
import type { Json } from '../../base/values/json.ts'
import type { DeskAnswer } from '../desk/desk.ts'
import type { AgentMove, ReportedCall } from '../protocol/agent.ts'
import { unknownField } from '../protocol/model-report.ts'
import { Diverged } from '../protocol/stopped.ts'
import { type ConversationState, record, takeSideEvents } from './conversation-state.ts'
import type { MoveMade } from './talk.ts'

type Call = { readonly tool: string; readonly input: Json }
type Called = { readonly ok: boolean; readonly output: Json }

/** The answer to a party that still calls tools when its conversation is over. */
export const CLOSED: Called = { ok: false, output: { error: 'this conversation is over' } }

/** Records a move and lets the desk act: report, words, calls, in that order. */
export function enact(
  state: ConversationState,
  move: AgentMove,
  askedAt: number,
): Omit<MoveMade, 'asksSomething'> & { readonly asksByReport: boolean } {
  const report = readReport(state, move)
  state.record.answered.push({
    at: askedAt,
    ...(report === undefined ? {} : { report }),
    ...(move.raw === undefined ? {} : { raw: move.raw }),
  })
  if (report !== undefined) record(state, { type: 'step.reported', report })
  for (const call of move.reported ?? []) takeReported(state, call)
  for (const text of move.messages) say(state, text)
  for (const call of move.calls) callTool(state, call)
  const asksByReport = report?.action.some(({ act }) => act === 'request' || act === 'propose') ?? false
  const { calls, roles } = state.turn
  return {
    messages: move.messages.length,
    calls: move.calls.length,
    ownCalls: calls,
    again: move.again ?? false,
    longest: Math.max(0, ...move.messages.map((text) => text.length)),
    report,
    asksByReport,
    handedOver: roles.has('handover'),
    closed: roles.has('close'),
  }
}

function readReport({ turn, of }: ConversationState, move: AgentMove): StepReport | undefined {
  if (move.unreadableReport !== undefined) turn.badReport = `unreadable report: ${move.unreadableReport}`
  if (move.report === undefined) return undefined
  const parsed =
    of.agent.reportsWell === true
      ? ({ success: true, data: move.report } as const)
      : StepReport.safeParse(move.report)
  const because = parsed.success
    ? unknownField(parsed.data, of.form)
    : (parsed.error.issues[0]?.message ?? 'wrong shape')
  if (parsed.success && because === null) return parsed.data
  turn.badReport = `unreadable report: ${because}`
  return undefined
}

function say(state: ConversationState, text: string): void {
  const kept = text.slice(0, state.of.limits.messageCharsMax)
  const n = record(state, { type: 'message.sent', from: 'agent', text: kept })
  state.record.heard.push({ from: 'agent', text: kept })
  state.record.unanswered.push({ n, text: kept })
}

/** A call in the middle of a turn. If it differs from the record, that is reported when the agent has answered. */
export function callInTurn(state: ConversationState, call: Call): Called {
  state.turn.calls += 1
  try {
    return callTool(state, call)
  } catch (error) {
    if (!(error instanceof Diverged)) throw error
    state.replay.diverged ??= error
    return CLOSED
  }
}

function callTool(state: ConversationState, { tool, input }: Call): Called {
  const call = nextCall(state)
  record(state, { type: 'tool.called', call, tool, input })
  const { ok, output, changes, amount, role, handover } = state.of.desk.call(tool, input)
  record(state, { type: 'tool.returned', call, ok, output })
  state.record.heard.push({ from: 'tool', call, tool, input, ok, output })
  changes.forEach(({ table, key, before, after }, index) => {
    const money = index === 0 && amount !== null ? { amount } : {}
    record(state, { type: 'world.changed', call, table, key, before, after, ...money })
  })
  if (ok) noteRole(state, call, { role, handover })
  return { ok, output }
}

/** A call the agent made with its own tools: recorded like any other, but this desk neither ran it nor changed by it. */
function takeReported(state: ConversationState, { tool, input, ok, output }: ReportedCall): void {
  const call = nextCall(state)
  record(state, { type: 'tool.called', call, tool, input })
  record(state, { type: 'tool.returned', call, ok, output })
  state.record.heard.push({ from: 'tool', call, tool, input, ok, output })
  state.turn.calls += 1
  if (ok) noteRole(state, call, state.of.desk.wouldBe(tool, input))
}

function nextCall(state: ConversationState): string {
  takeSideEvents(state)
  state.spending.toolCalls += 1
  return `c${state.record.n + 1}`
}

function noteRole(
  state: ConversationState,
  call: string,
  { role, handover }: Pick<DeskAnswer, 'role' | 'handover'>,
): void {
  if (role === 'handover') record(state, { type: 'handover.made', call, ...handover })
  if (role === 'close') record(state, { type: 'ticket.closed', call })
  if (role !== undefined) state.turn.roles.add(role)
}
