import type { Json } from '../../base/values/json.ts'
import { type LineEnd, openLine } from '../desk/line.ts'
import type { Agent } from '../protocol/agent.ts'
import { AgentFailed } from '../protocol/agent-failed.ts'
import type { PartyChannel } from '../protocol/party-channel.ts'
import { type MapCall, withMapping } from '../protocol/reported.ts'
import { openWire, type ReadAnswer, readAnswer, type Turn } from '../protocol/wire.ts'
import { startDeadline, stopped } from './deadline.ts'
import { withoutSecrets } from './without-secrets.ts'

/**
 * An agent that is a function of a module in this process. In: the turn, as any outside agent gets it. Out: its move. It
 * gets copies: what it changes in them changes nothing here.
 */
export type AgentModule = {
  readonly reply: (turn: Turn, desk: ModuleDesk) => unknown
  readonly stateless: boolean
  /** told when a conversation is over, to forget it */
  readonly close: ((conversation: string) => unknown) | null
}

/** What the function may use while it thinks. */
export type ModuleDesk = {
  readonly call: (tool: string, input: Json) => { readonly ok: boolean; readonly output: Json }
  /** aborted when nobody waits for the answer any more */
  readonly signal: AbortSignal
}

export type ModuleAgent = {
  readonly module: () => Promise<AgentModule>
  readonly timeoutMs: number
  readonly options: Readonly<Record<string, Json>>
  readonly tools: 'ours' | 'own'
  readonly mapCall: MapCall
  readonly stateless: boolean
  readonly secrets: readonly string[]
  readonly aside: PartyChannel
}

export function moduleAgent(setup: ModuleAgent): Agent {
  const wire = openWire(setup)
  const { line, end } = openLine(setup.aside)
  let conversation: string | null = null
  let isStateless = setup.stateless
  return {
    get stateless() {
      return isStateless
    },
    reply: async (view) => {
      const module = await setup.module()
      isStateless ||= module.stateless
      const turn = structuredClone(wire.turnOf(view, undefined))
      conversation = turn.conversation
      end.open(view)
      try {
        const answer = await answerOf(setup, (signal) =>
          module.reply(turn, { call: callsOf(line.call), signal }),
        )
        isStateless ||= answer.stateless
        return withReport(answer, end)
      } finally {
        end.shut()
      }
    },
    close: async () => {
      end.end()
      if (conversation !== null) await (await setup.module()).close?.(conversation)
    },
  }
}

const withReport = ({ move }: ReadAnswer, end: LineEnd): ReadAnswer['move'] => ({ ...end.report(), ...move })

const callsOf =
  (call: ModuleDesk['call']): ModuleDesk['call'] =>
  (tool, input) =>
    structuredClone(call(tool, structuredClone(input)))

async function answerOf(setup: ModuleAgent, think: (signal: AbortSignal) => unknown): Promise<ReadAnswer> {
  const deadline = startDeadline(setup.aside.signal, setup.timeoutMs)
  const late = new Promise<never>((_, reject) => {
    deadline.signal.addEventListener('abort', () => reject(lateOrStopped(setup)), { once: true })
  })
  try {
    const raw = await Promise.race([Promise.resolve(think(deadline.signal)), late])
    return withMapping(readAnswer(plain(raw), setup.tools), setup.mapCall)
  } catch (error) {
    if (error instanceof AgentFailed || setup.aside.signal.aborted) throw error
    throw new AgentFailed(
      'agent-crashed',
      withoutSecrets(`the module threw: ${[String(error), ...ownFrames(error)].join('\n')}`, setup.secrets),
      error,
    )
  } finally {
    deadline.clear()
    late.catch(() => undefined)
  }
}

const FRAMES_MAX = 5
const OURS = new URL(import.meta.url).pathname

/** Where in its own code the module threw: the frames above ours, without Node's. */
function ownFrames(error: unknown): readonly string[] {
  const frames = (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  const ours = frames.findIndex((line) => line.includes(OURS))
  return frames
    .slice(0, ours === -1 ? FRAMES_MAX : ours)
    .filter((line) => !line.includes('node:'))
    .slice(0, FRAMES_MAX)
}

function lateOrStopped(setup: ModuleAgent): Error {
  if (setup.aside.signal.aborted) return stopped()
  return new AgentFailed('answer-late', `the module did not answer within ${setup.timeoutMs / 1000} s`)
}

/** As it would be after a journey: no functions, no dates, no members that are undefined. */
function plain(raw: unknown): unknown {
  const text = JSON.stringify(raw)
  return text === undefined ? undefined : JSON.parse(text)
}
