import type { AgentMessage, CustomerMessage } from './seen.ts'

export const NO_DOUBTS: Pick<AgentMessage, 'doubtful' | 'answered' | 'isLast'> = {
  doubtful: new Set(),
  answered: new Set(),
  isLast: false,
}

/**
 * What the customer's answers show of how a question was read. One that asks for what had been told, or is asked again after its
 * answer, may have asked for something else; and whatever the next message told may have been asked for. What the agent
 * reported leaves no doubt.
 */
export function withDoubts(
  messages: readonly AgentMessage[],
  heard: readonly CustomerMessage[],
): readonly AgentMessage[] {
  const answers = heard.flatMap(({ n, act }) =>
    act.moves.flatMap((move) => (move.do === 'tell' || move.do === 'lack' ? [{ n, field: move.field }] : [])),
  )
  const asked = messages.flatMap((message) => fieldsAsked(message).map((field) => ({ field, n: message.n })))
  const isDoubtful = (field: string, n: number): boolean =>
    answers.some(
      (answer) =>
        answer.field === field &&
        (answer.n < n || asked.some((later) => later.field === field && later.n > answer.n)),
    )
  return messages.map((message) => {
    const answer = heard.find(({ n }) => n > message.n)
    const isLast = answer?.act.moves.some((move) => move.do === 'leave') === true
    if (message.reported.length > 0) return isLast ? { ...message, isLast } : message
    return {
      ...message,
      isLast,
      doubtful: new Set(
        fieldsAsked(message).filter((field) => hasQuestion(message) && isDoubtful(field, message.n)),
      ),
      answered: new Set(answer?.act.moves.flatMap((move) => ('field' in move ? [move.field] : []))),
    }
  })
}

/** "You made this payment yourself" was taken for a question, and asks nothing. "Anything else?" asks for nothing here. */
const hasQuestion = ({ reading }: AgentMessage): boolean =>
  reading.sentences.some(
    ({ form, acts }) =>
      form === 'question' && !acts.every(({ kind }) => kind === 'anything-else' || kind === 'courtesy'),
  )

const fieldsAsked = ({ acts }: AgentMessage): readonly string[] =>
  acts.flatMap(({ act }) => (act.act === 'request' && act.field !== undefined ? [act.field] : []))
