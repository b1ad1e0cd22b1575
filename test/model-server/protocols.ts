import { z } from 'zod'
import type { Json } from '../../src/base/values/json.ts'
import type { Asked, AskedMessage, Scripted } from './scripted.ts'

/** The protocols, as far as a client of ours speaks them: reading requests, writing answers whole or as a stream. */
type Read = Pick<Asked, 'model' | 'system' | 'messages' | 'tools' | 'stream'>
/** the request an answer is for */
type About = Pick<Asked, 'model' | 'nth'>
type Event = { readonly event?: string; readonly data: Json | '[DONE]' }
export type Protocol = {
  readonly read: (body: unknown, address: string) => Read
  readonly whole: (answer: Scripted, about: About) => Json
  readonly pieces: (answer: Scripted, about: About) => readonly Event[]
}

const jsonOf = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
const rawOf = (call: { readonly input?: Json; readonly raw?: string }): string =>
  call.raw ?? JSON.stringify(call.input ?? {})
const callsOf = (answer: Scripted, nth: number) =>
  (answer.calls ?? []).map((call, index) => ({ ...call, id: call.id ?? `call_${nth}_${index}` }))

// ---- OpenAI chat completions

const TextContent = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  z.null(),
])
const plain = (content: z.infer<typeof TextContent> | undefined): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('')

const OpenAiBody = z.looseObject({
  model: z.string(),
  messages: z.array(
    z.looseObject({
      role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
      content: TextContent.optional(),
      tool_call_id: z.string().optional(),
      tool_calls: z
        .array(
          z.looseObject({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }),
        )
        .optional(),
    }),
  ),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
  stream: z.boolean().optional(),
})

export const openai: Protocol = {
  read: (body) => {
    const { model, messages, tools = [], stream = false } = OpenAiBody.parse(body)
    const isSystem = (role: string) => role === 'system' || role === 'developer'
    return {
      model,
      system: messages
        .filter(({ role }) => isSystem(role))
        .map(({ content }) => plain(content))
        .join('\n'),
      messages: messages
        .filter(({ role }) => !isSystem(role))
        .map(({ role, content, tool_call_id: id, tool_calls: calls = [] }): AskedMessage => {
          if (role === 'tool') return { role: 'result', id: id ?? '', content: plain(content) }
          if (role !== 'assistant') return { role: 'user', text: plain(content) }
          return {
            role,
            text: plain(content),
            calls: calls.map((call) => ({
              id: call.id,
              tool: call.function.name,
              input: jsonOf(call.function.arguments),
            })),
          }
        }),
      tools: tools.map((tool) => tool.function.name),
      stream,
    }
  },
  whole: (answer, { model, nth }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answer.text ?? null, ...openaiCalls(answer, nth) },
        finish_reason: openaiReason(answer),
      },
    ],
    usage: openaiUsage(answer),
  }),
  pieces: (answer, { model, nth }) => {
    const chunk = (delta: Json, reason: string | null): Event => ({
      data: {
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices: [{ index: 0, delta, finish_reason: reason }],
      },
    })
    return [
      chunk({ role: 'assistant', content: '' }, null),
      ...(answer.text ?? '').split(/(?<= )/).map((word) => chunk({ content: word }, null)),
      ...callsOf(answer, nth).map((call, index) =>
        chunk(
          {
            tool_calls: [
              { index, id: call.id, type: 'function', function: { name: call.tool, arguments: rawOf(call) } },
            ],
          },
          null,
        ),
      ),
      chunk({}, openaiReason(answer)),
      {
        data: {
          id: 'chatcmpl-1',
          object: 'chat.completion.chunk',
          created: 1,
          model,
          choices: [],
          usage: openaiUsage(answer),
        },
      },
      { data: '[DONE]' },
    ]
  },
}

const openaiCalls = (answer: Scripted, nth: number): { tool_calls?: Json } =>
  callsOf(answer, nth).length === 0
    ? {}
    : {
        tool_calls: callsOf(answer, nth).map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.tool, arguments: rawOf(call) },
        })),
      }

