import { StepReport } from '../../base/values/acts.ts'
import type { Json } from '../../base/values/json.ts'
import type { Ending, EventOf, NewEvent, TranscriptEvent } from '../../transcript/event.ts'
import type { ToolSpec } from '../../world/world.ts'
import type { Customer, CustomerTurn, HeardMessage, Strayed } from '../customer/customer.ts'
import type { Desk, DeskAnswer } from '../desk/desk.ts'
import type { Agent, AgentMove, Heard, OwnAnswer, ReportedCall, ReportForm } from '../protocol/agent.ts'
import { AgentFailed } from '../protocol/agent-failed.ts'
import type { AsideSocket } from '../protocol/aside.ts'
import { limitReached, type Spent, type TalkLimits } from '../protocol/limits.ts'
import { Diverged, Stopped, TIME_UP } from '../protocol/stopped.ts'
import { type Answered, isSame, openReplay, type Recorded, type Replay } from './replay.ts'
import { type MoveMade, type Next, onAgentMoved, onCustomerSpoke, startTalk, type Talk } from './talk.ts'

/**
 * The driver: asks the parties in turn, lets the desk answer calls, and writes down what happened. It decides nothing:
 * `talk.ts` does. In: parties and a start event. Out: numbered events, each handed to `append` as it happens.
 */
export type Conversation = {
  readonly start: Omit<Extract<TranscriptEvent, { type: 'trial.started' }>, 'n'>
  readonly customer: Customer
  readonly agent: Agent
  readonly desk: Desk
  /** the text an agent is shown when it is asked now */
  readonly sop: () => string
  readonly form: ReportForm
  readonly tools: readonly ToolSpec[]
  readonly limits: TalkLimits
  /** does this text ask or propose something? (observed protocol; a report says it itself) */
  readonly asks: (text: string) => boolean
  /** observed protocol: what the words of a finished turn did, said once by whoever was asked to; absent: patterns will */
  readonly label?: (messages: readonly HeardMessage[]) => Promise<readonly MessageLabel[]>
  /** called with every event in order */
  readonly append: (event: TranscriptEvent) => void
  /** told each answer as it comes, before what it leads to is written down; not while a record is played again */
  readonly keep?: (answer: Answered) => void
  /** awaited before anything else happens, so that nothing paid for is lost */
  readonly flush?: (before: FlushBefore) => Promise<void>
  /** how far this trial had got when it was stopped: played again, not asked again */
  readonly recorded?: Recorded
  /** aborted: nobody is waited for any longer. Reason `TIME_UP`: by this trial's limit; any other: the run stops */
  readonly signal?: AbortSignal
  /** what a model call cost in US dollars, and how long this trial has taken; absent: neither is limited */
  readonly spending?: {
    readonly usdOf: (use: EventOf<'usage.recorded'>) => number
    readonly seconds: () => number
  }
  /** what parties note and call beside their answers goes into this transcript too */
  readonly aside?: AsideSocket
}

/** What comes next: a party is asked, the conversation is over, or the run stops in the middle of it. */
export type FlushBefore = 'customer' | 'agent' | 'end' | 'stop'

export type MessageLabel = Omit<EventOf<'act.recognised'>, 'n' | 'type'>

type Floor = {
  readonly of: Conversation
  n: number
  readonly heard: Heard[]
  readonly answered: OwnAnswer[]
  /** the agent's messages since the customer last spoke */
  fresh: HeardMessage[]
  /** messages whose acts were recognised already */
  readonly labelled: Set<number>
  /** a report_step of this turn that could not be read */
  badReport: string | null
  /** calls made aside since the agent was last asked, and what they came to */
  called: number
  calledRoles: Set<string>
  /** while a record is played again */
  replay: Replay | null
  /** what differed from the record while the agent itself was at work */
  diverged: Diverged | null
  /** whoever still talks aside is no longer heard */
  over: boolean
  toolCalls: number
  tokens: number
  usd: number
}

