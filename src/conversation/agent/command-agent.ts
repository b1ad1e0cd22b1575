import { EXIT, SageError } from '../../base/error.ts'
import type { Json } from '../../base/values/json.ts'
import type { LineHolder } from '../desk/line.ts'
import type { Agent } from '../protocol/agent.ts'
import { AgentFailed } from '../protocol/agent-failed.ts'
import type { PartyChannel } from '../protocol/party-channel.ts'
import { type MapCall, withMapping } from '../protocol/reported.ts'
import { openWire, type ReadAnswer, readAnswer, type Turn } from '../protocol/wire.ts'
import type { CommandPool } from './command-pool.ts'
import type { CommandProcess, LineSaid } from './command-process.ts'
import { withoutSecrets } from './without-secrets.ts'

/**
 * An agent that is a program: one JSON line in, one JSON line out. With memory it has a process to itself for the trial
 * and dies with it; without, any process of the pool answers, and one that dies is replaced and asked again, once.
 */
export type CommandAgent = {
  readonly pool: CommandPool
  readonly timeoutMs: number
  readonly options: Readonly<Record<string, Json>>
  readonly tools: 'ours' | 'own'
  readonly mapCall: MapCall
  readonly stateless: boolean
  readonly secrets: readonly string[]
  readonly aside: PartyChannel
  readonly line: LineHolder | null
}

export function commandAgent(setup: CommandAgent): Agent {
  const { pool, line } = setup
  const wire = openWire(setup)
  let isStateless = setup.stateless
  let kept: CommandProcess | null = null
  const askOnce = async (turn: Turn): Promise<LineSaid> => {
    kept ??= pool.take()
    const said = await kept.ask(JSON.stringify(turn), {
      stop: setup.aside.signal,
      timeoutMs: setup.timeoutMs,
    })
    if (said.said === 'nothing') await release()
    return said
  }
  const release = async (): Promise<void> => {
    const one = kept
    kept = null
    if (one === null) return
    if (isStateless && one.isAlive()) pool.give(one)
    else await pool.drop(one)
  }
  const ask = async (turn: Turn): Promise<ReadAnswer> => {
    const first = await askOnce(turn)
    if (first.said === 'line') return read(setup, first.text)
    if (!isStateless || first.because !== 'exited') throw failure(setup, first, turn)
    setup.aside.note({ type: 'call.retried', role: 'agent', code: 'agent-exited', waited_ms: 0 })
    const second = await askOnce(turn)
    if (second.said === 'line') return read(setup, second.text)
    throw failure(setup, second, turn)
  }
  return {
    get stateless() {
      return isStateless
    },
    reply: async (view) => {
      const desk = await line?.begin(view)
      try {
        const { move, stateless } = await ask(wire.turnOf(view, desk))
        isStateless ||= stateless
        return line?.finish(move) ?? move
      } finally {
        line?.pause()
        if (isStateless) await release()
      }
    },
    close: async () => {
      line?.end()
      await release()
    },
  }
}

function read(setup: CommandAgent, text: string): ReadAnswer {
  return withMapping(readAnswer(parse(setup, text), setup.tools), setup.mapCall)
}

function parse(setup: CommandAgent, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const shown = withoutSecrets(text, setup.secrets)
    throw new AgentFailed(
      'answer-not-json',
      `the command wrote what is no JSON line (${shown}); logs belong on standard error`,
    )
  }
}

function failure(setup: CommandAgent, said: LineSaid & { said: 'nothing' }, { desk }: Turn): SageError {
  const about = withoutSecrets(said.about, [...setup.secrets, ...(desk === undefined ? [] : [desk.token])])
  switch (said.because) {
    case 'not-started':
      return new SageError('command-not-started', `the command could not be started (${about})`, {
        hint: 'Run it by hand; is `command:` in sage.yaml right?',
        exit: EXIT.machinery,
      })
    case 'exited':
      return new AgentFailed('agent-exited', `the command ended before it answered (${about})`)
    case 'late':
      return new AgentFailed('answer-late', `the command did not answer: ${about}`)
    case 'too-large':
      return new AgentFailed('answer-too-large', `the command answered too much: ${about}`)
  }
}