const OPENAI_REASONS = {
  stop: 'stop',
  calls: 'tool_calls',
  length: 'length',
  refusal: 'content_filter',
} as const
const stoppedOf = (answer: Scripted) => answer.stopped ?? ((answer.calls ?? []).length > 0 ? 'calls' : 'stop')
const openaiReason = (answer: Scripted): string => OPENAI_REASONS[stoppedOf(answer)]
const openaiUsage = ({ usage = {} }: Scripted): Json => ({
  prompt_tokens: usage.input ?? 10,
  completion_tokens: usage.output ?? 5,
  total_tokens: (usage.input ?? 10) + (usage.output ?? 5),
  prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
  completion_tokens_details: { reasoning_tokens: usage.reasoning ?? 0 },
  ...(usage.cost === undefined ? {} : { cost: usage.cost }),
})

// ---- Anthropic messages

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.json().optional(),
  tool_use_id: z.string().optional(),
  content: TextContent.optional(),
})
const AnthropicBody = z.looseObject({
  model: z.string(),
  system: TextContent.optional(),
  messages: z.array(
    z.object({ role: z.enum(['user', 'assistant']), content: z.union([z.string(), z.array(Block)]) }),
  ),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
  stream: z.boolean().optional(),
})

export const anthropic: Protocol = {
  read: (body) => {
    const { model, system, messages, tools = [], stream = false } = AnthropicBody.parse(body)
    if (messages[0]?.role !== 'user') throw new TypeError('messages: first message must use the "user" role')
    return {
      model,
      system: plain(system),
      messages: messages.flatMap(({ role, content }): AskedMessage[] => {
        const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
        const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])).join('')
        if (role === 'assistant') {
          const calls = blocks.flatMap((block) =>
            block.type === 'tool_use'
              ? [
                  {
                    id: String(block['id']),
                    tool: String(block['name']),
                    input: jsonOf(JSON.stringify(block['input'])),
                  },
                ]
              : [],
          )
          return [{ role, text, calls }]
        }
        const results = blocks.flatMap((block): AskedMessage[] =>
          block.type === 'tool_result'
            ? [
                {
                  role: 'result',
                  id: String(block['tool_use_id']),
                  content: plain(TextContent.parse(block['content'] ?? '')),
                },
              ]
            : [],
        )
        return [...results, ...(text === '' ? [] : [{ role: 'user' as const, text }])]
      }),
      tools: tools.map(({ name }) => name),
      stream,
    }
  },
  whole: (answer, { model, nth }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: anthropicBlocks(answer, nth),
    stop_reason: ANTHROPIC_REASONS[stoppedOf(answer)],
    stop_sequence: null,
    usage: anthropicUsage(answer),
  }),
  pieces: (answer, { model, nth }) => {
    const named = (event: string, data: { readonly [key: string]: Json }): Event => ({
      event,
      data: { type: event, ...data },
    })
    const start = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: anthropicUsage(answer),
    }
    const texts = answer.text === undefined ? [] : [answer.text]
    return [
      named('message_start', { message: start }),
      ...texts.flatMap((text) => [
        named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        ...text
          .split(/(?<= )/)
          .map((word) =>
            named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: word } }),
          ),
        named('content_block_stop', { index: 0 }),
      ]),
      ...callsOf(answer, nth).flatMap((call, at) => {
        const index = at + texts.length
        return [
          named('content_block_start', {
            index,
            content_block: { type: 'tool_use', id: call.id, name: call.tool, input: {} },
          }),
          named('content_block_delta', {
            index,
            delta: { type: 'input_json_delta', partial_json: rawOf(call) },
          }),
          named('content_block_stop', { index }),
        ]
      }),
      named('message_delta', {
        delta: { stop_reason: ANTHROPIC_REASONS[stoppedOf(answer)], stop_sequence: null },
        usage: { output_tokens: answer.usage?.output ?? 5 },
      }),
      named('message_stop', {}),
    ]
  },
}

