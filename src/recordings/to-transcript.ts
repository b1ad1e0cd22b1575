import type { CustomerAct } from '../base/values/acts.ts'
import type { ToolRole } from '../base/values/desk-facts.ts'
import { isJsonObject, type Json } from '../base/values/json.ts'
import type { Ending, NewEvent, Transcript, TrialStarted } from '../transcript/event.ts'
import { numberEvents } from '../transcript/write-transcript.ts'
import type { RecordedEntry, RecordedUsage, Recording } from './model/recording.ts'

/** What the importer knows of a recording beside its words. */
type TranscriptAbout = Omit<TrialStarted, 'n' | 'type' | 'tools' | 'protocol'> & {
  readonly source: string
  readonly from: string
  /** every tool of the file, with what it does */
  readonly desk: ReadonlyMap<string, ToolRole>
}

/** A recording as a transcript. What its customers mean is not known yet: their words are read afterwards (read-recording.ts). */
export function toTranscript(recording: Recording, about: TranscriptAbout): Transcript {
  const { source, from, desk, ...started } = about
  const calls = new Map(
    recording.entries.flatMap((entry) => (entry.is === 'called' ? [[entry.call, entry] as const] : [])),
  )
  return numberEvents([
    { type: 'trial.started', ...started, protocol: 'observed', tools: 'own' },
    {
      type: 'recording.opened',
      format: from,
      source,
      desk: [...desk].map(([tool, role]) => ({ tool, role })),
      task: taskOf(recording),
    },
    ...recording.entries.flatMap((entry) => eventsOf(entry, calls, desk)),
    { type: 'conversation.ended', ending: endingOf(recording, desk) },
  ])
}

/** Every tool that was called or is due. */
export const toolsIn = ({ entries, task }: Recording): readonly string[] => [
  ...entries.flatMap((entry) => (entry.is === 'called' && entry.from === 'agent' ? [entry.tool] : [])),
  ...(task?.calls ?? []).map(({ tool }) => tool),
]

const taskOf = ({ task }: Recording) =>
  task === null
    ? null
    : {
        calls: task.calls.map(({ tool, input }) => ({ tool, input })),
        says: [...task.says],
        kind: task.settles,
      }

/** What a customer's words do is not made with them here, as it is with ours: it has to be read. */
const UNREAD: CustomerAct = { moves: [], tone: 'calm', language: 'en' }

function eventsOf(
  entry: RecordedEntry,
  calls: ReadonlyMap<string, Called>,
  desk: ReadonlyMap<string, ToolRole>,
): readonly NewEvent[] {
  switch (entry.is) {
    case 'said':
      return entry.from === 'agent'
        ? [{ type: 'message.sent', from: 'agent', text: entry.text }]
        : [{ type: 'message.sent', from: 'customer', text: entry.text, act: UNREAD }]
    case 'called':
      return entry.from === 'agent'
        ? [{ type: 'tool.called', call: entry.call, tool: entry.tool, input: entry.input }]
        : [{ type: 'aside.recorded', by: 'customer', kind: 'call', text: callText(entry) }]
    case 'returned':
      return returned(entry, calls, desk)
    case 'aside':
      return [{ type: 'aside.recorded', by: entry.from, kind: entry.what, text: entry.text }]
    case 'used':
      return [usageEvent(entry)]
  }
}

const callText = ({ tool, input }: { readonly tool: string; readonly input: Json }): string =>
  `${tool} ${JSON.stringify(input)}`

type Called = Extract<RecordedEntry, { is: 'called' }>
type Returned = Extract<RecordedEntry, { is: 'returned' }>

function returned(
  { call, ok, output }: Returned,
  calls: ReadonlyMap<string, Called>,
  desk: ReadonlyMap<string, ToolRole>,
): readonly NewEvent[] {
  const asked = calls.get(call)
  if (asked === undefined || asked.from === 'customer')
    return [{ type: 'aside.recorded', by: 'customer', kind: 'result', text: JSON.stringify(output) }]
  const result: NewEvent = { type: 'tool.returned', call, ok, output }
  const role = desk.get(asked.tool)
  if (!ok || (role !== 'handover' && role !== 'close')) return [result]
  if (role === 'close') return [result, { type: 'ticket.closed', call }]
  return [result, { type: 'handover.made', call, ...noteIn(asked.input) }]
}

/** A handover's reason and note, under whatever names its tool has for them: the longest text is the note. */
function noteIn(input: Json): { readonly reason: string; readonly note: string } {
  const texts = isJsonObject(input)
    ? Object.values(input).filter((value) => typeof value === 'string')
    : [typeof input === 'string' ? input : '']
  const [note = '', reason = ''] = texts.toSorted((a, b) => b.length - a.length)
  return { reason, note }
}

const usageEvent = ({ from, model, inputTokens, outputTokens, usd }: RecordedUsage): NewEvent => ({
  type: 'usage.recorded',
  role: from,
  model,
  input_tokens: Math.round(inputTokens),
  output_tokens: Math.round(outputTokens),
  cached_tokens: 0,
  reasoning_tokens: 0,
  usd,
  took_ms: 0,
})

function endingOf({ ending, entries }: Recording, desk: ReadonlyMap<string, ToolRole>): Ending {
  const last = entries.findLast(({ is }) => is === 'called' || is === 'said')
  if (last?.is === 'called' && desk.get(last.tool) === 'handover') return { kind: 'handed.over' }
  switch (ending.by) {
    case 'limit':
      return { kind: 'limit.hit', limit: ending.limit }
    case 'failure':
      return { kind: ending.side === 'agent' ? 'agent.failed' : 'machinery.failed', code: ending.code }
    default:
      return { kind: 'recording.ended', by: ending.by }
  }
}
