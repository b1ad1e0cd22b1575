import type { StepReport } from '../../base/values/acts.ts'
import type { Json } from '../../base/values/json.ts'
import type { EventOf, Transcript } from '../../transcript/event.ts'
import type { AgentMove, ReportedCall } from '../protocol/agent.ts'
import type { Answered } from './replay.ts'

/**
 * The answers of a finished conversation, told by its events. In: a transcript. Out: what each party answered, in order,
 * and the events each answer led to. Pages of an unfinished trial hold the answers themselves; a finished one is replayed
 * from these. Where an answer ends is known by the model call after it or by the reading of its words; calls in a row
 * without either are told as one answer each, and `takeSame` of a replay joins them again.
 */
export type ToldAnswer = { readonly answer: Answered; readonly from: number; readonly to: number }

/** An agent is asked at most 16 times a turn: finer than this an answer is not cut. */
const ANSWERS_A_TURN = 12

export function toldAnswers(events: Transcript): readonly ToldAnswer[] {
  const told: ToldAnswer[] = []
  const ownTools = events.some((event) => event.type === 'trial.started' && event.tools === 'own')
  let open: OpenMove | null = null
  let inTurn = 0
  let paidByCall = false

  const close = (): void => {
    if (open === null) return
    told.push({ answer: answerOf(open), from: open.from, to: open.to })
    open = null
    inTurn += 1
  }
  /** the answer that an act of this kind belongs to */
  const moveFor = (n: number, begins: (move: OpenMove) => boolean): OpenMove => {
    if (open !== null && (open.isRead || begins(open))) close()
    open ??= { from: n, to: n, messages: [], calls: [], reported: [], report: null, isRead: false }
    open.to = n
    return open
  }

  for (const event of events) {
    const { n } = event
    switch (event.type) {
      case 'conversation.ended':
        close()
        return withAgain(told)
      case 'usage.recorded':
        if (event.role !== 'agent') break
        paidByCall = true
        close()
        break
      case 'message.sent':
        if (event.from === 'agent') {
          moveFor(n, ({ calls }) => calls.length > 0).messages.push(event.text)
          break
        }
        close()
        inTurn = 0
        paidByCall = false
        told.push({ answer: customerAnswer(event), from: n, to: n })
        break
      case 'step.reported':
        moveFor(n, () => true).report = event.report
        break
      case 'tool.called': {
        const { tool, input } = event
        if (ownTools) {
          const move = moveFor(n, ({ messages }) => messages.length > 0)
          move.reported.push({ tool, input, ok: false, output: null })
          break
        }
        const isApart = ({ calls, messages }: OpenMove) =>
          calls.length > 0 && messages.length === 0 && !paidByCall && inTurn < ANSWERS_A_TURN
        moveFor(n, isApart).calls.push({ tool, input })
        break
      }
      case 'tool.returned':
        takeResult(open, event)
        break
      case 'message.read':
      case 'message.understood':
      case 'act.recognised':
        extend(open, n)
        if (open !== null) markRead(open)
        break
      default:
        extend(open, n)
    }
  }
  close()
  return withAgain(told)
}

type OpenMove = {
  readonly from: number
  to: number
  readonly messages: string[]
  readonly calls: { readonly tool: string; readonly input: Json }[]
  readonly reported: ReportedCall[]
  report: StepReport | null
  /** its words were read: it was over by then */
  isRead: boolean
}

const extend = (move: OpenMove | null, n: number): void => {
  if (move !== null) move.to = n
}

const markRead = (move: OpenMove): void => {
  if (move.messages.length > 0) move.isRead = true
}

function takeResult(move: OpenMove | null, { n, ok, output }: EventOf<'tool.returned'>): void {
  if (move === null) return
  move.to = n
  const last = move.reported.pop()
  if (last !== undefined) move.reported.push({ ...last, ok, output })
}

const answerOf = ({ messages, calls, reported, report }: OpenMove): Answered => ({
  by: 'agent',
  move: {
    messages,
    calls,
    ...(report === null ? {} : { report }),
    ...(reported.length === 0 ? {} : { reported }),
  },
  aside: 0,
  stateless: false,
})

const customerAnswer = ({ text, act }: Extract<EventOf<'message.sent'>, { from: 'customer' }>): Answered => ({
  by: 'customer',
  turn: { text, act, leaves: act.moves.some((move) => move.do === 'leave') },
})

/** An answer without calls after which the agent was asked again had said that its turn was not over. */
const withAgain = (told: readonly ToldAnswer[]): readonly ToldAnswer[] =>
  told.map((one, index) => {
    const { answer } = one
    const goesOn =
      answer.by === 'agent' && answer.move.calls.length === 0 && told[index + 1]?.answer.by === 'agent'
    return goesOn ? { ...one, answer: { ...answer, move: asksAgain(answer.move) } } : one
  })

const asksAgain = (move: AgentMove): AgentMove => ({ ...move, again: true })
