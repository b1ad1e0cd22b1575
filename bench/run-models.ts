import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type ModelMessage, type ToolSet } from 'ai'
import { openModels } from '../src/models/providers/open-models.ts'
import { findPack } from '../src/runner/files/find-pack.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import { readTranscript } from '../src/transcript/read-transcript.ts'
import { toolSpecs } from '../src/world/call.ts'
import { type BenchRun, benchRun } from './run-request.ts'

/**
 * Conversations of a model over HTTP: a whole run of ours (customers, desk, every event durable before the next call, scored,
 * stored) beside a bare loop of the AI SDK, and of fetch, that makes the same calls with the same history, as many at once.
 */
export type ModelsMeasured = {
  readonly ratio: number
  readonly ours_seconds: number
  readonly sdk_seconds: number
  readonly fetch_seconds: number
  readonly conversations: number
  readonly calls: number
}

type Call = {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
}
type Talk = readonly Call[]
type Desk = { readonly system: string; readonly tools: ToolSet; readonly onWire: readonly object[] }

export async function benchModels(
  url: string,
  how: { readonly atOnce: number; readonly conversations: number },
): Promise<ModelsMeasured> {
  const desk = await deskOf('lunchbox')
  const cases = 12
  const providers = { mine: { baseUrl: url, keyEnv: null } }
  const models = openModels({ env: {}, providers })
  const flags = {
    suite: 'smoke',
    pack: ['lunchbox'],
    agent: ['oracle'],
    trials: Math.ceil(how.conversations / cases),
    concurrency: how.atOnce,
    protocol: 'observed' as const,
  }
  const { ours, talks } = await benchRun(
    flags,
    { request: asModel(providers), outside: { models } },
    async (run) => ({
      ours: run.seconds,
      talks: await talksOf(run),
    }),
  )
  const sdk = await timed(talks, how.atOnce, sdkCall(url, desk))
  const bare = await timed(talks, how.atOnce, fetchCall(url, desk))
  return {
    ratio: ours / sdk,
    ours_seconds: ours,
    sdk_seconds: sdk,
    fetch_seconds: bare,
    conversations: talks.length,
    calls: talks.reduce((sum, talk) => sum + talk.length, 0),
  }
}

const asModel = (providers: BenchRun['request']['providers']): Partial<BenchRun['request']> => ({
  providers,
  agents: [
    {
      id: 'small',
      kind: 'model',
      protocol: 'observed',
      target: ['mine:small'],
      sop: 'prompt',
      tools: 'ours',
      model: {},
    },
  ],
})

/** Every model call of every stored conversation, with what had been said by then. */
async function talksOf({ request, result }: BenchRun): Promise<readonly Talk[]> {
  const store = await openSqliteStore(request.store)
  const talks: Talk[] = []
  for await (const { transcript } of store.trials(result.run)) {
    const said: Call['messages'][number][] = []
    const calls: Call[] = []
    for (const event of readTranscript(transcript).events) {
      if (event.type === 'usage.recorded') calls.push({ messages: [...said] })
      if (event.type === 'message.sent')
        said.push({ role: event.from === 'customer' ? 'user' : 'assistant', content: event.text })
    }
    talks.push(calls)
  }
  await store.close()
  return talks
}

async function timed(
  talks: readonly Talk[],
  atOnce: number,
  call: (made: Call) => Promise<unknown>,
): Promise<number> {
  const queue = talks[Symbol.iterator]()
  const from = performance.now()
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next())
      for (const made of next.value) await call(made)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return (performance.now() - from) / 1000
}

function sdkCall(url: string, { system, tools }: Desk): (made: Call) => Promise<unknown> {
  const model = createOpenAICompatible({ name: 'mine', baseURL: url }).chatModel('small')
  return ({ messages }) =>
    generateText({ model, system, messages: messages as ModelMessage[], tools, maxRetries: 0 })
}

const fetchCall =
  (url: string, { system, onWire }: Desk): ((made: Call) => Promise<unknown>) =>
  async ({ messages }) => {
    const answer = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'small',
        messages: [{ role: 'system', content: system }, ...messages],
        tools: onWire,
      }),
    })
    return answer.json()
  }

async function deskOf(id: string): Promise<Desk> {
  const pack = await loadPack(findPack(id, packageRoot())?.dir ?? '')
  const specs = toolSpecs(pack.world)
  return {
    system: pack.graph.sop.text,
    tools: Object.fromEntries(
      specs.map(({ name, description, parameters }) => [
        name,
        { description, inputSchema: jsonSchema(parameters) },
      ]),
    ),
    onWire: specs.map((each) => ({ type: 'function', function: each })),
  }
}