/** How a conversation ended. Throws `Stopped` where the run stopped it, `Diverged` where its record cannot be played again. */
export async function converse(conversation: Conversation): Promise<Ending> {
  const floor: Floor = {
    of: conversation,
    n: 0,
    heard: [],
    answered: [],
    fresh: [],
    labelled: new Set(),
    badReport: null,
    called: 0,
    calledRoles: new Set(),
    replay: conversation.recorded === undefined ? null : openReplay(conversation.recorded),
    diverged: null,
    over: false,
    toolCalls: 0,
    tokens: 0,
    usd: 0,
  }
  conversation.aside?.connect({
    note: (event) => {
      // What an agent that is fed again spends is taken over from the record.
      if (!floor.over && floor.replay === null) record(floor, event)
    },
    call: (tool, input) => (floor.over ? CLOSED : callAside(floor, { tool, input })),
  })
  try {
    record(floor, conversation.start)
    const ending = await talkToEnd(floor).catch((error: unknown) => endingAfter(floor, error))
    if (ending === null) {
      await conversation.flush?.('stop')
      throw new Stopped()
    }
    record(floor, { type: 'conversation.ended', ending })
    await conversation.flush?.('end')
    return ending
  } finally {
    floor.over = true
  }
}

const CLOSED = { ok: false, output: { error: 'this conversation is over' } }

async function talkToEnd(floor: Floor): Promise<Ending> {
  let at: Next = { talk: startTalk(floor.of.limits), next: 'customer' }
  // Bounded by talk.ts: every customer turn counts, every ask within a turn counts.
  while (at.next === 'agent' || at.next === 'customer') {
    takeOver(floor)
    if (floor.replay === null) {
      const limit = limitReached(floor.of.limits, spentOn(floor))
      if (limit !== null) return { kind: 'limit.hit', limit }
      await floor.of.flush?.(at.next)
      // Nobody is paid for an answer that will not be heard.
      if (floor.of.signal?.aborted === true) throw new Stopped()
    }
    at = at.next === 'customer' ? await customerTurn(floor, at.talk) : await agentMove(floor, at.talk)
  }
  return at.next
}

const spentOn = ({ toolCalls, tokens, usd, of }: Floor): Spent => ({
  toolCalls,
  tokens,
  usd,
  seconds: of.spending?.seconds() ?? 0,
})

async function customerTurn(floor: Floor, talk: Talk): Promise<Next> {
  const turn =
    floor.replay === null ? await askCustomer(floor, talk) : await relive(floor, floor.replay, talk)
  if (isStrayed(turn)) {
    record(floor, {
      type: 'fault.raised',
      side: 'customer',
      code: turn.strayed,
      message: 'the customer left its card',
    })
    return { talk, next: { kind: 'customer.strayed', code: turn.strayed } }
  }
  for (const { of, acts, by } of turn.understood)
    record(floor, { type: 'message.understood', of, acts: [...acts], by })
  record(floor, { type: 'message.sent', from: 'customer', text: turn.text, act: turn.act })
  floor.heard.push({ from: 'customer', text: turn.text })
  floor.fresh = []
  return onCustomerSpoke(talk, turn.act)
}

const isStrayed = (turn: CustomerTurn | Strayed): turn is Strayed => 'strayed' in turn

async function askCustomer(floor: Floor, talk: Talk): Promise<CustomerTurn | Strayed> {
  const { customer } = floor.of
  const turn = await awaited(floor, talk.turn === 0 ? customer.open() : customer.answer(floor.fresh))
  floor.of.keep?.({ by: 'customer', turn })
  return turn
}

/** A customer that costs nothing is asked again and says the same; one that costs takes the recorded turn as its own. */
async function relive(floor: Floor, replay: Replay, talk: Talk): Promise<CustomerTurn | Strayed> {
  const { customer } = floor.of
  const { turn } = replay.nextAnswer('customer')
  if (customer.relive !== undefined && !isStrayed(turn)) {
    customer.relive(turn, floor.fresh)
    return turn
  }
  const again = await awaited(floor, talk.turn === 0 ? customer.open() : customer.answer(floor.fresh))
  if (!isSame(again, turn)) throw new Diverged('the customer says something else')
  return turn
}

