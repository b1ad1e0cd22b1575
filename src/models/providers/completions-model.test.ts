import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../base/values/json.ts'
import type { ModelSettings, ToolTalk } from '../chat-model.ts'
import type { ModelPlace } from '../known-providers.ts'
import type { ModelAnswer, ModelAsk } from '../retrying-model.ts'
import { completionsModel } from './completions-model.ts'
import type { Pool, PostAnswer } from './pool.ts'
import { poolFetch } from './pool-fetch.ts'
import { sdkModel } from './sdk-model.ts'

/** The direct way beside the AI SDK's: the same bytes go out, and the same answers are read the same. */
const placeAt = (provider: string): ModelPlace => ({
  kind: 'compatible',
  provider,
  model: 'small',
  id: `${provider}:small`,
  baseUrl: 'http://model.test/v1/',
  keyEnv: [],
})

const OK: PostAnswer = { status: 200, headers: {}, text: '{"choices":[{"message":{"content":"Yes."}}]}' }

function bothWays(provider: string, settings: ModelSettings = {}, answer: PostAnswer = OK) {
  const sent: { readonly url: string; readonly body: string; readonly headers: object }[] = []
  const pool: Pool = {
    post: async (url, { body, headers }) => {
      sent.push({ url: url.href, body: Buffer.from(body ?? '').toString(), headers })
      return answer
    },
  }
  const key = 'key-x'
  return {
    sent,
    direct: completionsModel(placeAt(provider), settings, { key, pool }),
    sdk: sdkModel(placeAt(provider), settings, { key, fetch: poolFetch(pool) }),
  }
}

// ---- what goes out

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('"\\\n\u2028é😀'))
const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)))
const calls = fc.array(fc.record({ id: text, tool: text, input: json }), { maxLength: 3 })
const part = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'reasoning'), text }),
  fc.record({
    type: fc.constant('tool-call'),
    toolCallId: text,
    toolName: text,
    input: fc.constant({ a: 1 }),
  }),
)
const kept = fc.record({ by: fc.constantFrom('mine:small', 'other:small'), parts: fc.array(part) })
const talk: fc.Arbitrary<ToolTalk> = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'assistant'), content: text }),
  fc.record({ role: fc.constant('calls'), text, calls }),
  fc.record({ role: fc.constant('calls'), text, calls, kept }),
  fc.record({ role: fc.constant('result'), id: text, tool: text, output: json, ok: fc.boolean() }),
)
const tool = fc.record({ name: text, description: text, parameters: fc.constant({ type: 'object' }) })
const asks: fc.Arbitrary<ModelAsk> = fc.record({
  system: text,
  messages: fc.array(talk, { maxLength: 6 }),
  tools: fc.array(tool, { maxLength: 3 }),
})
const settings: fc.Arbitrary<ModelSettings> = fc.record(
  {
    temperature: fc.double({ min: 0, max: 2, noNaN: true }),
    seed: fc.nat(),
    maxOutputTokens: fc.nat(),
    reasoning: fc.constantFrom('none', 'low', 'medium', 'high'),
  },
  { requiredKeys: [] },
)