const ANTHROPIC_REASONS = {
  stop: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
} as const
const anthropicBlocks = (answer: Scripted, nth: number): Json[] => [
  ...(answer.thought === undefined
    ? []
    : [{ type: 'thinking', thinking: answer.thought.text, signature: answer.thought.signature }]),
  ...(answer.text === undefined ? [] : [{ type: 'text', text: answer.text }]),
  ...callsOf(answer, nth).map((call) => ({
    type: 'tool_use',
    id: call.id,
    name: call.tool,
    input: jsonOf(rawOf(call)),
  })),
]
const anthropicUsage = ({ usage = {} }: Scripted): Json => ({
  input_tokens: (usage.input ?? 10) - (usage.cached ?? 0),
  output_tokens: usage.output ?? 5,
  cache_read_input_tokens: usage.cached ?? 0,
  cache_creation_input_tokens: 0,
})

// ---- Google generateContent

const Part = z.looseObject({
  text: z.string().optional(),
  functionCall: z.looseObject({ name: z.string(), args: z.json().optional() }).optional(),
  functionResponse: z.looseObject({ name: z.string(), response: z.json() }).optional(),
})
const GoogleBody = z.looseObject({
  contents: z.array(z.looseObject({ role: z.enum(['user', 'model']), parts: z.array(Part) })),
  systemInstruction: z.looseObject({ parts: z.array(Part) }).optional(),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional() }))
    .optional(),
})
type GooglePart = z.infer<typeof Part>

export const google: Protocol = {
  read: (body, address) => {
    const { contents, systemInstruction, tools = [] } = GoogleBody.parse(body)
    // Its calls and results have no numbers: they belong together in their order.
    const count = { call: 0, result: 0 }
    return {
      model: /models\/([^:]+):/.exec(address)?.[1] ?? '',
      system: textIn(systemInstruction?.parts ?? []),
      messages: contents.flatMap(({ role, parts }) => googleMessages(role, parts, count)),
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
      stream: address.includes('streamGenerateContent'),
    }
  },
  whole: (answer) => ({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            ...(answer.text === undefined ? [] : [{ text: answer.text }]),
            ...(answer.calls ?? []).map((call) => ({
              functionCall: {
                name: call.tool,
                args: jsonOf(rawOf(call)),
                ...((answer.calls ?? []).some(({ id }) => id === call.id) ? { id: call.id } : {}),
              },
            })),
          ],
        },
        finishReason: GOOGLE_REASONS[stoppedOf(answer)],
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: answer.usage?.input ?? 10,
      candidatesTokenCount: answer.usage?.output ?? 5,
      cachedContentTokenCount: answer.usage?.cached ?? 0,
      thoughtsTokenCount: answer.usage?.reasoning ?? 0,
      totalTokenCount: (answer.usage?.input ?? 10) + (answer.usage?.output ?? 5),
    },
  }),
  pieces: (answer, about) => [{ data: google.whole(answer, about) }],
}

const GOOGLE_REASONS = { stop: 'STOP', calls: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' } as const
const textIn = (parts: readonly GooglePart[]): string => parts.map(({ text }) => text ?? '').join('')

function googleMessages(
  role: 'user' | 'model',
  parts: readonly GooglePart[],
  count: { call: number; result: number },
): AskedMessage[] {
  const text = textIn(parts)
  if (role === 'model') {
    const calls = parts.flatMap(({ functionCall }) =>
      functionCall === undefined
        ? []
        : [
            {
              id: `g${count.call++}`,
              tool: functionCall.name,
              input: jsonOf(JSON.stringify(functionCall.args ?? {})),
            },
          ],
    )
    return [{ role: 'assistant', text, calls }]
  }
  const results = parts.flatMap(({ functionResponse }): AskedMessage[] =>
    functionResponse === undefined
      ? []
      : [{ role: 'result', id: `g${count.result++}`, content: googleResult(functionResponse.response) }],
  )
  return [...results, ...(text === '' ? [] : [{ role: 'user' as const, text }])]
}

/** The SDK wraps results as {name, content}. */
function googleResult(response: unknown): string {
  const wrapped = z.looseObject({ content: z.json() }).safeParse(response)
  const content = wrapped.success ? wrapped.data.content : response
  return typeof content === 'string' ? content : JSON.stringify(content)
}
