import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { afterEach, describe, expect, test } from 'vitest'
import type { ModelSettings, ModelWatch, ToolModel } from '../src/models/chat-model.ts'
import { ModelFailed } from '../src/models/model-failed.ts'
import { openModels } from '../src/models/providers/open-models.ts'
import { type ModelServer, openModelServer } from './model-server/model-server.ts'
import { inTurn, type Script } from './model-server/scripted.ts'

/** What goes over the wire and what is read off it, provider by provider. */
let server: ModelServer | undefined
afterEach(() => server?.close())

type Used = Parameters<ModelWatch['used']>[0]
const KEYS = {
  OPENAI_API_KEY: 'key-o',
  ANTHROPIC_API_KEY: 'key-a',
  GEMINI_API_KEY: 'key-g',
  OPENROUTER_API_KEY: 'key-r',
}

async function modelOver(script: Script, spec: string, settings: ModelSettings = {}) {
  server = await openModelServer(script)
  const used: Used[] = []
  const watch = { used: (use: Used) => used.push(use), retried: () => undefined }
  const models = openModels({ env: KEYS, policy: { firstWaitMs: 1 } })
  const model: ToolModel = models(spec, { baseUrl: server.url, ...settings }, watch)
  const sent = (nth = 0) => JSON.parse(server?.asked[nth]?.raw ?? 'null')
  return { model, used, sent, server }
}

