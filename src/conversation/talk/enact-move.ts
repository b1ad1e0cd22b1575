import { StepReport } from '../../base/values/acts.ts'
import { isJsonObject, type Json } from '../../base/values/json.ts'
import type { DeskAnswer } from '../desk/desk.ts'
import type { AgentMove, Heard, OwnAnswer, ReportedCall } from '../protocol/agent.ts'
import { unknownField } from '../protocol/model-report.ts'
import { Diverged } from '../protocol/stopped.ts'
import { type ConversationState, nextNumber, record } from './conversation-state.ts'
import type { MoveMade } from './talk.ts'

type Call = { readonly tool: string; readonly input: Json }
type Called = { readonly ok: boolean; readonly output: Json }

/** The answer to a party that still calls tools when its conversation is over. */
export const CLOSED: Called = { ok: false, output: { error: 'this conversation is over' } }

/** Records a move and lets the desk act: report, words, calls, in that order. */
export function enact(state: ConversationState, move: AgentMove, askedAt: number): MoveMade {
  const report = readReport(state, move)
  state.record.answered.push(answerAt(askedAt, report, move.raw))
  if (report !== undefined) record(state, { n: nextNumber(state), type: 'step.reported', report })
  if (move.reported !== undefined) for (const call of move.reported) takeReported(state, call)
  let longest = 0
  for (const text of move.messages) {
    say(state, text)
    longest = Math.max(longest, text.length)
  }
  for (const call of move.calls) callTool(state, call)
  const { calls, handedOver, closed } = state.turn
  return {
    messages: move.messages.length,
    calls: move.calls.length,
    ownCalls: calls,
    again: move.again ?? false,
    longest,
    report,
    handedOver,
    closed,
  }
}

function answerAt(at: number, report: StepReport | undefined, raw: Json | undefined): OwnAnswer {
  if (raw !== undefined) return report === undefined ? { at, raw } : { at, report, raw }
  return report === undefined ? { at } : { at, report }
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
  const n = nextNumber(state)
  record(state, { n, type: 'message.sent', from: 'agent', text: kept })
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
  const call = openCall(state, tool, input)
  const { ok, output, changes, confirms, amount, role, handover } = state.of.desk.call(tool, input)
  closeCall(state, { from: 'tool', call, tool, input, ok, output })
  for (const [index, { table, key, before, after }] of changes.entries()) {
    const n = nextNumber(state)
    const changed = { n, type: 'world.changed', call, table, key, before, after } as const
    record(state, index === 0 && amount !== null ? { ...changed, amount } : changed)
  }
  if (confirms) state.record.confirmed.push({ tool, with: isJsonObject(input) ? input : {} })
  if (ok) noteRole(state, call, role, handover)
  return { ok, output }
}

/** A call the agent made with its own tools: recorded like any other, but this desk neither ran it nor changed by it. */
function takeReported(state: ConversationState, { tool, input, ok, output }: ReportedCall): void {
  const call = openCall(state, tool, input)
  closeCall(state, { from: 'tool', call, tool, input, ok, output })
  state.turn.calls += 1
  if (!ok) return
  const { role, handover } = state.of.desk.wouldBe(tool, input)
  noteRole(state, call, role, handover)
}

function openCall(state: ConversationState, tool: string, input: Json): string {
  const n = nextNumber(state)
  const call = `c${n}`
  state.spending.toolCalls += 1
  record(state, { n, type: 'tool.called', call, tool, input })
  return call
}

function closeCall(state: ConversationState, heard: Extract<Heard, { from: 'tool' }>): void {
  const { call, ok, output } = heard
  record(state, { n: nextNumber(state), type: 'tool.returned', call, ok, output })
  state.record.heard.push(heard)
}

function noteRole(
  state: ConversationState,
  call: string,
  role: DeskAnswer['role'],
  { reason, note }: DeskAnswer['handover'],
): void {
  if (role === 'handover') {
    state.turn.handedOver = true
    record(state, { n: nextNumber(state), type: 'handover.made', call, reason, note })
  }
  if (role === 'close') {
    state.turn.closed = true
    record(state, { n: nextNumber(state), type: 'ticket.closed', call })
  }
}
