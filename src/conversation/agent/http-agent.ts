import type { Dispatcher } from 'undici'
import { type ErrorCode, EXIT, SageError } from '../../base/error.ts'
import type { Json } from '../../base/values/json.ts'
import type { LineHolder } from '../desk/line.ts'
import type { Agent } from '../protocol/agent.ts'
import { AgentFailed } from '../protocol/agent-failed.ts'
import type { PartyChannel } from '../protocol/party-channel.ts'
import { type MapCall, withMapping } from '../protocol/reported.ts'
import { type DeskAddress, openWire, type ReadAnswer, readAnswer, type Turn } from '../protocol/wire.ts'
import { afterTrouble } from './http-failures.ts'
import { type Posted, postJson } from './http-post.ts'
import { withoutSecrets } from './without-secrets.ts'

/**
 * An agent behind an HTTP address. In: the turn, POSTed as JSON. Out: its move. It may call the desk's tools itself while
 * it answers. What goes wrong is decided in http-failures.ts; nothing of a key or a header is ever kept.
 */
export type HttpAgent = {
  readonly address: string
  /** with the keys in them: never written down */
  readonly headers: Readonly<Record<string, string>>
  /** what must be in nothing we keep */
  readonly secrets: readonly string[]
  readonly dispatcher: () => Promise<Dispatcher>
  readonly timeoutMs: number
  /** sleeps before it is asked again */
  readonly wait: (ms: number, stop: AbortSignal) => Promise<void>
  readonly options: Readonly<Record<string, Json>>
  readonly tools: 'ours' | 'own'
  readonly mapCall: MapCall
  readonly stateless: boolean
  readonly aside: PartyChannel
  /** where it may call tools in mid-turn; null with tools of its own */
  readonly line: LineHolder | null
}

/** An answer of more bytes is none: a whole conversation is smaller. */
const ANSWER_BYTES_MAX = 4_000_000

export function httpAgent(setup: HttpAgent): Agent {
  const wire = openWire(setup)
  const { line } = setup
  let isStateless = setup.stateless
  return {
    get stateless() {
      return isStateless
    },
    reply: async (view) => {
      const desk = await line?.begin(view)
      try {
        const { move, stateless } = await ask(setup, wire.turnOf(view, desk))
        isStateless ||= stateless
        return line?.finish(move) ?? move
      } finally {
        line?.pause()
      }
    },
    close: async () => line?.end(),
  }
}

async function ask(setup: HttpAgent, turn: Turn): Promise<ReadAnswer> {
  const body = JSON.stringify(turn)
  for (let tries = 1; ; tries += 1) {
    const posted = await post(setup, body)
    if (posted.answered) return withMapping(readAnswer(posted.value, setup.tools), setup.mapCall)
    const after = afterTrouble(posted.trouble, tries)
    if (after.do === 'give-up') throw failure(after, sayTrouble(setup, posted, turn.desk))
    await setup.wait(after.afterMs, setup.aside.signal)
    setup.aside.note({ type: 'call.retried', role: 'agent', code: after.code, waited_ms: after.afterMs })
  }
}

async function post(setup: HttpAgent, body: string): Promise<Posted> {
  return postJson(await setup.dispatcher(), {
    address: setup.address,
    headers: setup.headers,
    body,
    stop: setup.aside.signal,
    timeoutMs: setup.timeoutMs,
    bytesMax: ANSWER_BYTES_MAX,
  })
}

function sayTrouble(
  setup: HttpAgent,
  posted: Posted & { answered: false },
  desk: DeskAddress | undefined,
): string {
  const secrets = [...setup.secrets, ...(desk === undefined ? [] : [desk.token])]
  const about = withoutSecrets(posted.about, secrets)
  const what = {
    unreachable: 'cannot be reached',
    cut: 'broke off its answer',
    late: 'did not answer',
    'too-large': 'answered too much',
    'not-json': 'answered what is no JSON',
    status: 'did not take the turn',
  }[posted.trouble.kind]
  return `the service at ${placeOf(setup.address)} ${what} (${about})`
}

/** Without user, password and query, where keys hide. */
function placeOf(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

const failure = (after: { code: ErrorCode; side: 'agent' | 'machinery' }, message: string): SageError =>
  after.side === 'agent'
    ? new AgentFailed(after.code, message)
    : new SageError(after.code, message, {
        hint: 'Is the service running, and are its address and key right?',
        exit: EXIT.machinery,
      })
