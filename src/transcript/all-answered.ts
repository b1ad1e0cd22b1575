import { actsOf } from '../base/values/reading.ts'
import type { Transcript, TranscriptEvent } from './event.ts'

/**
 * Whether each agent turn that was owed got a letter, a digit or a call. The turn after a goodbye, a close or a handover is not owed,
 * nor one that a limit on tokens or money kept from being asked for. An agent that crashed, hung or could not be read gave no answer.
 */
export function allAnswered(transcript: Transcript): boolean {
  let [isOwed, isOpen, isOver, saidGoodbye] = [false, false, false, false]
  for (const event of transcript) {
    if (event.type === 'message.sent' && event.from === 'customer') {
      if (isOpen) return false
      isOwed = !isOver && !saidGoodbye && !event.act.moves.some((move) => move.do === 'leave')
      isOpen = isOwed
      saidGoodbye = false
    } else if (event.type === 'ticket.closed' || event.type === 'handover.made') isOver = true
    else if (event.type === 'message.read')
      saidGoodbye ||= actsOf(event.reading).some(({ kind, sure }) => kind === 'sign-off' && sure)
    else if (event.type === 'conversation.ended' && event.ending.kind === 'agent.failed') return !isOwed
    else if (event.type === 'conversation.ended' && event.ending.kind === 'limit.hit')
      return !isOpen || event.ending.limit === 'tokens' || event.ending.limit === 'money'
    if (isAnswer(event)) isOpen = false
  }
  return !isOpen
}

const isAnswer = (event: TranscriptEvent): boolean =>
  event.type === 'tool.called' ||
  (event.type === 'message.sent' && event.from === 'agent' && /[\p{L}\p{N}]/u.test(event.text))
