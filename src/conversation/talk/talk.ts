import type { CustomerAct, StepReport } from '../../base/values/acts.ts'
import type { Ending } from '../../transcript/event.ts'
import type { TalkLimits } from '../protocol/limits.ts'

/**
 * The conversation as a pure step: given the state of the talk and what just happened, who is next, or how it ended.
 * In: what the parties did. Out: the next state. It must not know models, files or what anything is worth.
 */
export type Talk = {
  readonly limits: TalkLimits
  /** customer messages sent so far */
  readonly turn: number
  /** what the agent has done since the customer last spoke */
  readonly agentTurn: AgentTurn
  /** the customer's last act thanked or said goodbye: an agent turn without call, question or proposal closes */
  readonly mayClose: boolean
  readonly leaving: Extract<Ending, { kind: 'customer.left' }>['because'] | null
  /** a question after the goodbye has been answered: the next goodbye is the last word */
  readonly calledBack: boolean
}

export type AgentTurn = {
  readonly asks: number
  readonly calls: number
  readonly messages: number
  readonly reported: boolean
  /** it asked or proposed something: the customer is owed an answer */
  readonly expectsAnswer: boolean
  readonly handedOver: boolean
  readonly closed: boolean
}

export type Next = { readonly talk: Talk; readonly next: 'agent' | 'customer' | Ending }

const FRESH_TURN: AgentTurn = {
  asks: 0,
  calls: 0,
  messages: 0,
  reported: false,
  expectsAnswer: false,
  handedOver: false,
  closed: false,
}

export const startTalk = (limits: TalkLimits): Talk => ({
  limits,
  turn: 0,
  agentTurn: FRESH_TURN,
  mayClose: false,
  leaving: null,
  calledBack: false,
})

export function onCustomerSpoke(talk: Talk, act: CustomerAct): Next {
  const leave = act.moves.find((move) => move.do === 'leave')
  const thanked = act.moves.some((move) => move.do === 'thank')
  return {
    talk: {
      limits: talk.limits,
      turn: talk.turn + 1,
      agentTurn: FRESH_TURN,
      mayClose: thanked || leave !== undefined,
      leaving: leave?.because ?? null,
      calledBack: talk.calledBack || talk.leaving !== null,
    },
    next: 'agent',
  }
}

/** What one answer of the agent consisted of. */
export type MoveMade = {
  readonly messages: number
  readonly calls: number
  /** made by the agent itself before it answered; it has their results, so it is not asked again for them */
  readonly ownCalls: number
  readonly again: boolean
  readonly longest: number
  readonly report: StepReport | undefined
  readonly handedOver: boolean
  readonly closed: boolean
}

/** `asksSomething`: it waits for an answer, by its report or by its words. */
export function onAgentMoved(talk: Talk, move: MoveMade, asksSomething: boolean): Next {
  const before = talk.agentTurn
  const agentTurn: AgentTurn = {
    asks: before.asks + 1,
    calls: before.calls + move.calls + move.ownCalls,
    messages: before.messages + move.messages,
    reported: before.reported || move.report !== undefined,
    expectsAnswer: before.expectsAnswer || asksSomething,
    handedOver: before.handedOver || move.handedOver,
    closed: before.closed || move.closed,
  }
  const { limits, turn, mayClose, leaving, calledBack } = talk
  const after: Talk = { limits, turn, agentTurn, mayClose, leaving, calledBack }
  if (move.longest > limits.messageCharsMax)
    return { talk: after, next: { kind: 'limit.hit', limit: 'message-size' } }
  if (agentTurn.calls > limits.toolCallsPerTurnMax)
    return { talk: after, next: { kind: 'limit.hit', limit: 'tool-calls' } }
  if ((move.calls > 0 || move.again) && agentTurn.asks < limits.asksPerTurnMax)
    return { talk: after, next: 'agent' }
  return { talk: after, next: endOfTurn(after) }
}

function endOfTurn(talk: Talk): Next['next'] {
  const turn = talk.agentTurn
  if (turn.handedOver) return { kind: 'handed.over' }
  if (turn.closed) return { kind: 'agent.closed', by: 'call' }
  // After a premature thanks the agent has had its one more turn: this one.
  const closes = talk.mayClose && turn.calls === 0 && turn.messages > 0 && !turn.expectsAnswer
  if (closes) return { kind: 'agent.closed', by: 'sign-off' }
  // A question after the goodbye is answered, once (E8).
  if (talk.leaving !== null && (!turn.expectsAnswer || talk.calledBack))
    return { kind: 'customer.left', because: talk.leaving }
  if (talk.turn >= talk.limits.turnsMax) return { kind: 'limit.hit', limit: 'turns' }
  return 'customer'
}
