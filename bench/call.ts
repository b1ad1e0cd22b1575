import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type ModelMessage, type ToolSet } from 'ai'
import { Agent } from 'undici'
import { modelAgent } from '../src/conversation/agent/model-agent.ts'
import { systemText } from '../src/conversation/agent/model-prompt.ts'
import type { AgentView, Heard } from '../src/conversation/protocol/agent.ts'
import { openModels } from '../src/models/providers/open-models.ts'
import { openPool } from '../src/models/providers/pool.ts'
import { poolFetch } from '../src/models/providers/pool-fetch.ts'
import { findPack } from '../src/runner/files/find-pack.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { reportForm } from '../src/runner/trial/report-form.ts'
import { toolSpecs } from '../src/world/call.ts'
import type { BenchResult } from './bench-result.ts'
import { withModelServer } from './with-model-server.ts'

const CALLS = 300
const ROUNDS = 7
const BOUND_MS = 0.3
const NAMES = ['ours', 'sdk_own_fetch', 'sdk_pool_fetch', 'sdk_bare_step', 'undici'] as const

/**
 * What one call of a model costs us beyond the AI SDK: a whole answer of our model agent (prompt and history built anew,
 * gate, clock, usage booked) against the barest step of the SDK's provider with the same text, tools and history ready.
 * The SDK's generateText stands beside it, and bare undici with the body ready. Processor time of this process; the server is another one. The ways take
 * turns, so that a busy machine disturbs them alike.
 */
export async function benchCall(): Promise<BenchResult> {
  const view = await viewOfACall()
  return withModelServer({ latencyMs: 0 }, async (url) => {
    const fetch = poolFetch(openPool({}))
    const ways = {
      ours: oursWith(url, view),
      sdk_own_fetch: sdkWith(url, view, globalThis.fetch),
      sdk_pool_fetch: sdkWith(url, view, fetch),
      sdk_bare_step: bareStepWith(url, view, fetch),
      undici: undiciWith(url, view),
    }
    const times: Record<keyof typeof ways, number[]> = {
      ours: [],
      sdk_own_fetch: [],
      sdk_pool_fetch: [],
      sdk_bare_step: [],
      undici: [],
    }
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of NAMES) {
        const ms = await cpuMsPerCall(ways[name])
        // The first round warms the compiler up.
        if (round > 0) times[name].push(ms)
      }
    }
    const [ours, own, pool, bare, undici] = NAMES.map((name) => median(times[name]))
    const overhead = (ours ?? 0) - (bare ?? 0)
    return {
      ratio: Math.max(0, overhead) / BOUND_MS,
      overhead_ms: overhead,
      ours_ms: ours ?? 0,
      ours_by_undici: (ours ?? 0) / (undici ?? 1),
      undici_ms: undici ?? 0,
      sdk_bare_step_ms: bare ?? 0,
      sdk_generate_text_pool_fetch_ms: pool ?? 0,
      sdk_generate_text_own_fetch_ms: own ?? 0,
      calls: CALLS * ROUNDS,
      bound_ms: BOUND_MS,
    }
  })
}

function oursWith(url: string, view: AgentView): () => Promise<unknown> {
  const models = openModels({ env: {}, providers: { mine: { baseUrl: url, keyEnv: null } } })
  const watch = { used: () => undefined, retried: () => undefined }
  const aside = { signal: new AbortController().signal, note: () => undefined }
  return async () => modelAgent({ model: models('mine:small', {}, watch), sop: 'prompt', aside }).reply(view)
}

/** The same request made by hand: history and tools are ready, only the SDK works. */
function sdkWith(url: string, view: AgentView, fetch: typeof globalThis.fetch): () => Promise<unknown> {
  const model = createOpenAICompatible({ name: 'mine', baseURL: url, fetch }).chatModel('small')
  const tools: ToolSet = Object.fromEntries(
    view.tools.map(({ name, description, parameters }) => [
      name,
      { description, inputSchema: jsonSchema(parameters) },
    ]),
  )
  const messages: ModelMessage[] = view.heard.flatMap((entry): ModelMessage[] =>
    entry.from === 'tool'
      ? []
      : [{ role: entry.from === 'customer' ? 'user' : 'assistant', content: entry.text }],
  )
  return () => generateText({ model, system: view.sop, messages, tools, maxRetries: 0 })
}

/** One step of the provider's model, without generateText around it. */
function bareStepWith(url: string, view: AgentView, fetch: typeof globalThis.fetch): () => Promise<unknown> {
  const model = createOpenAICompatible({ name: 'mine', baseURL: url, fetch }).chatModel('small')
  type Options = Parameters<typeof model.doGenerate>[0]
  const tools: Options['tools'] = view.tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    inputSchema: parameters,
  }))
  const prompt: Options['prompt'] = [
    { role: 'system', content: view.sop },
    ...view.heard.flatMap((entry): Options['prompt'] =>
      entry.from === 'tool'
        ? []
        : [
            {
              role: entry.from === 'customer' ? 'user' : 'assistant',
              content: [{ type: 'text', text: entry.text }],
            },
          ],
    ),
  ]
  return async () => model.doGenerate({ prompt, tools: tools ?? [] })
}

/** Nothing but the way there and back: the body is ready, the answer is parsed. */
function undiciWith(url: string, view: AgentView): () => Promise<unknown> {
  const agent = new Agent()
  const { origin, pathname } = new URL(`${url}/chat/completions`)
  const messages = view.heard.flatMap((entry) =>
    entry.from === 'tool'
      ? []
      : [{ role: entry.from === 'customer' ? 'user' : 'assistant', content: entry.text }],
  )
  const body = JSON.stringify({
    model: 'small',
    messages: [{ role: 'system', content: systemText(view, 'prompt') }, ...messages],
    tools: view.tools.map((tool) => ({ type: 'function', function: tool })),
  })
  const headers = { 'content-type': 'application/json' }
  return async () => {
    const answer = await agent.request({ origin, path: pathname, method: 'POST', headers, body })
    return answer.body.json()
  }
}

async function cpuMsPerCall(call: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage()
  for (let made = 0; made < CALLS; made += 1) await call()
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1000 / CALLS
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** The fourth turn of a desk conversation. */
async function viewOfACall(): Promise<AgentView> {
  const pack = await loadPack(findPack('lunchbox', packageRoot())?.dir ?? '')
  const heard: Heard[] = [1, 2, 3].flatMap((turn): Heard[] => [
    { from: 'customer', text: `Message ${turn}: my lunch bag arrived torn and I need a new one.` },
    { from: 'agent', text: 'I am sorry to hear that. What is your order number?' },
  ])
  return {
    sop: pack.graph.sop.text,
    today: pack.world.today,
    tools: toolSpecs(pack.world),
    heard: [...heard, { from: 'customer', text: 'It is LB-1042.' }],
    answered: [1, 3, 5].map((at) => ({ at })),
    protocol: 'observed',
    form: reportForm(pack.graph, 'prompt'),
  }
}