async function agentMove(floor: Floor, talk: Talk): Promise<Next> {
  const { start } = floor.of
  floor.called = 0
  floor.calledRoles.clear()
  const askedAt = floor.heard.length
  const move = floor.replay === null ? await askAgent(floor) : await repeatMove(floor, floor.replay)
  const at = onAgentMoved(talk, enact(floor, move, askedAt))
  const turnIsOver = at.next !== 'agent'
  if (turnIsOver && start.protocol === 'declared' && !at.talk.agentTurn.reported) {
    record(floor, { type: 'report.missing', because: floor.badReport ?? 'no report_step in this turn' })
  }
  if (turnIsOver) {
    floor.badReport = null
    await labelTurn(floor)
  }
  return at
}

/** A label is paid for once: what the record holds is not asked for again. */
async function labelTurn(floor: Floor): Promise<void> {
  takeOver(floor)
  const unlabelled = floor.fresh.filter(({ n }) => !floor.labelled.has(n))
  if (floor.of.label === undefined || floor.replay !== null || unlabelled.length === 0) return
  for (const label of await awaited(floor, floor.of.label(unlabelled)))
    record(floor, { type: 'act.recognised', ...label })
}

async function askAgent(floor: Floor): Promise<AgentMove> {
  const move = await agentReply(floor)
  floor.of.keep?.({ by: 'agent', move, aside: floor.called, stateless: floor.of.agent.stateless === true })
  return move
}

async function agentReply(floor: Floor): Promise<AgentMove> {
  const { agent, sop, tools, start, form } = floor.of
  const { heard, answered } = floor
  const { protocol, today } = start
  const move = await awaited(
    floor,
    agent.reply({ sop: sop(), today, tools, heard, answered, protocol, form }),
  )
  return protocol === 'observed' ? withoutReport(move) : move
}

/** Nobody asked for it: an agent that reports all the same would be judged on what others under observation are not. */
function withoutReport({ report: _, unreadableReport: __, ...move }: AgentMove): AgentMove {
  return move
}

/** The recorded move. An agent that keeps things between replies is fed again, and must answer as it did. */
async function repeatMove(floor: Floor, replay: Replay): Promise<AgentMove> {
  const { move, aside, stateless } = replay.nextAnswer('agent')
  if (stateless || floor.of.agent.stateless === true) {
    for (let calls = 0; calls < aside; calls += 1) {
      takeOver(floor)
      callAside(floor, replay.nextCall())
    }
  } else if (!isSame(await agentReply(floor), move)) throw new Diverged('the agent answers something else')
  if (floor.diverged !== null) throw floor.diverged
  if (floor.called !== aside) throw new Diverged('the agent calls something else')
  return move
}

/** Waits for an answer, but not for one that may never come. */
async function awaited<T>(floor: Floor, answer: Promise<T>): Promise<T> {
  const { signal } = floor.of
  if (signal === undefined) return answer
  let stop: (() => void) | undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new Stopped())
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([answer, stopped])
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop)
  }
}

/** Writes a move down and lets the desk act: report, words, calls, in that order. */
function enact(floor: Floor, move: AgentMove, askedAt: number): MoveMade {
  const report = readReport(floor, move)
  floor.answered.push({ at: askedAt, ...(report === undefined ? {} : { report }) })
  if (report !== undefined) record(floor, { type: 'step.reported', report })
  for (const call of move.reported ?? []) takeReported(floor, call)
  for (const text of move.messages) say(floor, text)
  for (const call of move.calls) callTool(floor, call)
  const asksByReport = report?.action.some(({ act }) => act === 'request' || act === 'propose') ?? false
  return {
    messages: move.messages.length,
    calls: move.calls.length,
    callsAside: floor.called,
    again: move.again ?? false,
    longest: Math.max(0, ...move.messages.map((text) => text.length)),
    report,
    asksSomething: asksByReport || (report === undefined && move.messages.some(floor.of.asks)),
    handedOver: floor.calledRoles.has('handover'),
    closed: floor.calledRoles.has('close'),
  }
}

function readReport(floor: Floor, move: AgentMove): StepReport | undefined {
  if (move.unreadableReport !== undefined) floor.badReport = `unreadable report: ${move.unreadableReport}`
  if (move.report === undefined) return undefined
  const parsed = StepReport.safeParse(move.report)
  if (parsed.success) return parsed.data
  floor.badReport = `unreadable report: ${parsed.error.issues[0]?.message ?? 'wrong shape'}`
  return undefined
}

