import type { Condition, Source, Statement } from '../outline/outline.ts'
import { conditionOf, negated } from './conditions.ts'
import { orderIn } from './deeds.ts'
import { part } from './parts.ts'
import { aboutWhom } from './rules.ts'

/**
 * Sentences that say when something may be done, and leave what is done to the sentences behind them: "An order that is
 * paid can be cancelled", "We replace what came broken if ...", "Until it has left it can go anywhere".
 */
export function readPermits(source: Source, text: string): readonly Statement[] | null {
  if (orderIn(text) !== null || /\b(?:never|cannot|can't|(?:can|may|do) not|only be)\b/i.test(text))
    return null
  const can =
    /^((?:an?|any|every|all|the) .{2,120}?) (?:can|may)(?: still| always)? (?:be \w+(?:ed|en|t)|go|come|have|get|change)\b[^,;]{0,80}$/i.exec(
      text,
    )
  if (can?.[1] !== undefined && /\b(?:that|who|which|whose)\b/i.test(can[1]))
    return [permitted(source, aboutWhom(can[1]))]
  const we =
    /^we (?:also )?(?!only\b|have\b|are\b|can\b|ask\b)[a-z]+ .{2,120}? (?:if|when|provided(?: that)?|as long as) (.+)$/i.exec(
      text,
    )
  return we?.[1] === undefined
    ? readOpenUntil(source, text)
    : [permitted(part(source, text), conditionOf(we[1]))]
}

/** "Until an order is shipped it can go anywhere" */
function readOpenUntil(source: Source, text: string): readonly Statement[] | null {
  const found =
    /^(?:until|before) (.{3,80}?),? (?:it|they|the \w+|\w+) (?:can|may)(?: still| also)? (?!not\b)[a-z].*$/i.exec(
      text,
    )
  return found?.[1] === undefined ? null : [permitted(source, negated(conditionOf(found[1])))]
}

const permitted = (source: Source, condition: Condition): Statement => ({
  ...source,
  says: 'if',
  condition,
  then: [],
  otherwise: null,
  permits: true,
})
