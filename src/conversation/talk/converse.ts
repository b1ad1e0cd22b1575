import type { Json } from '../../base/values/json.ts'
import { asks, type Reading } from '../../base/values/reading.ts'
import type { Ending } from '../../transcript/event.ts'
import type { Confirmation, CustomerTurn, HeardMessage, Strayed } from '../customer/customer.ts'
import type { AgentMove } from '../protocol/agent.ts'
import { AgentFailed } from '../protocol/agent-failed.ts'
import { limitReached } from '../protocol/limits.ts'
import { Diverged, StoppedTalk, TIME_UP } from '../protocol/stopped.ts'
import type { Conversation, FlushBefore } from './conversation.ts'
import {
  type ConversationState,
  createState,
  isGiven,
  nextNumber,
  record,
  spentSoFar,
  takeSideEvents,
} from './conversation-state.ts'
import { CLOSED, callInTurn, enact } from './enact-move.ts'
import { isSame, type Replay } from './replay.ts'
import { type MoveMade, type Next, onAgentMoved, onCustomerSpoke, startTalk, type Talk } from './talk.ts'

/**
 * The driver: asks the parties in turn, lets the desk answer calls, and records what happened. It decides nothing:
 * `talk.ts` does. In: parties and a start event. Out: numbered events, each handed to `append` as it happens, and how the
 * conversation ended. Throws `Stopped` if the run stopped it, `Diverged` if its record cannot be replayed.
 */
export async function converse(conversation: Conversation): Promise<Ending> {
  const state = createState(conversation)
  conversation.connect({
    note: (event) => {
      // The spending of an agent that is asked again during replay is copied from the record.
      if (!state.over && state.replay.playing === null) record(state, { n: nextNumber(state), ...event })
    },
    call: (tool, input) => {
      if (state.over) return CLOSED
      return state.fork.feeding ? answerFed(state, { tool, input }) : callInTurn(state, { tool, input })
    },
  })
  try {
    record(state, { n: nextNumber(state), ...conversation.start })
    const ending = await endingOf(state)
    if (ending === null) {
      await flush(conversation, 'stop')
      throw new StoppedTalk()
    }
    record(state, { n: nextNumber(state), type: 'conversation.ended', ending })
    await flush(conversation, 'end')
    return ending
  } finally {
    state.over = true
  }
}

async function flush({ mode }: Conversation, before: FlushBefore): Promise<void> {
  if (mode.kind === 'journaled') await mode.flush(before)
}

/** Null: the run stops. */
async function endingOf(state: ConversationState): Promise<Ending | null> {
  try {
    return await talkToEnd(state)
  } catch (error) {
    return endingAfter(state, error)
  }
}

async function talkToEnd(state: ConversationState): Promise<Ending> {
  const { of, replay } = state
  const { mode } = of
  let at: Next = asGiven(state, { talk: startTalk(of.limits), next: 'customer' })
  // Bounded by talk.ts: every customer turn counts, every ask within a turn counts.
  while (at.next === 'agent' || at.next === 'customer') {
    takeSideEvents(state)
    if (replay.playing === null) {
      const limit = limitReached(of.limits, spentSoFar(state))
      if (limit !== null) return { kind: 'limit.hit', limit }
      if (mode.kind === 'journaled') {
        await mode.flush(at.next)
        // An answer that will not be used must not be paid for.
        if (mode.signal.aborted) throw new StoppedTalk()
      }
      beginFork(state)
    }
    const turn = at.next === 'customer' ? customerTurn : agentMove
    at = asGiven(state, await turn(state, at.talk))
    if (at.next === 'customer' && state.fork.begun && of.fork?.until === 'turn')
      return { kind: 'limit.hit', limit: 'fork' }
  }
  return at.next
}

/** A conversation that is given went on however it went on: nothing that was said in it ends it, and the agent may begin. */
function asGiven(state: ConversationState, at: Next): Next {
  takeSideEvents(state)
  const { playing } = state.replay
  if (playing === null || !isGiven(state)) return at
  if (playing.isNext('agent')) return { ...at, next: 'agent' }
  return at.next !== 'agent' && playing.isNext('customer') ? { ...at, next: 'customer' } : at
}

function beginFork(state: ConversationState): void {
  const { begun, fed, differs } = state.fork
  if (state.of.fork !== undefined && !begun)
    record(state, { n: nextNumber(state), type: 'fork.began', fed, differs })
}

async function customerTurn(state: ConversationState, talk: Talk): Promise<Next> {
  const { playing } = state.replay
  const { mode } = state.of
  const turn = await (playing === null ? customerSays(state, talk) : relive(state, playing, talk))
  if (playing === null && mode.kind === 'journaled') mode.keep({ by: 'customer', turn })
  return customerSpoke(state, talk, turn)
}

