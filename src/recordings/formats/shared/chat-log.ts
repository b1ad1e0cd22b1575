import { isJsonObject, type Json, type JsonObject } from '../../../base/values/json.ts'
import type { RecordedUsage, Recording } from '../../model/recording.ts'
import type {
  RecordingFile,
  RecordingFormat,
  RecordReader,
  SourceRecord,
} from '../../model/recording-format.ts'
import { readChatMessage } from './chat-message.ts'
import { openConversation } from './conversation.ts'
import { firstOf, idOf, isList, listOf, numberOf, objectOf, textOf } from './members.ts'

/** A record of a chat log: the messages it holds, and what it says of the conversation. */
type HeldLine = {
  readonly messages: Json[]
  /** names the conversation; `weak`: it may name only the request */
  readonly id: { readonly text: string; readonly weak: boolean } | null
  readonly model: string | null
  readonly usage: RecordedUsage[]
  readonly line: number
  readonly document: number | null
}

/** Members whose elements are conversations, in files that are one document. */
const CHAT_LISTS = ['conversations', 'chats', 'threads', 'data', 'records', 'logs', 'items'] as const

/** A format of chat logs. `isOwn`: the messages, or the answer they came with, are such as no other format has them. */
export const chatFormat = ({
  name,
  title,
  isOwn,
}: Pick<RecordingFormat, 'name' | 'title'> & {
  readonly isOwn: (messages: readonly Json[], answer: JsonObject) => boolean
}): RecordingFormat => ({
  name,
  title,
  reads: 'json',
  lists: CHAT_LISTS,
  detect: (record) => {
    const messages = isBareMessage(record) ? [record.value] : messagesIn(record.value)
    if (messages === null) return 'no'
    const whole = objectOf(record.value)
    return isOwn(messages, objectOf(whole['response'] ?? whole)) ? 'yes' : 'maybe'
  },
  open: chatLogReader,
})

/**
 * Chat logs of every provider: conversations with a list of messages, requests with their answers, or one list of messages.
 * A log of requests repeats the conversation in each of them: the last one is kept.
 */
function chatLogReader({ file }: RecordingFile): RecordReader {
  let held: HeldLine | null = null
  const flush = (): readonly Recording[] => {
    const done = held === null ? [] : [recordingOf(file, held)]
    held = null
    return done
  }
  return {
    take: (record) => {
      if (held !== null && isNextMessage(held, record)) {
        held.messages.push(record.value)
        return []
      }
      const next = heldIn(record)
      const joined = held === null ? null : join(held, next)
      if (joined !== null) {
        held = joined
        return []
      }
      const done = flush()
      held = next
      return done
    },
    end: () => ({ recordings: flush(), problems: [] }),
  }
}

/** A list of messages without anything around it: each element continues the conversation. */
const isBareMessage = ({ inArray, value }: Pick<SourceRecord, 'inArray' | 'value'>): boolean =>
  inArray && isJsonObject(value) && typeof value['role'] === 'string' && value['messages'] === undefined

const isNextMessage = (held: HeldLine, record: SourceRecord): boolean =>
  isBareMessage(record) && held.document === record.document

/** The messages of a record, wherever its writer has put them; null: it holds none. */
function messagesIn(value: Json): readonly Json[] | null {
  const record = objectOf(value)
  const around = [
    record,
    ...['request', 'body', 'request_body', 'input', 'kwargs'].map((name) => objectOf(record[name])),
  ]
  for (const from of around) {
    const found = firstOf(from, ['messages', 'transcript', 'turns'])
    if (isList(found)) return [...instructionsIn(from), ...found]
    if (isList(from['input'])) return [...instructionsIn(from), ...from['input'].map(asMessage)]
    if (typeof from['input'] === 'string' && from['output'] !== undefined)
      return [...instructionsIn(from), { role: 'user', content: from['input'] }]
  }
  return null
}

const instructionsIn = (from: JsonObject): readonly Json[] => {
  const text = from['system'] ?? from['instructions']
  return text === undefined || text === null ? [] : [{ role: 'system', content: text }]
}

