import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type ModelMessage, type ToolSet } from 'ai'
import { Agent } from 'undici'
import { systemText } from '../src/conversation/agent/model-prompt.ts'
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
 * stored) beside a bare loop of the AI SDK that makes the same calls
 * with the same history, as many at once. Processor time is that of this process; the server is another one.
 */
export type ModelsMeasured = {
  /** calls a second, as a share of the loop's */
  readonly of_sdk: number
  /** processor time a call, by the loop's */
  readonly cpu_by_sdk: number
  readonly ours: Timed
  readonly sdk: Timed
  readonly conversations: number
  readonly calls: number
}
type Timed = { readonly seconds: number; readonly calls_per_second: number; readonly cpu_ms_per_call: number }

type Call = {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
}
type Talk = readonly Call[]
type Desk = { readonly system: string; readonly tools: ToolSet; readonly onWire: readonly object[] }

export async function benchModels(url: string, how: How): Promise<ModelsMeasured> {
  const { ours, talks, desk } = await playByUs(url, how)
  const sdk = await timed(talks, how.atOnce, sdkCall(url, desk))
  return {
    of_sdk: ours.calls_per_second / sdk.calls_per_second,
    cpu_by_sdk: ours.cpu_ms_per_call / sdk.cpu_ms_per_call,
    ours,
    sdk,
    conversations: talks.length,
    calls: callsIn(talks),
  }
}

type How = { readonly atOnce: number; readonly conversations: number }
type Played = { readonly talks: readonly Talk[]; readonly desk: Desk }

/** A whole run of ours, and what it said, for others to say again. */
export async function playByUs(
  url: string,
  { atOnce, conversations }: How,
): Promise<Played & { readonly ours: Timed }> {
  const desk = await deskOf('lunchbox')
  const cases = 18
  const providers = { mine: { baseUrl: url, keyEnv: null } }
  const models = openModels({ env: {}, providers })
  const flags = {
    suite: 'smoke',
    pack: ['lunchbox'],
    agent: ['oracle'],
    trials: Math.ceil(conversations / cases),
    concurrency: atOnce,
    protocol: 'observed' as const,
  }
  return benchRun(flags, { request: asModel(providers), outside: { models } }, async (run) => {
    const talks = await talksOf(run)
    return { ours: perCall(run.seconds, run.cpuSeconds, talks), talks, desk }
  })
}

export const bareUndici = (
  url: string,
  { talks, desk, atOnce }: Played & { readonly atOnce: number },
): Promise<Timed> => timed(talks, atOnce, undiciCall(url, desk, talks))

const callsIn = (talks: readonly Talk[]): number => talks.reduce((sum, talk) => sum + talk.length, 0)

const perCall = (seconds: number, cpuSeconds: number, talks: readonly Talk[]): Timed => ({
  seconds,
  calls_per_second: callsIn(talks) / seconds,
  cpu_ms_per_call: (1000 * cpuSeconds) / callsIn(talks),
})

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
): Promise<Timed> {
  const queue = talks[Symbol.iterator]()
  const before = process.cpuUsage()
  const from = performance.now()
  const lane = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next())
      for (const made of next.value) await call(made)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(before)
  return perCall(seconds, (user + system) / 1e6, talks)
}

function sdkCall(url: string, { system, tools }: Desk): (made: Call) => Promise<unknown> {
  const model = createOpenAICompatible({ name: 'mine', baseURL: url }).chatModel('small')
  return ({ messages }) =>
    generateText({ model, system, messages: messages as ModelMessage[], tools, maxRetries: 0 })
}

const bodyOf = ({ messages }: Call, { system, onWire }: Pick<Desk, 'system' | 'onWire'>): string =>
  JSON.stringify({
    model: 'small',
    messages: [{ role: 'system', content: system }, ...messages],
    tools: onWire,
  })

/** The barest way there is: bodies are ready before the clock starts, answers are read and parsed. */
function undiciCall(url: string, desk: Desk, talks: readonly Talk[]): (made: Call) => Promise<unknown> {
  const agent = new Agent()
  const { origin, pathname } = new URL(`${url}/chat/completions`)
  const bodies = new Map(talks.flat().map((made) => [made, bodyOf(made, desk)]))
  const headers = { 'content-type': 'application/json' }
  return async (made) => {
    const body = bodies.get(made) ?? ''
    const answer = await agent.request({ origin, path: pathname, method: 'POST', headers, body })
    return answer.body.json()
  }
}

async function deskOf(id: string): Promise<Desk> {
  const pack = await loadPack(findPack(id, packageRoot())?.dir ?? '')
  const specs = toolSpecs(pack.world)
  return {
    system: systemText({ sop: pack.graph.sop.text, today: pack.world.today, protocol: 'observed' }, 'prompt'),
    tools: Object.fromEntries(
      specs.map(({ name, description, parameters }) => [
        name,
        { description, inputSchema: jsonSchema(parameters) },
      ]),
    ),
    onWire: specs.map((each) => ({ type: 'function', function: each })),
  }
}