function customerSpoke(state: ConversationState, talk: Talk, turn: CustomerTurn | Strayed): Next {
  const n = nextNumber(state)
  if (isStrayed(turn)) {
    const code = turn.strayed
    const message = 'the customer left its card'
    record(state, { n, type: 'fault.raised', side: 'customer', code, message })
    return { talk, next: { kind: 'customer.strayed', code } }
  }
  record(state, { n, type: 'message.sent', from: 'customer', text: turn.text, act: turn.act })
  state.record.heard.push({ from: 'customer', text: turn.text })
  state.record.unanswered = []
  state.record.confirmed = []
  return onCustomerSpoke(talk, turn.act)
}

const isStrayed = (turn: CustomerTurn | Strayed): turn is Strayed => 'strayed' in turn

const customerSays = (state: ConversationState, { turn }: Talk): Promise<CustomerTurn | Strayed> => {
  const { customer } = state.of
  return awaited(state, turn === 0 ? customer.open() : customer.answer(heardMessages(state), sentTo(state)))
}

/** A free customer is asked again and must say the same; a paid one, or any in a fork, adopts the recorded turn as its own. */
async function relive(state: ConversationState, replay: Replay, talk: Talk): Promise<CustomerTurn | Strayed> {
  const { customer } = state.of
  const { turn } = replay.nextAnswer('customer')
  const adopts = customer.repeats !== true || isGiven(state)
  if (adopts && customer.relive !== undefined && !isStrayed(turn)) {
    customer.relive(turn, heardMessages(state), sentTo(state))
    return turn
  }
  const again = await customerSays(state, talk)
  if (!isSame(again, turn)) throw new Diverged('the customer says something else')
  return turn
}

async function agentMove(state: ConversationState, talk: Talk): Promise<Next> {
  const { turn, replay } = state
  turn.calls = 0
  turn.handedOver = false
  turn.closed = false
  const askedAt = state.record.heard.length
  const { playing } = replay
  const move = await (playing === null ? agentReply(state) : repeatMove(state, playing))
  if (playing === null) keepMove(state, move)
  const made = enact(state, move, askedAt)
  await readMessages(state)
  return agentMoved(state, talk, made)
}

function keepMove({ of: { mode, agent }, turn }: ConversationState, move: AgentMove): void {
  if (mode.kind === 'plain') return
  mode.keep({ by: 'agent', move, aside: turn.calls, stateless: agent.stateless === true })
}

function agentMoved(state: ConversationState, talk: Talk, made: MoveMade): Next {
  const { of, turn } = state
  const at = onAgentMoved(talk, made, asksSomething(state, made))
  if (at.next === 'agent') return at
  if (of.start.protocol === 'declared' && !at.talk.agentTurn.reported) {
    const because = turn.badReport ?? 'no report_step in this turn'
    record(state, { n: nextNumber(state), type: 'report.missing', because })
  }
  turn.badReport = null
  return at
}

/** By its report, else by its words. */
const asksSomething = (
  { record: { unanswered, readings } }: ConversationState,
  { report }: MoveMade,
): boolean =>
  report === undefined
    ? unanswered.some(({ n }) => asks(readings.get(n) ?? UNREAD))
    : report.action.some(({ act }) => act === 'request' || act === 'propose')

/** Reads what the agent has said since it was last asked. A reading is paid for once: a recorded one is not made again. */
async function readMessages(state: ConversationState): Promise<void> {
  const { of, record: kept } = state
  for (const { n } of kept.unanswered) {
    takeSideEvents(state)
    if (!kept.readings.has(n)) noteReading(state, n, await awaited(state, of.reader.read(n)))
  }
}

/** A record of 0.1 holds no readings: the parties still need them while it is replayed. */
function noteReading(state: ConversationState, of: number, reading: Reading): void {
  if (state.replay.playing !== null) state.record.readings.set(of, reading)
  else record(state, { n: nextNumber(state), type: 'message.read', of, by: state.of.reader.id, reading })
}

const UNREAD: Reading = { language: 'en', sentences: [] }

const heardMessages = ({ record: { unanswered, readings } }: ConversationState): readonly HeardMessage[] =>
  unanswered.map(({ n, text }) => ({ n, text, reading: readings.get(n) ?? UNREAD }))

/** With an agent's own tools nothing is known to have happened. */
const sentTo = ({ of, record: { confirmed } }: ConversationState): readonly Confirmation[] | undefined =>
  of.start.tools === 'own' ? undefined : confirmed