/** An item of the Responses interface as a message. */
function asMessage(item: Json): Json {
  const type = textOf(objectOf(item)['type'])
  if (type === 'function_call' || type === 'reasoning') return { role: 'assistant', content: [item] }
  return type === 'function_call_output' ? { ...objectOf(item), role: 'tool' } : item
}

/** What the model answered, beside the messages it was given. */
function answersIn(record: JsonObject): readonly Json[] {
  const answer = objectOf(firstOf(record, ['response', 'response_body', 'completion']) ?? record)
  const body = isJsonObject(answer['body']) ? answer['body'] : answer
  const choice = objectOf(listOf(body['choices'])[0])['message']
  if (choice !== undefined) return [choice]
  if (isList(body['output'])) return body['output'].map(asMessage)
  const isMessage = isList(body['content']) || typeof body['content'] === 'string'
  return isMessage && (body['role'] ?? 'assistant') === 'assistant' && body !== record
    ? [{ role: 'assistant', content: body['content'] ?? null }]
    : []
}

const STRONG = ['conversation', 'session', 'thread', 'chat'].flatMap((what) => [`${what}_id`, `${what}Id`])
const WEAK = ['id', 'custom_id', 'uuid']

function heldIn({ value, line, document, inArray }: SourceRecord): HeldLine {
  const record = objectOf(value)
  const strong = idOf(firstOf(record, STRONG) ?? firstOf(objectOf(record['metadata']), STRONG))
  const weak = idOf(firstOf(record, WEAK))
  const answer = objectOf(firstOf(record, ['response', 'response_body', 'completion']) ?? record)
  const request = objectOf(record['request'] ?? record['body'])
  const model = textOf(record['model'] ?? answer['model'] ?? request['model'])
  const bare = isBareMessage({ value, inArray })
  return {
    messages: bare ? [value] : [...(messagesIn(value) ?? []), ...answersIn(record)],
    id:
      strong !== null
        ? { text: strong, weak: false }
        : weak !== null && !bare
          ? { text: weak, weak: true }
          : null,
    model,
    usage: usageIn(objectOf(answer['usage']), model),
    line,
    document: bare ? document : null,
  }
}

function usageIn(usage: JsonObject, model: string | null): RecordedUsage[] {
  const input = numberOf(firstOf(usage, ['prompt_tokens', 'input_tokens']))
  const output = numberOf(firstOf(usage, ['completion_tokens', 'output_tokens']))
  if (input === null || output === null) return []
  return [{ from: 'agent', model: model ?? 'unknown', inputTokens: input, outputTokens: output, usd: null }]
}

/** The next request of the same conversation repeats its messages, or goes on where it stopped; null: another conversation. */
function join(held: HeldLine, next: HeldLine): HeldLine | null {
  const known = held.id !== null && next.id !== null && !held.id.weak && !next.id.weak
  if (known && held.id?.text !== next.id?.text) return null
  const usage = [...held.usage, ...next.usage]
  if (extend(next.messages, held.messages)) return { ...next, line: held.line, usage, id: held.id ?? next.id }
  return known ? { ...held, messages: [...held.messages, ...next.messages], usage } : null
}

/** Two conversations may begin alike: only one that has the whole other one in it, and an answer in it, repeats it. */
function extend(longer: readonly Json[], shorter: readonly Json[]): boolean {
  if (shorter.length < 2 || longer.length <= shorter.length) return false
  return shorter.every((message, place) => contentOf(message) === contentOf(longer[place]))
}

const contentOf = (message: Json | undefined): string => {
  const { role, content, tool_calls } = objectOf(message)
  return JSON.stringify([role, content ?? null, tool_calls ?? null])
}

function recordingOf(file: string, { messages, id, model, usage, line }: HeldLine): Recording {
  const talk = openConversation(file, line, id?.text ?? null)
  messages.forEach((message, place) => {
    readChatMessage(talk, message, `message ${place + 1}`)
  })
  for (const one of usage) talk.used(one)
  return talk.done({ agent: model })
}
