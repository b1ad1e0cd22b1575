/** Answers handed on in one turn of the event loop. Each leads to a few tenths of a millisecond of work. */
const A_TURN = 32

/**
 * Hands answers on, so many in each turn of the event loop. The event loop brings all answers that have come, and what each
 * conversation says next is durable, and sent, only in a turn after that: if a thousand answers came in one turn, the first
 * conversation would wait for the work of all the others, in every round anew.
 */
export function handOnInTurns(aTurn = A_TURN): (answer: () => void) => void {
  const waiting: (() => void)[] = []
  let handedOn = 0
  let isDue = false
  const turnLater = (): void => {
    if (isDue) return
    isDue = true
    setImmediate(turn)
  }
  const turn = (): void => {
    isDue = false
    const now = waiting.splice(0, aTurn)
    handedOn = now.length
    if (handedOn > 0) turnLater()
    for (const answer of now) answer()
  }
  return (answer) => {
    turnLater()
    if (waiting.length > 0 || handedOn >= aTurn) waiting.push(answer)
    else {
      handedOn += 1
      answer()
    }
  }
}
