import { assertNever } from '../base/assert.ts'
import type { AgentAct, CustomerAct, CustomerMove } from '../base/values/acts.ts'
import type { Json } from '../base/values/json.ts'
import { actsOf, type Reading } from '../base/values/reading.ts'
import type { Transcript, TranscriptEvent } from './event.ts'

/** A transcript as a person reads it: one numbered line an event, words in quotes. */
export function transcriptToText(events: Transcript): string {
  const width = String(events.at(-1)?.n ?? 0).length
  return events.map((event) => `${String(event.n).padStart(width)} ${eventToText(event)}\n`).join('')
}

export function eventToText(event: TranscriptEvent): string {
  switch (event.type) {
    case 'trial.started':
      return `trial     ${event.trial}: ${event.case} with ${event.agent}, intensity ${event.intensity}${event.tactic === null ? '' : ` (${event.tactic})`}, ${event.today}`
    case 'fork.began':
      return event.fed === 0
        ? 'fork      begins'
        : `fork      begins; fed with ${event.fed} recorded turns, the agent answered ${event.differs} differently`
    case 'message.sent':
      return event.from === 'customer'
        ? `customer  ${JSON.stringify(event.text)}  [${customerActToText(event.act)}]`
        : `agent     ${JSON.stringify(event.text)}`
    case 'message.read':
      return `          reads ${event.of}: ${readingToText(event.reading)} (${event.by})`
    case 'message.understood':
      return `          customer understood ${event.of}: ${actsToText(event.acts)} (${event.by})`
    case 'step.reported':
      return `agent     reports ${event.report.intent}${fieldsToText(event.report.fields)}: ${actsToText(event.report.action)}`
    case 'report.missing':
      return `agent     gave no report: ${event.because}`
    case 'act.recognised':
      return `          recognised in ${event.of}: ${actsToText(event.acts)} (${event.by}, ${event.sure ? 'sure' : 'not sure'})`
    case 'tool.called':
      return `agent     calls ${event.tool} ${jsonToText(event.input)}`
    case 'tool.returned':
      return `tool      ${event.ok ? '' : 'refuses: '}${jsonToText(event.output)}`
    case 'world.changed':
      return `world     ${event.table} ${event.key}: ${changeToText(event)}`
    case 'handover.made':
      return `handover  ${event.reason}: ${JSON.stringify(event.note)}`
    case 'ticket.closed':
      return 'ticket    closed'
    case 'fault.raised':
      return `fault     ${event.side} ${event.code}: ${event.message}`
    case 'usage.recorded':
      return `usage     ${event.role} ${event.model}: ${event.input_tokens} in, ${event.output_tokens} out${event.stopped === 'length' ? ', cut at the token limit' : ''}`
    case 'call.retried':
      return `again     ${event.role} ${event.code}, after ${Math.round(event.waited_ms)} ms`
    case 'recording.opened':
      return `recording ${event.format}, ${event.source}: ${event.desk.map(({ tool, role }) => `${tool} (${role})`).join(', ') || 'no tools'}`
    case 'aside.recorded':
      return `aside     ${event.by} ${event.kind} ${JSON.stringify(event.text)}`
    case 'conversation.ended':
      return `ended     ${Object.values(event.ending).join(' ')}`
    default:
      return assertNever(event)
  }
}

const readingToText = (reading: Reading): string => {
  const acts = actsOf(reading).map(
    ({ kind, place, sure }) => `${kind}${place === null ? '' : ` ${place.name}`}${sure ? '' : '?'}`,
  )
  const unread = reading.sentences.filter((sentence) => sentence.unread).length
  return [...new Set(acts), ...(unread === 0 ? [] : [`${unread} unread`])].join(', ') || 'nothing'
}

export const actsToText = (acts: readonly AgentAct[]): string =>
  acts.length === 0 ? 'nothing' : acts.map(agentActToText).join(', ')

export function agentActToText(act: AgentAct): string {
  if (act.act === 'request') return act.field === undefined ? 'asks something' : `asks for ${act.field}`
  if (act.act === 'propose')
    return `proposes ${act.tool}${act.arguments === undefined ? '' : ` ${jsonToText(act.arguments)}`}`
  if (act.act === 'claim-done')
    return act.tool === undefined ? 'claims it is done' : `claims ${act.tool} is done`
  return 'about' in act && act.about !== undefined ? `${act.act} ${act.about}` : act.act
}

export const customerActToText = (act: CustomerAct): string => act.moves.map(moveToText).join('; ')

function moveToText(move: CustomerMove): string {
  const { do: does, ...rest } = move
  const said = Object.entries(rest).filter(([key]) => key !== 'request')
  if (move.do === 'tell') return `tell ${move.field}=${move.value}`
  return [does, ...said.map(([, value]) => value)].join(' ')
}

function fieldsToText(fields: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(fields).map(([field, value]) => `${field}=${value ?? 'unknown'}`)
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}

function changeToText({
  before,
  after,
}: {
  before: Record<string, Json> | null
  after: Record<string, Json> | null
}): string {
  if (before === null) return `new row ${jsonToText(after)}`
  if (after === null) return 'row removed'
  const changed = Object.keys(after).filter((column) => after[column] !== before[column])
  return changed
    .map(
      (column) => `${column} ${jsonToText(before[column] ?? null)} -> ${jsonToText(after[column] ?? null)}`,
    )
    .join(', ')
}

const jsonToText = (value: Json): string => JSON.stringify(value)