function say(floor: Floor, text: string): void {
  const kept = text.slice(0, floor.of.limits.messageCharsMax)
  const n = record(floor, { type: 'message.sent', from: 'agent', text: kept })
  floor.heard.push({ from: 'agent', text: kept })
  floor.fresh.push({ n, text: kept })
}

/** A call in the middle of a turn. A record that says something else is noticed when the agent has answered. */
function callAside(
  floor: Floor,
  call: { tool: string; input: Json },
): { readonly ok: boolean; readonly output: Json } {
  floor.called += 1
  try {
    return callTool(floor, call)
  } catch (error) {
    if (!(error instanceof Diverged)) throw error
    floor.diverged ??= error
    return CLOSED
  }
}

function callTool(
  floor: Floor,
  { tool, input }: { tool: string; input: Json },
): { readonly ok: boolean; readonly output: Json } {
  const call = nextCall(floor)
  record(floor, { type: 'tool.called', call, tool, input })
  const { ok, output, changes, amount, role, handover } = floor.of.desk.call(tool, input)
  record(floor, { type: 'tool.returned', call, ok, output })
  floor.heard.push({ from: 'tool', call, tool, input, ok, output })
  changes.forEach(({ table, key, before, after }, index) => {
    const money = index === 0 && amount !== null ? { amount } : {}
    record(floor, { type: 'world.changed', call, table, key, before, after, ...money })
  })
  if (ok) noteRole(floor, call, { role, handover })
  return { ok, output }
}

/** A call made with the agent's own tools: written down as any other, but this desk neither ran it nor changed by it. */
function takeReported(floor: Floor, { tool, input, ok, output }: ReportedCall): void {
  const call = nextCall(floor)
  record(floor, { type: 'tool.called', call, tool, input })
  record(floor, { type: 'tool.returned', call, ok, output })
  floor.heard.push({ from: 'tool', call, tool, input, ok, output })
  floor.called += 1
  if (ok) noteRole(floor, call, floor.of.desk.wouldBe(tool, input))
}

function nextCall(floor: Floor): string {
  takeOver(floor)
  floor.toolCalls += 1
  return `c${floor.n + 1}`
}

function noteRole(
  floor: Floor,
  call: string,
  { role, handover }: Pick<DeskAnswer, 'role' | 'handover'>,
): void {
  if (role === 'handover') record(floor, { type: 'handover.made', call, ...handover })
  if (role === 'close') record(floor, { type: 'ticket.closed', call })
  if (role !== undefined) floor.calledRoles.add(role)
}

/** An aborted wait ends the trial by its limit, or belongs to a run that stops (null); any other error is somebody's fault. */
function endingAfter(floor: Floor, error: unknown): Ending | null {
  if (error instanceof Diverged) throw error
  const { signal } = floor.of
  if (signal?.aborted !== true) return failed(floor, error)
  return signal.reason === TIME_UP ? { kind: 'limit.hit', limit: 'seconds' } : null
}

function failed(floor: Floor, error: unknown): Ending {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNEXPECTED'
  const message = error instanceof Error ? error.message : String(error)
  const side = error instanceof AgentFailed ? 'agent' : 'machinery'
  record(floor, { type: 'fault.raised', side, code, message })
  return side === 'agent' ? { kind: 'agent.failed', code } : { kind: 'machinery.failed', code }
}

function record(floor: Floor, event: NewEvent): number {
  takeOver(floor)
  const { type, ...rest } = event
  const numbered = { n: floor.n + 1, type, ...rest } as TranscriptEvent
  floor.replay?.match(numbered)
  append(floor, numbered)
  return floor.n
}

/** What stands beside the answers in a record is taken as it is; at the record's end the trial goes on by itself. */
function takeOver(floor: Floor): void {
  if (floor.replay === null) return
  for (const event of floor.replay.takeAsides()) append(floor, event)
  if (floor.replay.isOver()) floor.replay = null
}

function append(floor: Floor, event: TranscriptEvent): void {
  floor.n = event.n
  if (event.type === 'act.recognised') floor.labelled.add(event.of)
  if (event.type === 'usage.recorded') {
    floor.tokens += event.input_tokens + event.output_tokens
    floor.usd += floor.of.spending?.usdOf(event) ?? 0
  }
  floor.of.append(event)
}
