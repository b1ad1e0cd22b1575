import { type LineAnswer, type LineTalk, openLine, type Serve } from '../desk/line.ts'
import type { Agent, AgentMove, AgentView } from '../protocol/agent.ts'
import { AgentFailed } from '../protocol/agent-failed.ts'
import type { PartyChannel } from '../protocol/party-channel.ts'
import type { DeskAddress } from '../protocol/wire.ts'
import { startDeadline, stopped } from './deadline.ts'

/**
 * An agent that comes to us: an MCP client of the trial's desk, which hears the customer and answers through two of its
 * tools. In: what the client calls. Out: its moves. Asking for the next message in mid-turn ends the turn without words.
 */
export type McpAgent = {
  readonly aside: PartyChannel
  readonly serve: Serve
  /** brings the client to the desk; null: it finds its own way */
  readonly invite: ((desk: DeskAddress) => Promise<Guest>) | null
  readonly timeoutMs: number
}

/** A client that was invited. */
export type Guest = {
  /** it left for good: of its own accord, or because it failed */
  readonly left: Promise<{ readonly failed: boolean; readonly about: string }>
  readonly dismiss: () => Promise<void>
}

/** Clients give up on a call after a minute; before that they are told to ask again. */
const WAIT_MAX_MS = 25_000

type Spoken = {
  readonly messages: readonly string[]
  /** the SOP as it is shown from this turn on; null: as before */
  readonly sop: string | null
}
type OpenTurn = Spoken & {
  taken: boolean
  readonly end: (move: AgentMove | Error) => void
}

export function mcpAgent(setup: McpAgent): Agent {
  const seat = openSeat()
  const { line, end } = openLine(setup.aside, seat.talk)
  let served: Awaited<ReturnType<Serve>> | null = null
  let guest: Guest | null = null
  let heard = 0
  let sop: string | null = null
  const arrive = async (): Promise<void> => {
    served = await setup.serve(line)
    guest = (await setup.invite?.(served.desk)) ?? null
    void guest?.left.then(seat.leave)
  }
  return {
    reply: async (view) => {
      // A session's instructions carry the first one; what is shown by the turn comes with the message.
      const isNew = sop !== null && sop !== view.sop
      const spoken = { messages: customerSince(view, heard), sop: isNew ? view.sop : null }
      heard = view.heard.length
      sop = view.sop
      end.open(view)
      const move = seat.take(spoken, setup)
      // A move that fails while the client is on its way is told by the move itself.
      move.catch(() => undefined)
      try {
        if (served === null) await arrive()
        const made = await move
        return { ...end.report(), ...made }
      } finally {
        end.shut()
        seat.drop()
      }
    },
    close: async () => {
      end.end()
      seat.over()
      await guest?.dismiss()
      served?.close()
    },
  }
}

const customerSince = ({ heard }: AgentView, since: number): readonly string[] =>
  heard.slice(since).flatMap((entry) => (entry.from === 'customer' ? [entry.text] : []))

type Seat = {
  readonly talk: LineTalk
  /** the agent's turn, until the client ends it */
  readonly take: (spoken: Spoken, wait: Pick<McpAgent, 'aside' | 'timeoutMs'>) => Promise<AgentMove>
  /** nobody waits for this turn any more */
  readonly drop: () => void
  readonly leave: (how: { readonly failed: boolean; readonly about: string }) => void
  readonly over: () => void
}

/** Where the client sits: at most one turn is open, at most a few calls wait for the next one. */
function openSeat(): Seat {
  let turn: OpenTurn | null = null
  let isOver = false
  let gone: { readonly failed: boolean; readonly about: string } | null = null
  let waiting: (() => void)[] = []
  const wake = (): void => {
    const all = waiting
    waiting = []
    for (const one of all) one()
  }
  const endTurn = (move: AgentMove | Error): void => {
    const now = turn
    turn = null
    now?.end(move)
  }
  const next = async (signal: AbortSignal): Promise<LineAnswer> => {
    if (turn?.taken === true) endTurn(SILENCE)
    if (turn === null && !isOver) await sleepUntil((woken) => waiting.push(woken), signal)
    if (isOver) return { ok: true, output: { over: true } }
    if (turn === null) return { ok: true, output: { waiting: true } }
    turn.taken = true
    const { messages, sop } = turn
    return { ok: true, output: { messages, over: false, ...(sop === null ? {} : { sop }) } }
  }
  const reply = (text: string): LineAnswer => {
    if (isOver) return { ok: false, output: { error: 'trial_over', message: 'This trial is over.' } }
    if (turn === null)
      return { ok: false, output: { error: 'not_your_turn', message: 'Call next_customer_message first.' } }
    if (text.trim() === '')
      return {
        ok: false,
        output: {
          error: 'empty_reply',
          message: 'A reply needs words. To say nothing more, call next_customer_message.',
        },
      }
    endTurn({ messages: [text], calls: [] })
    return { ok: true, output: { sent: true } }
  }
  return {
    talk: { next, reply },
    take: async (spoken, { aside, timeoutMs }) => {
      if (gone !== null) throw departed(gone)
      const deadline = startDeadline(aside.signal, timeoutMs)
      try {
        return await new Promise<AgentMove>((resolve, reject) => {
          turn = {
            ...spoken,
            taken: false,
            end: (move) => (move instanceof Error ? reject(move) : resolve(move)),
          }
          deadline.signal.addEventListener(
            'abort',
            () => endTurn(deadline.isLate() ? late(timeoutMs) : stopped()),
            {
              once: true,
            },
          )
          wake()
        })
      } finally {
        deadline.clear()
      }
    },
    drop: () => endTurn(SILENCE),
    leave: (how) => {
      gone = how
      // Whoever did what was to be done and left owes no words; whoever crashed failed.
      endTurn(how.failed ? departed(how) : SILENCE)
    },
    over: () => {
      isOver = true
      wake()
    },
  }
}

const SILENCE: AgentMove = { messages: [], calls: [] }

const late = (timeoutMs: number): AgentFailed =>
  new AgentFailed('answer-late', `the MCP client did not reply within ${timeoutMs / 1000} s`)

const departed = ({ failed, about }: { readonly failed: boolean; readonly about: string }): AgentFailed =>
  new AgentFailed(
    failed ? 'agent-exited' : 'agent-left',
    `the MCP client left before the conversation was over (${about})`,
  )

function sleepUntil(wait: (woken: () => void) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, WAIT_MAX_MS).unref()
    signal.addEventListener('abort', done, { once: true })
    wait(done)
  })
}
