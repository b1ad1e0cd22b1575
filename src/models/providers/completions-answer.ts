import { randomUUID } from 'node:crypto'
import { isJsonObject, type Json, type JsonObject } from '../../base/values/json.ts'
import type { ChatUsage, KeptParts, ModelCall, Stopped, ToolReply } from '../chat-model.ts'
import { inputOf, objectOf, withoutThoughts } from './reply-words.ts'

/** An answer that came and cannot be used. */
export type Unusable = { readonly unusable: string }

/**
 * Reads a chat completion. Checked by hand, member by member, and only what is used: a schema would cost more than all the
 * rest of a call. `by`: whose parts are kept.
 */
export function readCompletion(
  text: string,
  by: string,
): { readonly reply: ToolReply; readonly usd: number | null } | Unusable {
  const answer = parsed(text)
  if (answer === undefined) return { unusable: 'Invalid JSON response' }
  const choices = memberOf(answer, 'choices')
  const [choice] = Array.isArray(choices) ? choices : []
  if (choice === undefined) return { unusable: 'Response did not contain any choices.' }
  const message = memberOf(choice, 'message')
  const parts = isJsonObject(message) ? partsOf(message) : undefined
  const reason = memberOf(choice, 'finish_reason') ?? null
  const usage = usageOf(memberOf(answer, 'usage') ?? null)
  if (parts === undefined || usage === undefined || (reason !== null && typeof reason !== 'string'))
    return { unusable: 'Response does not have the form of a chat completion.' }
  const kept = keptOf(parts, by)
  const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const reply: ToolReply = {
    text: withoutThoughts(said.join('')),
    calls: parts.flatMap((part): readonly ModelCall[] =>
      part.type === 'tool-call'
        ? [{ id: part.toolCallId, tool: part.toolName, input: inputOf(part.written) }]
        : [],
    ),
    stopped: stoppedBy(reason),
    usage: usage.tokens,
    ...(kept === undefined ? {} : { kept }),
  }
  return { reply, usd: usage.usd }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const memberOf = (of: Json | undefined, name: string): Json | undefined =>
  isJsonObject(of) ? of[name] : undefined

// ---- what was said, thought and called

type Part =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | {
      readonly type: 'tool-call'
      readonly toolCallId: string
      readonly toolName: string
      /** the arguments as they came */
      readonly written: string
      readonly signature: string | null
    }

/** Undefined: this is no message of an assistant. */
function partsOf(message: JsonObject): readonly Part[] | undefined {
  const thought = message['reasoning_content'] ?? message['reasoning'] ?? null
  const content = contentOf(message['content'] ?? null)
  const calls = callsOf(message['tool_calls'] ?? null)
  if (content === undefined || calls === undefined) return undefined
  if (thought !== null && typeof thought !== 'string') return undefined
  return thought === null || thought === ''
    ? [...content, ...calls]
    : [{ type: 'reasoning', text: thought }, ...content, ...calls]
}

function contentOf(content: Json): readonly Part[] | undefined {
  if (content === null || content === '') return []
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return undefined
  return content.flatMap((part): readonly Part[] => {
    const type = memberOf(part, 'type')
    const text = type === 'text' ? memberOf(part, 'text') : thoughtIn(memberOf(part, 'thinking'))
    if (typeof text !== 'string' || text === '') return []
    return type === 'text' ? [{ type, text }] : type === 'thinking' ? [{ type: 'reasoning', text }] : []
  })
}

const thoughtIn = (pieces: Json | undefined): string =>
  Array.isArray(pieces)
    ? pieces
        .filter((piece) => memberOf(piece, 'type') === 'text')
        .map((piece) => memberOf(piece, 'text'))
        .filter((text) => typeof text === 'string')
        .join('')
    : ''

function callsOf(calls: Json): readonly Part[] | undefined {
  if (calls === null) return []
  if (!Array.isArray(calls)) return undefined
  const read = calls.map((call): Part | undefined => {
    const id = memberOf(call, 'id') ?? null
    const called = memberOf(call, 'function')
    const name = memberOf(called, 'name')
    const written = memberOf(called, 'arguments')
    if (typeof name !== 'string' || typeof written !== 'string') return undefined
    if (id !== null && typeof id !== 'string') return undefined
    const signature = memberOf(memberOf(memberOf(call, 'extra_content'), 'google'), 'thought_signature')
    return {
      type: 'tool-call',
      // Results are matched to calls by it: a server that gives none gets one of ours.
      toolCallId: id ?? randomUUID().replaceAll('-', '').slice(0, 16),
      toolName: name,
      written,
      signature: typeof signature === 'string' && signature !== '' ? signature : null,
    }
  })
  return read.every((call) => call !== undefined) ? read : undefined
}

/** Only where there is something a rebuilt conversation would lack: thoughts, or signatures on calls. */
function keptOf(parts: readonly Part[], by: string): KeptParts | undefined {
  const isSpecial = (part: Part): boolean =>
    part.type === 'reasoning' || (part.type === 'tool-call' && part.signature !== null)
  if (!parts.some(isSpecial)) return undefined
  return {
    by,
    parts: parts.map((part): JsonObject => {
      if (part.type !== 'tool-call') return { type: part.type, text: part.text }
      const { type, toolCallId, toolName, written, signature } = part
      const call = { type, toolCallId, toolName, input: objectOf(inputOf(written)) }
      return signature === null
        ? call
        : { ...call, providerOptions: { google: { thoughtSignature: signature } } }
    }),
  }
}

// ---- why it stopped, and what it cost

function stoppedBy(reason: string | null): Stopped {
  switch (reason) {
    case 'stop':
    case 'length':
      return reason
    case 'tool_calls':
    case 'function_call':
      return 'calls'
    case 'content_filter':
      return 'refusal'
    default:
      return 'other'
  }
}

type Usage = { readonly tokens: ChatUsage; readonly usd: number | null }

/** Undefined: what stands there is no usage. A server may leave it out. */
function usageOf(usage: Json): Usage | undefined {
  if (usage !== null && !isJsonObject(usage)) return undefined
  const inputTokens = countOf(memberOf(usage, 'prompt_tokens'))
  const outputTokens = countOf(memberOf(usage, 'completion_tokens'))
  const cachedTokens = countOf(memberOf(memberOf(usage, 'prompt_tokens_details'), 'cached_tokens'))
  const reasoningTokens = countOf(memberOf(memberOf(usage, 'completion_tokens_details'), 'reasoning_tokens'))
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  if (cachedTokens === undefined || reasoningTokens === undefined) return undefined
  const cost = memberOf(usage, 'cost')
  return {
    tokens: { inputTokens, outputTokens, cachedTokens, reasoningTokens },
    usd: typeof cost === 'number' ? cost : null,
  }
}

const countOf = (value: Json | undefined): number | undefined =>
  value === undefined || value === null ? 0 : typeof value === 'number' ? value : undefined
