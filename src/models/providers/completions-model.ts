import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '../../base/values/json.ts'
import type { KeptParts, ModelCall, ModelSettings, Stopped, ToolTalk } from '../chat-model.ts'
import type { ModelPlace } from '../known-providers.ts'
import type { BareModel, ModelAnswer, ModelAsk } from '../retrying-model.ts'
import { inputOf, objectOf } from './arguments.ts'
import type { Post } from './pool.ts'
import { quietMs } from './rate-limit-headers.ts'
import { readFailure } from './read-failure.ts'

/**
 * A model of a server that speaks OpenAI's chat completions, asked without an SDK: most gateways and all local servers do, and the
 * SDK takes longer than the rest of a call. One try and no memory, but for what a provider wants to see again (`kept`).
 */
export function completionsModel(
  place: ModelPlace,
  settings: ModelSettings,
  { key, post }: { readonly key: string | null; readonly post: Post },
): BareModel {
  const url = new URL(`${(place.baseUrl ?? '').replace(/\/$/, '')}/chat/completions`)
  const headers = {
    'content-type': 'application/json',
    ...(key === null || key === '' ? {} : { authorization: `Bearer ${key}` }),
  }
  return {
    id: place.id,
    ask: async (request) => {
      try {
        const body = JSON.stringify(bodyOf(place, settings, request))
        const { status, headers: said, text } = await post(url, { headers, body, signal: request.signal })
        const answer = status < 200 || status > 299 ? 'The server refused.' : read(text, place.id)
        if (typeof answer === 'string')
          throw Object.assign(new Error(answer), {
            statusCode: status,
            responseHeaders: said,
            responseBody: text,
          })
        return { ...answer, quietMs: quietMs(said) }
      } catch (error) {
        throw readFailure(error, place.id, key) ?? error
      }
    },
  }
}

// ---- asking

function bodyOf({ id, model, provider }: ModelPlace, settings: ModelSettings, ask: ModelAsk): object {
  const { maxOutputTokens, temperature, seed, reasoning } = settings
  // Some providers take no conversation that the model itself begins.
  const begins =
    ask.messages[0]?.role === 'user' ? [] : [{ role: 'user', content: '(the conversation begins)' }]
  const tools = ask.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
  return {
    model,
    max_tokens: maxOutputTokens,
    temperature,
    seed,
    reasoning_effort: reasoning,
    messages: [
      { role: 'system', content: ask.system },
      ...begins,
      ...ask.messages.map((said) => messageOf(said, id)),
    ],
    ...(tools.length === 0 ? {} : { tools, tool_choice: 'auto' }),
    // OpenRouter tells what a call cost where it is asked to; others would refuse a key they do not know.
    ...(provider === 'openrouter' ? { usage: { include: true } } : {}),
  }
}

function messageOf(said: ToolTalk, by: string): object {
  switch (said.role) {
    case 'user':
    case 'assistant':
      return { role: said.role, content: said.content }
    case 'result':
      return { role: 'tool', tool_call_id: said.id, content: JSON.stringify(said.output) }
    case 'calls': {
      const { text, calls, kept } = said
      // What this provider gave is handed back as it came; what another gave means nothing to it.
      if (kept?.by === by && isJsonObject(kept.parts)) return { role: 'assistant', ...kept.parts }
      const written = calls.map(({ id, tool, input }) => calledAs(id, tool, input))
      const none = written.length === 0
      return {
        role: 'assistant',
        content: text === '' && !none ? null : text,
        ...(none ? {} : { tool_calls: written }),
      }
    }
  }
}

const calledAs = (id: string, name: string, input: Json): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(objectOf(input)) },
})

// ---- reading

const Words = z.string().nullish()
const Count = z.number().nullish()
const Part = z.looseObject({ type: z.string(), text: Words })
const Call = z.object({
  id: Words,
  function: z.object({ name: z.string(), arguments: z.string() }),
  extra_content: z.json().optional(),
})
const Message = z.object({
  content: z.union([z.string(), z.array(Part)]).nullish(),
  reasoning_content: Words,
  reasoning: Words,
  tool_calls: z.array(Call).nullish(),
})
const Usage = z.object({
  prompt_tokens: Count,
  completion_tokens: Count,
  prompt_tokens_details: z.object({ cached_tokens: Count }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: Count }).nullish(),
  cost: z.unknown().optional(),
})
const Completion = z.object({
  choices: z.array(z.object({ message: Message, finish_reason: Words })).min(1),
  usage: Usage.nullish(),
})

/** A sentence: why this answer cannot be used. */
function read(text: string, by: string): Omit<ModelAnswer, 'quietMs'> | string {
  const whole = inputOf(text)
  if (typeof whole === 'string') return 'The answer is not JSON.'
  const { choices: [choice] = [], usage } = Completion.safeParse(whole).data ?? {}
  if (choice === undefined) return 'The answer does not have the form of a chat completion.'
  const { content, tool_calls, reasoning_content, reasoning } = choice.message
  const said = (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []))
    .map((part) => (part.type === 'text' ? (part.text ?? '') : ''))
    .join('')
  const called = (tool_calls ?? []).map(({ id, function: { name, arguments: written }, extra_content }) => ({
    // Results are matched to calls by it: a server that gives none gets one of ours.
    call: { id: id ?? randomUUID(), tool: name, input: inputOf(written) } satisfies ModelCall,
    extra_content,
  }))
  const thought = reasoning_content ?? reasoning ?? ''
  const isSpecial =
    thought !== '' || Array.isArray(content) || called.some((one) => one.extra_content !== undefined)
  const kept: KeptParts = {
    by,
    parts: {
      content: content === undefined || content === '' ? null : (content as Json),
      ...(thought === '' ? {} : { reasoning_content: thought }),
      ...(called.length === 0
        ? {}
        : {
            tool_calls: called.map(({ call: { id, tool, input }, extra_content: extra }) => ({
              ...calledAs(id, tool, input),
              ...(extra === undefined ? {} : { extra_content: extra }),
            })),
          }),
    },
  }
  return {
    reply: {
      text: withoutThoughts(said),
      calls: called.map(({ call }) => call),
      stopped: STOPPED.get(choice.finish_reason) ?? 'other',
      usage: {
        inputTokens: usage?.prompt_tokens ?? 0,
        outputTokens: usage?.completion_tokens ?? 0,
        cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
        reasoningTokens: usage?.completion_tokens_details?.reasoning_tokens ?? 0,
      },
      ...(isSpecial ? { kept } : {}),
    },
    usd: typeof usage?.cost === 'number' ? usage.cost : null,
  }
}

/** Some servers leave a model's thoughts in its text; they are not said to anybody. */
const withoutThoughts = (text: string): string => text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '')

const STOPPED = new Map<string | null | undefined, Stopped>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'calls'],
  ['function_call', 'calls'],
  ['content_filter', 'refusal'],
])
