import type { Timing } from '../src/models/call-queue.ts'
import { openModels } from '../src/models/providers/open-models.ts'
import { makeAgent } from '../src/runner/agents/parties.ts'
import { loadPackOnce, type Wire } from './agents/contract.ts'
import { describeFaults, type FaultKind, type FaultRow } from './agents/faults.ts'
import { openModelServer } from './model-server/model-server.ts'
import { playing } from './model-server/playing.ts'
import type { Fault, Script, Scripted } from './model-server/scripted.ts'
import { modelRequest } from './models-testing.ts'

/** Waits are cut short: what is tested is what happens, not how long we are patient. */
const HASTY = { timeoutMs: 99_999, firstWaitMs: 1, waitMsMax: 4 }

/** Real timers, but the one that times a call out strikes when a server that will not answer has been asked: never late. */
function strikingClock(): { readonly timing: Timing; readonly strike: () => void } {
  let calls: (() => void)[] = []
  return {
    timing: {
      now: () => performance.now(),
      after: (ms, call) => {
        if (ms !== HASTY.timeoutMs) {
          const timer = setTimeout(call, ms)
          return () => clearTimeout(timer)
        }
        calls.push(call)
        return () => {
          calls = calls.filter((one) => one !== call)
        }
      },
    },
    strike: () => {
      for (const call of calls) call()
    },
  }
}

const neverComes = ({ fault }: Scripted): boolean =>
  fault?.kind === 'hang' || (fault?.kind === 'slow' && fault.everyMs > 10)

const KINDS: readonly (readonly [FaultKind, string])[] = [
  ['model (OpenAI)', 'openai'],
  ['model (OpenAI-compatible)', 'vllm'],
  ['model (Anthropic)', 'anthropic'],
]

for (const [kind, provider] of KINDS) {
  const over = async (scriptOf: (play: Script) => Script): Promise<Wire> => {
    const { timing, strike } = strikingClock()
    const script = scriptOf(playing(await loadPackOnce()))
    const server = await openModelServer(async (asked) => {
      const answer = await script(asked)
      if (neverComes(answer)) setTimeout(strike, 5)
      return answer
    })
    const env = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }
    const models = openModels({ env, policy: HASTY, timing })
    const { make } = await makeAgent(modelRequest(`${provider}:small`, { baseUrl: server.url }), { models })
    return { make, close: server.close, told: () => '' }
  }
  /** the first answer misbehaves, the rest plays on */
  const once = (fault: string, first: Scripted): FaultRow => ({
    fault,
    open: () => over((play) => (asked) => (asked.nth === 0 ? first : play(asked))),
  })
  const always = (fault: string, every: Scripted): FaultRow => ({
    fault,
    open: () => over(() => () => every),
  })
  const faulty = (fault: Fault): Scripted => ({ text: 'Hello, how can I help you today?', fault })
  const status = (code: number, rest: Partial<Extract<Fault, { kind: 'status' }>> = {}): Scripted =>
    faulty({ kind: 'status', status: code, ...rest })
  const saying = (message: string) => ({ body: { error: { message, type: 'scripted' } } })
  const gone: FaultRow = {
    fault: 'nothing listens at the address',
    open: async () => {
      const wire = await over((play) => play)
      await wire.close()
      return { ...wire, close: async () => undefined }
    },
  }

  describeFaults(kind, [
    once('429 with retry-after, once', status(429, { headers: { 'retry-after-ms': '5' } })),
    always('429, always', status(429)),
    once('500, once', status(500)),
    always('500, always', status(500)),
    once('overloaded (529), once', status(529)),
    once('hangs, once', faulty({ kind: 'hang' })),
    always('hangs, always', faulty({ kind: 'hang' })),
    once('connection reset, once', faulty({ kind: 'reset' })),
    always('connection reset, always', faulty({ kind: 'reset' })),
    once('answer cut off in the middle, once', faulty({ kind: 'truncated' })),
    once('a piece of the answer twice, once', faulty({ kind: 'doubled' })),
    once('the same call twice in one answer, once', {
      calls: ['one', 'one'].map((id) => ({ id, tool: 'lookup_order', input: { order_id: 'LB-1042' } })),
    }),
    once('moved (302), once', status(302, { headers: { location: 'http://127.0.0.1:9/?key=k' } })),
    always('moved (302), always', status(302)),
    once('malformed JSON, once', faulty({ kind: 'malformed' })),
    always('malformed JSON, always', faulty({ kind: 'malformed' })),
    always('a web page instead of an answer, always', faulty({ kind: 'html' })),
    once('a few bytes at a time, in time', faulty({ kind: 'slow', pieces: 8, everyMs: 2 })),
    always('a few bytes at a time, too slow', faulty({ kind: 'slow', pieces: 20, everyMs: 20 })),
    gone,
    always('key refused (401)', status(401)),
    always('no credit left (402)', status(402)),
    always('unknown model (404)', status(404)),
    always(
      'conversation too long for the model (400)',
      status(400, saying('prompt is too long: 300000 tokens')),
    ),
    always('request blocked by a content filter (400)', status(400, saying('blocked by content_policy'))),
    always('request refused for another reason (400)', status(400)),
    once('empty content, once', {}),
    always('empty content, always', {}),
    always('refusal without a word', { stopped: 'refusal' }),
    once('refusal in words', { text: 'I cannot help with that.', stopped: 'refusal' }),
    always('all tokens used before a word', { stopped: 'length' }),
    once('answer cut off by its token limit', { text: 'Hello, I would like to', stopped: 'length' }),
    once('a tool that does not exist', { calls: [{ tool: 'make_coffee', input: {} }] }),
    once('wrong arguments', { calls: [{ tool: 'lookup_order', input: { number: 7 } }] }),
    once('arguments that are no JSON', { calls: [{ tool: 'lookup_order', raw: '{"order_id": LB' }] }),
    once('a report that cannot be read', { calls: [{ tool: 'report_step', input: { intent: 7 } }] }),
    always('a report and never a word', {
      calls: [{ tool: 'report_step', input: { intent: 'x', fields: {}, action: [] } }],
    }),
    always('endless calls', { calls: [{ tool: 'lookup_order', input: { order_id: 'LB-1042' } }] }),
  ])
}