async function agentReply(state: ConversationState): Promise<AgentMove> {
  const { agent, sop, tools, start, form, mode } = state.of
  const { heard, answered } = state.record
  const { protocol, today } = start
  if (mode.kind === 'journaled') state.turn.jumps = mode.jumps()
  const view = { sop: sop(), today, tools, heard, answered, protocol, form }
  const move = await awaited(state, agent.reply(view))
  return protocol === 'observed' ? withoutReport(move) : move
}

/** Under the observed protocol no agent is judged by a report, so one that reports unasked must not be either. */
function withoutReport({ report: _, unreadableReport: __, ...move }: AgentMove): AgentMove {
  return move
}

/** The recorded move. An agent that keeps state between replies is asked again, and must answer as it did. */
async function repeatMove(state: ConversationState, replay: Replay): Promise<AgentMove> {
  if (isGiven(state) && state.of.agent.stateless !== true) return feedMove(state, replay)
  const { move, aside, stateless } = replay.nextAnswer('agent')
  if (stateless || state.of.agent.stateless === true) {
    for (let calls = 0; calls < aside; calls += 1) {
      takeSideEvents(state)
      callInTurn(state, replay.nextCall())
    }
  } else if (!isSame(await agentReply(state), move)) throw new Diverged('the agent answers something else')
  if (state.replay.diverged !== null) throw state.replay.diverged
  if (state.turn.calls !== aside) throw new Diverged('the agent calls something else')
  return move
}

const NOTHING_DONE: AgentMove = { messages: [], calls: [] }

/** A stateful agent hears a recorded turn of a fork. What was recorded stands; another answer of its is counted. */
async function feedMove(state: ConversationState, replay: Replay): Promise<AgentMove> {
  const { fork } = state
  fork.feeding = true
  const reply = await replyOrNone(state)
  fork.feeding = false
  fork.fed += 1
  const same = reply === null ? null : replay.takeSame(reply)
  if (same !== null) return same
  fork.differs += 1
  return replay.isNext('agent') ? replay.nextAnswer('agent').move : NOTHING_DONE
}

async function replyOrNone(state: ConversationState): Promise<AgentMove | null> {
  try {
    return await agentReply(state)
  } catch (error) {
    if (error instanceof AgentFailed) return null
    throw error
  }
}

const NOT_RECORDED = { ok: false, output: { error: 'this call is not in the recorded conversation' } }

/** A call of an agent that hears a recorded turn: the desk must not do what the recorded agent did not do. */
function answerFed(state: ConversationState, call: { readonly tool: string; readonly input: Json }) {
  const same = state.replay.playing?.takeSame({ messages: [], calls: [call] }) ?? null
  if (same !== null) return callInTurn(state, call)
  state.fork.differs += 1
  return NOT_RECORDED
}

/** Waits for an answer, but no longer than until the trial or the run is stopped. */
const awaited = async <Answer>(
  { stopped }: ConversationState,
  answer: Answer | Promise<Answer>,
): Promise<Answer> => (stopped === null ? answer : Promise.race([answer, stopped]))

/** The ending after an error. An abort is this trial's limit or, if null is returned, the run's stop; else a fault. */
function endingAfter(state: ConversationState, error: unknown): Ending | null {
  if (error instanceof Diverged) throw error
  const { mode } = state.of
  if (mode.kind === 'plain' || !mode.signal.aborted) return failed(state, error)
  return mode.signal.reason === TIME_UP ? { kind: 'limit.hit', limit: 'seconds' } : null
}

const ASLEEP = 'The machine slept, or its clock was set, while an answer was awaited.'

/** No agent is late because a laptop was closed. */
const hasSlept = ({ of: { mode }, turn }: ConversationState): boolean =>
  mode.kind === 'journaled' && mode.jumps() !== turn.jumps

function failed(state: ConversationState, error: unknown): Ending {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected'
  const said = error instanceof Error ? error.message : String(error)
  const { mode } = state.of
  const message = mode.kind === 'journaled' ? mode.hide(said) : said
  const n = nextNumber(state)
  if (error instanceof AgentFailed && code === 'answer-late' && hasSlept(state)) {
    const asleep = 'machine-asleep'
    record(state, { n, type: 'fault.raised', side: 'machinery', code: asleep, message: ASLEEP })
    return { kind: 'machinery.failed', code: asleep }
  }
  const side = error instanceof AgentFailed ? 'agent' : 'machinery'
  record(state, { n, type: 'fault.raised', side, code, message })
  return side === 'agent' ? { kind: 'agent.failed', code } : { kind: 'machinery.failed', code }
}
