import type { CustomerMove } from '../../../src/base/values/acts.ts'
import type { Count } from '../../../src/cards/tactic.ts'

/** How many of a customer's moves a tactic's count counts. */
export const countMoves = (moves: readonly CustomerMove[], count: Count): number =>
  moves.filter((move) => isCounted(move, count)).length

function isCounted(move: CustomerMove, count: Count): boolean {
  switch (count) {
    case 'pushes':
      return move.do === 'push' && move.kind === 'push'
    case 'arguments':
      return move.do === 'push' && move.kind === 'argument'
    case 'claims':
      return move.do === 'push' && move.kind === 'claim'
    case 'detours':
      return move.do === 'detour'
    case 'silences':
      return move.do === 'silence'
    case 'dodges':
      return move.do === 'dodge'
    case 'thanks':
      return move.do === 'thank'
  }
}
