import { type Problem, problem } from '../../../base/files/problem.ts'
import type { Json, JsonObject } from '../../../base/values/json.ts'
import type { Recording } from '../../model/recording.ts'
import type {
  RecordingFile,
  RecordingFormat,
  RecordReader,
  SourceRecord,
} from '../../model/recording-format.ts'
import { readChatMessage } from '../shared/chat-message.ts'
import { openConversation } from '../shared/conversation.ts'
import { idOf, listOf, numberOf, objectOf } from '../shared/members.ts'
import { attributesOf, isChatSpan, messagesOf, type Span, spansIn } from './span.ts'

/** Spans of one conversation may lie far apart: all are held until the file ends, as far as this. */
const HELD_CHARACTERS_MAX = 120e6

/** OpenTelemetry spans with the attributes of generative AI. The last span of a conversation holds all of it. */
export const otel: RecordingFormat = {
  name: 'otel',
  title: 'OpenTelemetry GenAI spans (OTLP JSON, or a span a line)',
  reads: 'json',
  lists: ['resourceSpans', 'spans'],
  detect: (record) => (spansIn(record).length > 0 ? 'yes' : 'no'),
  open: readSpans,
}

type Talk = { readonly line: number; readonly id: string; spans: readonly Span[] }

function readSpans({ file }: RecordingFile): RecordReader {
  const talks = new Map<string, Talk>()
  const problems: Problem[] = []
  let held = 0
  return {
    take: (record) => {
      for (const span of spansIn(record)) {
        const attributes = attributesOf(span)
        if (!isChatSpan(attributes)) continue
        const id = idOf(attributes['gen_ai.conversation.id'] ?? attributes['session.id']) ?? traceOf(span)
        const talk = talks.get(id) ?? { line: record.line, id, spans: [] }
        talks.set(id, talk)
        const one = { attributes, events: listOf(span['events']), end: endOf(span) }
        held += JSON.stringify(one).length
        talk.spans = withoutPrefixes(talk.spans, one)
      }
      if (held > HELD_CHARACTERS_MAX && problems.length === 0) problems.push(tooMuch(file, record))
      return []
    },
    end: () => ({ recordings: [...talks.values()].map((talk) => recordingOf(file, talk)), problems }),
  }
}

const traceOf = (span: JsonObject): string =>
  idOf(span['traceId'] ?? span['trace_id'] ?? objectOf(span['context'])['trace_id']) ?? 'trace'
const endOf = (span: JsonObject): string =>
  idOf(span['endTimeUnixNano'] ?? span['end_time'] ?? span['startTimeUnixNano'] ?? span['start_time']) ?? ''

const tooMuch = (file: string, { line }: SourceRecord): Problem =>
  problem(
    { file, line, column: 1 },
    'file-too-large',
    `the spans up to here hold more than ${HELD_CHARACTERS_MAX / 1e6} MB of messages`,
    'Split the file by conversation or by time, and import the parts.',
  )

/** The spans that are needed to tell the conversation: one whose messages a later span repeats is not. */
function withoutPrefixes(spans: readonly Span[], next: Span): readonly Span[] {
  const last = spans.at(-1)
  if (last === undefined) return [next]
  const [longer, shorter] = next.end >= last.end ? [next, last] : [last, next]
  const repeats = messagesOf(longer).length > messagesOf(shorter).length
  return repeats ? [...spans.slice(0, -1), longer] : [...spans, next]
}

function recordingOf(file: string, { spans, line, id }: Talk): Recording {
  const talk = openConversation(file, line, id)
  const last = spans.toSorted((a, b) => (a.end < b.end ? -1 : 1)).at(-1)
  if (spans.length > 1)
    talk.doubt(
      'spans-apart',
      `it has ${spans.length} spans that do not repeat each other; the last one is read`,
    )
  const messages: readonly Json[] = last === undefined ? [] : messagesOf(last)
  messages.forEach((message, place) => {
    readChatMessage(talk, message, `message ${place + 1}`)
  })
  const attributes = last?.attributes ?? {}
  const model = idOf(attributes['gen_ai.response.model'] ?? attributes['gen_ai.request.model'])
  const [input, output] = ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'].map((name) =>
    numberOf(Number(attributes[name] ?? Number.NaN)),
  )
  if (input != null && output != null)
    talk.used({
      from: 'agent',
      model: model ?? 'unknown',
      inputTokens: input,
      outputTokens: output,
      usd: null,
    })
  return talk.done({ agent: model })
}
