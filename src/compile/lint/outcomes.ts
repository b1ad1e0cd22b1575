import type { Deed, Statement } from '../outline/outline.ts'
import { below } from './context.ts'

/** What a stretch of text does for the customer in the end, as far as it says so. */
export type Outcome = 'does' | 'declines' | 'hands-over'

/** The first thing the statements do that settles the matter; null: they only ask, look, tell or explain. */
export function outcomeOf(statements: readonly Statement[]): Outcome | null {
  for (const statement of statements) {
    if (statement.says === 'do') {
      const outcome = outcomeOfDeed(statement.deed)
      if (outcome !== null) return outcome
    }
  }
  return null
}

function outcomeOfDeed(deed: Deed): Outcome | null {
  switch (deed.does) {
    case 'decline':
      return 'declines'
    case 'handover':
      return 'hands-over'
    case 'act':
      return isNothing(deed.object) ? null : 'does'
    case 'confirm':
      return 'does'
    default:
      return null
  }
}

/** "leave everything as it is", "create no label", "be warm": no deed at the desk. */
export const isNothing = (object: string): boolean =>
  /^(?:be|do|leave|stop|take these|keep|go on|give only|write|make sure|try)\b/i.test(object) ||
  /^\w+ (?:no|nothing|none|neither)\b/i.test(object)

/** Does the customer get anything out of it: a deed, an answer, a refusal, a colleague, a way on? */
export const settles = (statement: Statement): boolean =>
  statement.says === 'do'
    ? !/^(?:ask|check|proof|again|take)$/.test(statement.deed.does)
    : statement.says === 'table' || below(statement).some(({ statements }) => statements.some(settles))

/** After this nothing else of the section can happen. */
export const endsHere = (statement: Statement): boolean => {
  if (statement.says === 'do')
    return (
      statement.deed.does === 'handover' ||
      statement.deed.does === 'end' ||
      statement.deed.does === 'close' ||
      (statement.deed.does === 'go' && !statement.deed.comesBack && statement.deed.to !== 'next')
    )
  return (
    statement.says === 'if' &&
    statement.otherwise !== null &&
    statement.then.some(endsHere) &&
    statement.otherwise.some(endsHere)
  )
}