const HELLO = { system: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hello?' }], tools: [] }
const TOOL = {
  name: 'look',
  description: 'Look.',
  parameters: { type: 'object', properties: { id: { type: 'string' } } },
}
const SPECS = ['openai:small', 'openrouter:small', 'anthropic:small', 'google:small'] as const

describe('each provider', () => {
  test.each(SPECS)('%s: key in its place, text and usage read', async (spec) => {
    const usage = { input: 100, output: 20, cached: 60, reasoning: 7, cost: 0.5 }
    const { model, used, server: at } = await modelOver(() => ({ text: 'Yes.', usage }), spec)
    expect(await model.step(HELLO)).toMatchObject({ text: 'Yes.', calls: [], stopped: 'stop' })
    const reasoningTokens = spec === 'anthropic:small' ? 0 : 7
    expect(used[0]?.usage).toMatchObject({ inputTokens: 100, cachedTokens: 60, reasoningTokens })
    expect(used[0]?.usd).toBe(spec === 'openrouter:small' ? 0.5 : null)
    const [asked] = at.asked
    const places = ['authorization', 'x-api-key', 'x-goog-api-key'].map((name) => asked?.headers[name])
    expect(places.join()).toMatch(/key-[oarg]/)
    expect(asked?.system).toBe('Be brief.')
  })

  test.each(SPECS)('%s: tools, several calls at once, results back', async (spec) => {
    const calls = [
      { tool: 'look', input: { id: 'a' } },
      { tool: 'look', input: { id: 'b' } },
    ]
    const { model, server: at } = await modelOver(
      inTurn({ text: 'One moment.', calls }, { text: 'Found.' }),
      spec,
    )
    const first = await model.step({ ...HELLO, tools: [TOOL] })
    expect(first).toMatchObject({ text: 'One moment.', stopped: 'calls' })
    expect(first.calls.map(({ tool, input }) => [tool, input])).toEqual([
      ['look', { id: 'a' }],
      ['look', { id: 'b' }],
    ])
    const results = first.calls.map(({ id, tool }, index) => ({
      role: 'result' as const,
      id,
      tool,
      output: { found: index },
      ok: index === 0,
    }))
    const talk = [
      ...HELLO.messages,
      { role: 'calls' as const, text: first.text, calls: first.calls },
      ...results,
    ]
    expect((await model.step({ ...HELLO, messages: talk, tools: [TOOL] })).text).toBe('Found.')
    const [user, assistant, ...rest] = at.asked[1]?.messages ?? []
    expect(user).toEqual({ role: 'user', text: 'Hello?' })
    expect(assistant).toMatchObject({
      role: 'assistant',
      text: 'One moment.',
      calls: [{ tool: 'look' }, { tool: 'look' }],
    })
    expect(rest.map((one) => one.role)).toEqual(['result', 'result'])
    expect(JSON.stringify(rest)).toContain('found')
    expect(at.asked.map(({ tools }) => tools)).toEqual([['look'], ['look']])
  })

  test.each(SPECS)(
    '%s: arguments that are no JSON arrive as they are, and can be told back',
    async (spec) => {
      if (spec === 'google:small' || spec === 'anthropic:small') return // these two send objects, never text
      const { model } = await modelOver(
        inTurn({ calls: [{ tool: 'look', raw: '{"id": a' }] }, { text: 'Sorry.' }),
        spec,
      )
      const { calls, text } = await model.step({ ...HELLO, tools: [TOOL] })
      expect(calls[0]?.input).toBe('{"id": a')
      const failed = calls.map(({ id, tool }) => ({
        role: 'result' as const,
        id,
        tool,
        output: { error: 'x' },
        ok: false,
      }))
      const talk = [...HELLO.messages, { role: 'calls' as const, text, calls }, ...failed]
      expect((await model.step({ ...HELLO, messages: talk, tools: [TOOL] })).text).toBe('Sorry.')
    },
  )
})

describe('settings in the words of each provider', () => {
  const SETTINGS: ModelSettings = { temperature: 0.5, seed: 3, maxOutputTokens: 5_000, reasoning: 'low' }
  test.each([
    ['openai:o4-mini', { seed: 3, max_completion_tokens: 5_000, reasoning_effort: 'low' }],
    [
      'openrouter:small',
      { temperature: 0.5, seed: 3, max_tokens: 5_000, reasoning_effort: 'low', usage: { include: true } },
    ],
    ['anthropic:small', { thinking: { type: 'enabled', budget_tokens: 2_048 } }],
    [
      'google:small',
      {
        generationConfig: {
          temperature: 0.5,
          seed: 3,
          maxOutputTokens: 5_000,
          thinkingConfig: { thinkingBudget: 2_048 },
        },
      },
    ],
  ])('%s', async (spec, body) => {
    const { model, sent } = await modelOver(() => ({ text: 'Yes.' }), spec, SETTINGS)
    await model.step(HELLO)
    expect(sent()).toMatchObject(body)
  })

  test('what was not said is not sent', async () => {
    const { model, sent } = await modelOver(() => ({ text: 'Yes.' }), 'ollama:small')
    await model.step(HELLO)
    expect(Object.keys(sent()).sort()).toEqual(['messages', 'model'])
  })

  test('Anthropic is asked to cache the system text', async () => {
    const { model, sent } = await modelOver(() => ({ text: 'Yes.' }), 'anthropic:small')
    await model.step(HELLO)
    expect(sent().system).toEqual([{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }])
  })
})

test.each(SPECS)('%s: a conversation that the model began', async (spec) => {
  const { model } = await modelOver(() => ({ text: 'Yes.' }), spec)
  const messages = [
    { role: 'assistant' as const, content: 'My kettle broke.' },
    { role: 'user' as const, content: 'Which one?' },
  ]
  expect((await model.complete({ system: 'You are the customer.', messages })).text).toBe('Yes.')
})

test('signed thoughts go back with the calls they led to', async () => {
  const thought = { text: 'Let me look.', signature: 'signed-1' }
  const script = inTurn({ thought, calls: [{ tool: 'look', input: { id: 'a' } }] }, { text: 'Found.' })
  const { model, sent } = await modelOver(script, 'anthropic:small', { reasoning: 'low' })
  const { text, calls, kept } = await model.step({ ...HELLO, tools: [TOOL] })
  const result = { role: 'result' as const, id: calls[0]?.id ?? '', tool: 'look', output: {}, ok: true }
  const called = { role: 'calls' as const, text, calls, ...(kept === undefined ? {} : { kept }) }
  await model.step({ ...HELLO, messages: [...HELLO.messages, called, result], tools: [TOOL] })
  expect(sent(1).messages[1].content[0]).toEqual({
    type: 'thinking',
    thinking: 'Let me look.',
    signature: 'signed-1',
  })
})

test('thoughts that a server leaves in the text are not said', async () => {
  const { model } = await modelOver(() => ({ text: '<think>Do I refund?</think>\n\nHello!' }), 'vllm:small')
  expect((await model.step(HELLO)).text).toBe('Hello!')
})

describe('what a failure says', () => {
  const failing = async (status: number, body: Parameters<typeof JSON.stringify>[0]) => {
    const { model } = await modelOver(() => ({ fault: { kind: 'status', status, body } }), 'openrouter:small')
    return model.step(HELLO).catch((error: unknown) => error)
  }

  test.each([
    [401, 'key-refused'],
    [402, 'out-of-credit'],
    [403, 'key-refused'],
    [404, 'model-unknown'],
    [413, 'request-refused'],
    [422, 'request-refused'],
  ])('%i is %s', async (status, code) => {
    expect(await failing(status, { error: { message: 'no' } })).toMatchObject({ code, failure: { status } })
  })

  test('a quota that is used up is no rate limit', async () => {
    const error = { message: 'You exceeded your current quota', code: 'insufficient_quota', type: 'x' }
    expect(await failing(429, { error })).toMatchObject({ code: 'out-of-credit' })
  })

  test('a gateway that answers 200 with a status in the body', async () => {
    expect(await failing(200, { error: { code: 402, message: 'Insufficient credits' } })).toMatchObject({
      code: 'out-of-credit',
    })
  })

  test('the provider’s words are passed on, the key is not', async () => {
    const error = await failing(401, {
      error: { message: `Bad key key-r for this project ${'x'.repeat(1000)}` },
    })
    if (!(error instanceof ModelFailed)) throw error
    expect(error.message).toMatch(
      /^openrouter:small: key-refused \(HTTP 401: Bad key \*\*\* for this project x+/,
    )
    expect(error.message.length).toBeLessThan(400)
  })
})

test('a provider that takes three at once is soon asked by few at once, and everybody is answered', async () => {
  let open = 0
  const script: Script = async () => {
    if (open >= 3) return { fault: { kind: 'status', status: 429, headers: { 'retry-after-ms': '5' } } }
    open += 1
    await new Promise((resolve) => setTimeout(resolve, 3))
    open -= 1
    return { text: 'Yes.' }
  }
  const { model, server: at } = await modelOver(script, 'openrouter:small')
  const all = await Promise.all(Array.from({ length: 60 }, () => model.step(HELLO)))
  expect(all.every(({ text }) => text === 'Yes.')).toBe(true)
  // Without backing off, nearly everybody would be refused again and again.
  expect(at.asked.length).toBeLessThan(60 * 5)
})

describe('the scripted server streams as the SDK reads it', () => {
  const streamed = async (model: ReturnType<ReturnType<typeof createAnthropic>>): Promise<string> => {
    const { stream } = await model.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello?' }] }],
    })
    const seen: string[] = []
    for await (const part of stream) {
      if (part.type === 'text-delta') seen.push(part.delta)
      if (part.type === 'tool-call') seen.push(`[${part.toolName} ${part.input}]`)
      if (part.type === 'finish') seen.push(`<${part.finishReason.unified}>`)
    }
    return seen.join('')
  }
  const SCRIPT = () => ({ text: 'One moment, please. ', calls: [{ tool: 'look', input: { id: 'a' } }] })

  test.each([
    ['OpenAI', (baseURL: string) => createOpenAICompatible({ name: 'x', baseURL }).chatModel('small')],
    ['Anthropic', (baseURL: string) => createAnthropic({ apiKey: 'k', baseURL })('small')],
  ])('%s', async (_name, open) => {
    server = await openModelServer(SCRIPT)
    expect(await streamed(open(server.url))).toBe('One moment, please. [look {"id":"a"}]<tool-calls>')
  })
})
