import { isJsonObject, type Json } from '../../base/values/json.ts'
import type { ModelSettings, ToolTalk } from '../chat-model.ts'
import type { ModelPlace } from '../known-providers.ts'
import type { ModelAsk } from '../retrying-model.ts'
import { objectOf } from './reply-words.ts'

/**
 * The body of a chat completion, member by member as the AI SDK writes it, so that a server gets the same bytes from both
 * (completions-model.test.ts). What does not change from call to call (settings, system text, tools, and messages that
 * come again as the same objects) is written once: a prompt is twenty times as long as what is added to it.
 */
export function completionBody(place: ModelPlace, settings: ModelSettings): (ask: ModelAsk) => Uint8Array {
  const opening = openingOf(place, settings)
  // OpenRouter tells what a call cost where it is asked to; others would refuse a key they do not know.
  const end = place.provider === 'openrouter' ? ',"usage":{"include":true}}' : '}'
  const systems = recent((system: string) =>
    Buffer.from(`${opening},"messages":[{"role":"system","content":${JSON.stringify(system)}}`),
  )
  const toolsEnds = recent(
    (tools: ModelAsk['tools']) => Buffer.from(`]${toolsText(tools)}${end}`),
    isSameTools,
  )
  const texts = new WeakMap<ToolTalk, string>()
  const textOf = (said: ToolTalk): string => {
    const known = texts.get(said)
    if (known !== undefined) return known
    const text = `,${JSON.stringify(messageOf(said, place.id))}`
    texts.set(said, text)
    return text
  }
  return ({ system, messages, tools }) =>
    Buffer.concat([systems(system), Buffer.from(talkText(messages, textOf)), toolsEnds(tools)])
}

function openingOf({ model }: ModelPlace, settings: ModelSettings): string {
  const { maxOutputTokens, temperature, seed, reasoning } = settings
  const text = JSON.stringify({
    model,
    max_tokens: maxOutputTokens,
    temperature,
    seed,
    reasoning_effort: reasoning,
  })
  return text.slice(0, -1)
}

function toolsText(tools: ModelAsk['tools']): string {
  if (tools.length === 0) return ''
  const written = tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
  return `,"tools":${JSON.stringify(written)},"tool_choice":"auto"`
}

function talkText(talk: readonly ToolTalk[], textOf: (said: ToolTalk) => string): string {
  // Some providers take no conversation that the model itself begins.
  let text = talk[0]?.role === 'user' ? '' : ',{"role":"user","content":"(the conversation begins)"}'
  for (const said of talk) text += textOf(said)
  return text
}

function messageOf(said: ToolTalk, by: string): object {
  switch (said.role) {
    case 'user':
    case 'assistant':
      return { role: said.role, content: said.content }
    case 'result':
      return { role: 'tool', tool_call_id: said.id, content: JSON.stringify(said.output) }
    case 'calls':
      return calledMessage(said, by)
  }
}

/** A call as it goes over the wire. */
type Called = {
  readonly id: string
  readonly name: string
  readonly input: Json
  readonly signature?: string | undefined
}

/** Parts that this provider gave are handed back as they came; those of another mean nothing to it. */
function calledMessage({ text, calls, kept }: Extract<ToolTalk, { role: 'calls' }>, by: string): object {
  if (kept?.by === by && isParts(kept.parts)) return keptMessage(kept.parts)
  const written = calls.map(({ id, tool, input }) => ({ id, name: tool, input: objectOf(input) }))
  return assistantMessage(text, '', written)
}

function assistantMessage(text: string, reasoning: string, calls: readonly Called[]): object {
  return {
    role: 'assistant',
    content: calls.length > 0 && text === '' ? null : text,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callText) }),
  }
}

const callText = ({ id, name, input, signature }: Called): object => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
  ...(signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }),
})

type KeptPart = { readonly [name: string]: Json }

/** Kept parts may have been in a store meanwhile. */
const isParts = (parts: Json): parts is readonly KeptPart[] =>
  Array.isArray(parts) &&
  parts.every((part) => isJsonObject(part) && /^(text|reasoning|tool-call)$/.test(String(part['type'])))

function keptMessage(parts: readonly KeptPart[]): object {
  const joined = (type: string): string =>
    parts.flatMap((part) => (part['type'] === type ? [String(part['text'] ?? '')] : [])).join('')
  const calls = parts
    .filter((part) => part['type'] === 'tool-call')
    .map((part) => ({
      id: String(part['toolCallId'] ?? ''),
      name: String(part['toolName'] ?? ''),
      input: part['input'] ?? {},
      signature: signatureOf(part['providerOptions']),
    }))
  return assistantMessage(joined('text'), joined('reasoning'), calls)
}

/** Gemini behind an OpenAI-compatible address signs its calls and wants to see the signature again. */
function signatureOf(options: Json | undefined): string | undefined {
  const google = isJsonObject(options) ? options['google'] : undefined
  const signature = isJsonObject(google) ? google['thoughtSignature'] : undefined
  return typeof signature === 'string' && signature !== '' ? signature : undefined
}

const RECENT = 8

/** Remembers the last few answers: a model serves a few prompts at a time, and comparing texts is cheaper than finding them. */
function recent<In, Out>(
  make: (of: In) => Out,
  isSame: (a: In, b: In) => boolean = Object.is,
): (of: In) => Out {
  let known: readonly { readonly of: In; readonly made: Out }[] = []
  return (of) => {
    const before = known.find((one) => isSame(one.of, of))
    if (before !== undefined) return before.made
    const made = make(of)
    known = [{ of, made }, ...known.slice(0, RECENT - 1)]
    return made
  }
}

/** The same tools in the same order; a desk makes them once. */
const isSameTools = (a: ModelAsk['tools'], b: ModelAsk['tools']): boolean =>
  a.length === b.length && a.every((tool, at) => tool === b[at])
