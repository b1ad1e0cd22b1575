import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type ModelMessage, type ToolSet } from 'ai'
import { modelAgent } from '../src/conversation/agent/model-agent.ts'
import type { AgentView, Heard } from '../src/conversation/protocol/agent.ts'
import { openModels } from '../src/models/providers/open-models.ts'
import { openPool, poolFetch } from '../src/models/providers/pool.ts'
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
const NAMES = ['ours', 'sdk_bare_step', 'sdk_generate_text', 'sdk_node_fetch'] as const

/**
 * What one call of a model costs us beyond the AI SDK: a whole answer of our model agent (prompt and history built anew,
 * gate, clock, usage booked) against the barest step of the SDK's provider with the same text, tools and history ready.
 * The SDK's generateText stands beside it, with our fetch and with Node's. Processor time of this process; the server is another
 * one. The ways take turns, so that a busy machine disturbs them alike.
 */
export async function benchCall(): Promise<BenchResult> {
  const view = await viewOfACall()
  return withModelServer({ latencyMs: 0 }, async (url) => {
    const fetch = poolFetch(openPool({}))
    const ways = {
      ours: oursWith(url, view),
      sdk_bare_step: bareStepWith(url, view, fetch),
      sdk_generate_text: sdkWith(url, view, fetch),
      sdk_node_fetch: sdkWith(url, view, globalThis.fetch),
    }
    const times: Record<keyof typeof ways, number[]> = {
      ours: [],
      sdk_bare_step: [],
      sdk_generate_text: [],
      sdk_node_fetch: [],
    }
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of NAMES) {
        const ms = await cpuMsPerCall(ways[name])
        // The first round warms the compiler up.
        if (round > 0) times[name].push(ms)
      }
    }
    const [ours = 0, bare = 1, generate = 0, node = 0] = NAMES.map((name) => median(times[name]))
    return {
      ratio: Math.max(0, ours - bare) / BOUND_MS,
      overhead_ms: ours - bare,
      ours_ms: ours,
      ours_by_bare_step: ours / bare,
      sdk_bare_step_ms: bare,
      sdk_generate_text_ms: generate,
      sdk_generate_text_node_fetch_ms: node,
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
