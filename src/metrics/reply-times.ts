import type { Transcript } from '../transcript/event.ts'

/**
 * How long the agent's model took in each of its turns, in milliseconds: its calls and their retries. A turn without a call is
 * left out.
 */
export function replyTimes(transcript: Transcript): readonly number[] {
  const turns: number[] = []
  let turn: number | null = null
  for (const event of transcript) {
    if (event.type === 'message.sent' && event.from === 'customer') {
      if (turn !== null) turns.push(turn)
      turn = null
    } else if (event.type === 'usage.recorded' && event.role === 'agent') turn = (turn ?? 0) + event.took_ms
    else if (event.type === 'call.retried' && event.role === 'agent') turn = (turn ?? 0) + event.waited_ms
  }
  return turn === null ? turns : [...turns, turn]
}

/** Counts of times: memory grows with how much they differ, not with how many there are. */
export function addReplies(counts: Map<number, number>, times: readonly number[]): void {
  for (const time of times) {
    const rounded = Number(time.toPrecision(3))
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1)
  }
}
