import type { AgentAct, CustomerMove } from '../../base/values/acts.ts'
import type { Seen, SeenAction } from './seen.ts'

/** A proposal of a tool and what the customer said to it last, before an action. */
export type Answer = {
  readonly n: number
  readonly proposal: number
  readonly yes: boolean
  readonly arguments: Readonly<Record<string, unknown>>
}

export function answerTo(seen: Seen, action: SeenAction): Answer | null {
  let last: Answer | null = null
  for (const { n, act } of seen.heard) {
    if (n > action.n) break
    for (const move of act.moves) {
      if (!answers(move) || (action.request !== null && move.request !== action.request)) continue
      const proposed = proposalIn(seen, move.proposal, action.call?.tool ?? '')
      if (proposed !== undefined)
        last = { n, proposal: move.proposal, yes: move.do === 'agree', arguments: proposed.arguments ?? {} }
    }
  }
  return last
}

type AnswerMove = Extract<CustomerMove, { do: 'agree' | 'refuse' }>
const answers = (move: CustomerMove): move is AnswerMove => move.do === 'agree' || move.do === 'refuse'

type Proposal = Extract<AgentAct, { act: 'propose' }>

function proposalIn(seen: Seen, n: number, tool: string): Proposal | undefined {
  const message = seen.messages.find((each) => each.n === n)
  return message?.acts.find((act): act is Proposal => act.act === 'propose' && act.tool === tool)
}

/** Arguments that were named in the proposal and are others in the call. */
export const changedArguments = (
  answer: Answer,
  input: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.entries(answer.arguments)
    .filter(([name, value]) => input[name] !== value)
    .map(([name]) => name)
