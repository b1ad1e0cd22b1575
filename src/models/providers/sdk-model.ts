import { isJsonObject, type Json } from '../../base/values/json.ts'
import type {
  ChatUsage,
  KeptParts,
  ModelCall,
  ModelSettings,
  Stopped,
  ToolReply,
  ToolTalk,
} from '../chat-model.ts'
import type { BareModel, ModelAnswer, ModelAsk } from '../retrying-model.ts'
import { inputOf, objectOf } from './arguments.ts'
import { type LanguageModel, loadSdk, type SdkParts, type SdkPlace } from './load-sdk.ts'
import { quietMs } from './rate-limit-headers.ts'
import { readFailure } from './read-failure.ts'
import { settingsFor } from './settings-for.ts'

/**
 * One model of one provider through the AI SDK. In: a system text, a conversation, tools. Out: text, calls, usage. One
 * try and no memory, but for the parts a provider wants to see again (`kept`).
 */
export function sdkModel(place: SdkPlace, settings: ModelSettings, parts: SdkParts): BareModel {
  const passed = settingsFor(place, settings)
  let loading: Promise<LanguageModel> | undefined
  return {
    id: place.id,
    ask: async (request) => {
      loading ??= loadSdk(place, parts)
      const model = await loading
      try {
        return answerOf(await model.doGenerate({ ...passed, ...optionsFor(place, request) }), place)
      } catch (error) {
        throw readFailure(error, place.id, parts.key) ?? error
      }
    },
  }
}

type Options = Parameters<LanguageModel['doGenerate']>[0]
type Result = Awaited<ReturnType<LanguageModel['doGenerate']>>
type Message = Options['prompt'][number]
type AssistantPart = Extract<Message, { role: 'assistant' }>['content'][number]
type FunctionTool = Extract<NonNullable<Options['tools']>[number], { type: 'function' }>

// ---- asking

function optionsFor(place: SdkPlace, { system, messages, tools, schema, signal }: ModelAsk): Options {
  const asksJson = schema !== undefined && (place.kind === 'openai' || place.kind === 'google')
  return {
    prompt: [systemMessage(system), ...promptOf(messages, place.id)],
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf), toolChoice: { type: 'auto' } }),
    // Others refuse the setting where they do not know it; every caller asks for JSON in words, too, and checks.
    ...(asksJson ? { responseFormat: { type: 'json' } } : {}),
    ...(signal === undefined ? {} : { abortSignal: signal }),
  }
}

/** The SOP is sent with every call: marked so that a provider that caches on request does. */
const systemMessage = (content: string): Message => ({
  role: 'system',
  content,
  providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
})

const toolOf = ({ name, description, parameters }: ModelAsk['tools'][number]): FunctionTool => ({
  type: 'function',
  name,
  description,
  inputSchema: parameters as FunctionTool['inputSchema'],
})

function promptOf(talk: readonly ToolTalk[], by: string): readonly Message[] {
  // Some providers take no conversation that the model itself begins.
  const begins =
    talk[0]?.role === 'user' ? [] : [{ role: 'user' as const, content: '(the conversation begins)' }]
  const prompt: Message[] = []
  for (const said of [...begins, ...talk]) {
    const last = prompt.at(-1)
    if (said.role === 'calls') prompt.push({ role: 'assistant', content: callParts(said, by) })
    else if (said.role !== 'result')
      prompt.push({ role: said.role, content: [{ type: 'text', text: said.content }] })
    else if (last?.role === 'tool') last.content.push(resultPart(said))
    else prompt.push({ role: 'tool', content: [resultPart(said)] })
  }
  return prompt
}

/** Parts that this provider gave are handed back as they came; those of another mean nothing to it. */
function callParts({ text, calls, kept }: Extract<ToolTalk, { role: 'calls' }>, by: string): AssistantPart[] {
  if (kept?.by === by && isParts(kept.parts)) return [...kept.parts]
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...calls.map(({ id, tool, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: tool,
      input: objectOf(input),
    })),
  ]
}

/** Kept parts may have been in a store meanwhile. */
const isParts = (parts: Json | readonly AssistantPart[]): parts is readonly AssistantPart[] =>
  Array.isArray(parts) &&
  parts.every((part) => isJsonObject(part) && /^(text|reasoning|tool-call)$/.test(String(part['type'])))

type ResultPart = Extract<Extract<Message, { role: 'tool' }>['content'][number], { type: 'tool-result' }>

const resultPart = ({ id, tool, output, ok }: Extract<ToolTalk, { role: 'result' }>): ResultPart => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: tool,
  output: {
    type: ok ? 'json' : 'error-json',
    value: output as Extract<ResultPart['output'], { type: 'json' }>['value'],
  },
})

// ---- reading

function answerOf(result: Result, place: SdkPlace): ModelAnswer {
  const texts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const calls = result.content.flatMap((part): readonly ModelCall[] =>
    part.type === 'tool-call' && part.providerExecuted !== true
      ? [{ id: part.toolCallId, tool: part.toolName, input: inputOf(part.input) }]
      : [],
  )
  const kept = keep(result, place)
  const reply: ToolReply = {
    text: texts.join(''),
    calls,
    stopped: stoppedBy(result.finishReason.unified),
    usage: usageOf(result.usage),
    ...(kept === undefined ? {} : { kept }),
  }
  return { reply, usd: null, quietMs: quietMs(result.response?.headers ?? {}) }
}

/** Only where there is something a rebuilt conversation would lack: thoughts, or signatures on parts. */
function keep(result: Result, { id: by }: SdkPlace): KeptParts | undefined {
  const special = result.content.some((part) => part.type === 'reasoning' || 'providerMetadata' in part)
  if (!special) return undefined
  const parts = result.content.flatMap((part): AssistantPart[] => {
    if (part.type !== 'text' && part.type !== 'reasoning' && part.type !== 'tool-call') return []
    const signed = part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata }
    if (part.type !== 'tool-call') return [{ type: part.type, text: part.text, ...signed }]
    const { toolCallId, toolName } = part
    return [{ type: 'tool-call', toolCallId, toolName, input: objectOf(inputOf(part.input)), ...signed }]
  })
  return { by, parts: jsonOf(parts) }
}

/** The same without its absent members. */
const jsonOf = (parts: readonly AssistantPart[]): Json => JSON.parse(JSON.stringify(parts))

function stoppedBy(reason: Result['finishReason']['unified']): Stopped {
  switch (reason) {
    case 'stop':
      return 'stop'
    case 'tool-calls':
      return 'calls'
    case 'length':
      return 'length'
    case 'content-filter':
      return 'refusal'
    default:
      return 'other'
  }
}

const usageOf = ({ inputTokens, outputTokens }: Result['usage']): ChatUsage => ({
  inputTokens: inputTokens.total ?? 0,
  outputTokens: outputTokens.total ?? 0,
  cachedTokens: inputTokens.cacheRead ?? 0,
  reasoningTokens: outputTokens.reasoning ?? 0,
})