test('any request: the same bytes to the same address', async () => {
  const provider = fc.constantFrom('mine', 'openrouter')
  await fc.assert(
    fc.asyncProperty(
      provider,
      settings,
      fc.array(asks, { minLength: 1, maxLength: 3 }),
      async (name, how, all) => {
        const { sent, direct, sdk } = bothWays(name, how)
        // Several requests of one model: what was written before is written again only where it fits.
        for (const ask of all) {
          await direct.ask(ask)
          await sdk.ask(ask)
          const [ours, theirs] = sent.slice(-2)
          expect(ours?.body).toBe(theirs?.body)
          expect(ours?.url).toBe(theirs?.url)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test('the key goes out as the SDK sends it', async () => {
  const { sent, direct, sdk } = bothWays('mine')
  const ask = { system: 's', messages: [], tools: [] }
  await direct.ask(ask)
  await sdk.ask(ask)
  for (const { headers } of sent)
    expect(headers).toMatchObject({ authorization: 'Bearer key-x', 'content-type': 'application/json' })
})

test('a signature of Gemini goes back with its call', async () => {
  const call = {
    id: 'c1',
    function: { name: 'look', arguments: '{"id":"a"}' },
    extra_content: { google: { thought_signature: 'signed-1' } },
  }
  const answer = { ...OK, text: JSON.stringify({ choices: [{ message: { tool_calls: [call] } }] }) }
  const { sent, direct } = bothWays('mine', {}, answer)
  const { reply } = await direct.ask({ system: 's', messages: [], tools: [] })
  const again = { role: 'calls' as const, ...reply }
  await direct.ask({ system: 's', messages: [{ role: 'user', content: 'Hello?' }, again], tools: [] })
  expect(JSON.parse(sent[1]?.body ?? '').messages[2].tool_calls).toEqual([{ ...call, type: 'function' }])
})

// ---- what is read

const HELLO: ModelAsk = { system: 'Be brief.', messages: [{ role: 'user', content: 'Hello?' }], tools: [] }
const saying = (message: Json, rest: object = {}): Json => ({ choices: [{ message, ...rest }] })
const call = (rest: object): Json => saying({ content: null, tool_calls: [{ id: 'c1', ...rest }] })

const READ: readonly (readonly [string, Json])[] = [
  ['words', saying({ content: 'Yes.' }, { finish_reason: 'stop' })],
  ['nothing', saying({ content: '' }, { finish_reason: 'stop' })],
  ['no content', saying({ role: 'assistant' }, { finish_reason: 'content_filter' })],
  ['cut off', saying({ content: 'Ye' }, { finish_reason: 'length' })],
  ['another reason', saying({ content: 'Yes.' }, { finish_reason: 'tired' })],
  ['no reason', saying({ content: 'Yes.' }, { finish_reason: null })],
  ['thoughts in the text', saying({ content: '<think>Hm.</think>\n\nYes.' })],
  ['thoughts beside it', saying({ content: 'Yes.', reasoning_content: 'Hm.' })],
  ['thoughts under another name', saying({ content: 'Yes.', reasoning: 'Hm.' })],
  ['empty thoughts', saying({ content: 'Yes.', reasoning_content: '', reasoning: 'Hm.' })],
  [
    'words in parts',
    saying({
      content: [
        { type: 'text', text: 'Y' },
        { type: 'text', text: 'es.' },
      ],
    }),
  ],
  [
    'thoughts in parts',
    saying({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }, { type: 'x' }] },
        { type: 'text', text: 'Yes.' },
        { type: 'image', url: 'x' },
      ],
    }),
  ],
  ['a call', call({ type: 'function', function: { name: 'look', arguments: '{"id":"a"}' } })],
  ['a call without arguments', call({ function: { name: 'look', arguments: '' } })],
  ['a call with arguments that are no JSON', call({ function: { name: 'look', arguments: '{"id": a' } })],
  ['no calls', saying({ content: 'Yes.', tool_calls: null })],
  [
    'thoughts and a call',
    saying({
      content: 'One moment.',
      reasoning_content: 'Let me look.',
      tool_calls: [{ id: 'c1', function: { name: 'look', arguments: '[1]' } }],
    }),
  ],
  [
    'usage',
    {
      choices: [{ message: { content: 'Yes.' }, finish_reason: 'tool_calls' }],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 20,
        prompt_tokens_details: { cached_tokens: 60 },
        completion_tokens_details: { reasoning_tokens: 7 },
        cost: 0.5,
      },
    },
  ],
  ['usage of nothing', { choices: [{ message: { content: 'Yes.' } }], usage: null }],
  ['half a usage', { choices: [{ message: {} }], usage: { prompt_tokens: 3, prompt_tokens_details: null } }],
]

const REFUSED: readonly (readonly [string, Json])[] = [
  ['no object', 7],
  ['no choices', {}],
  ['an empty list of choices', { choices: [] }],
  ['choices that are none', { choices: 'x' }],
  ['no message', { choices: [{}] }],
  ['content that is none', saying({ content: 7 })],
  ['thoughts that are none', saying({ content: 'Yes.', reasoning_content: 7 })],
  ['calls that are none', saying({ tool_calls: 'x' })],
  ['a call without a name', call({ function: { arguments: '{}' } })],
  ['a call without arguments', call({ function: { name: 'look' } })],
  ['arguments that are no text', call({ function: { name: 'look', arguments: {} } })],
  ['a reason that is none', saying({ content: 'Yes.' }, { finish_reason: 7 })],
  ['usage that is none', { choices: [{ message: {} }], usage: 'x' }],
  ['tokens that are no number', { choices: [{ message: {} }], usage: { prompt_tokens: 'x' } }],
  ['an error with a status', { error: { code: 402, message: 'Insufficient credits' } }],
  ['an error without one', { error: { message: 'No.' } }],
]

const outcome = (answer: Promise<ModelAnswer>): Promise<unknown> =>
  answer.catch((error: unknown) => ({
    error,
    code: error instanceof Error && 'code' in error ? error.code : null,
  }))

describe('an answer is read as the SDK reads it', () => {
  const HEADERS = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '2s' }
  test.each(READ)('%s', async (_name, answer) => {
    const { direct, sdk } = bothWays('mine', {}, { ...OK, headers: HEADERS, text: JSON.stringify(answer) })
    const ours = await outcome(direct.ask(HELLO))
    expect(ours).toEqual(await outcome(sdk.ask(HELLO)))
    expect(ours).toMatchObject({ quietMs: 2_000 })
  })

  test.each(REFUSED)('%s cannot be used', async (_name, answer) => {
    const { direct, sdk } = bothWays('mine', {}, { ...OK, text: JSON.stringify(answer) })
    const { code: ours } = (await outcome(direct.ask(HELLO))) as { code: string }
    const { code: theirs } = (await outcome(sdk.ask(HELLO))) as { code: string }
    expect(ours).toBe(theirs)
    expect(ours).toMatch(/^(unreadable-answer|out-of-credit)$/)
  })

  test.each([
    [401, '{"error":{"message":"Bad key key-x"}}'],
    [402, ''],
    [404, '<html>'],
    [429, '{"error":{"message":"quota","code":"insufficient_quota"}}'],
    [429, '{"error":"slow down"}'],
    [500, '{"error":{"message":"oh"}}'],
    [400, '{"error":{"message":"prompt is too long"}}'],
    [200, '{"choices":[{"mess'],
    [204, ''],
  ])('HTTP %i %s', async (status, body) => {
    const answer = { status, headers: { 'retry-after': '3' }, text: body }
    const { direct, sdk } = bothWays('mine', {}, answer)
    const failure = (error: unknown) => error
    const ours = await direct.ask(HELLO).catch(failure)
    const theirs = await sdk.ask(HELLO).catch(failure)
    expect(ours).toMatchObject({ name: 'ModelFailed' })
    expect(ours).toEqual(theirs)
  })
})
