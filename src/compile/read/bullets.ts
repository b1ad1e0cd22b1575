import type { Condition, Source, Statement } from '../outline/outline.ts'
import { conditionOf, negated } from './conditions.ts'
import { background, unread } from './parts.ts'
import { plain, withoutEnd } from './plain.ts'
import { type ReadSentence, readSentence } from './sentence.ts'

/** "Refund it if all of these hold:" with the conditions in the list below; null: the list holds something else. */
export function readBullets(lead: Source, items: readonly Source[]): ReadSentence | null {
  if (items.length === 0) return null
  const told = leadOf(withoutEnd(plain(lead.text)), items)
  if (told === 'unclear') {
    const because = 'does not say whether one or all of what is listed below it must hold'
    return { statements: [unread(lead, because), ...items.map(asPart)], joins: null, opens: false }
  }
  if (told === null) return null
  const condition = joined(told.join, items)
  const read = readSentence({ ...lead, text: told.main })
  const statements =
    told.main === ''
      ? [bare(lead, condition)]
      : read.statements.map((each) => under(each, condition, told.only))
  if (statements.some((each) => each === null)) return null
  return {
    statements: [...statements.filter((each) => each !== null), ...items.map(asPart)],
    joins: read.joins,
    opens: false,
  }
}

const asPart = (item: Source): Statement => background(item, 'a condition of the sentence above')

type Join = 'all' | 'any' | 'none'
type Lead = { readonly main: string; readonly join: Join; readonly only: boolean }

const COUNTED =
  /^(.*?)(?:^|,?\s+)(only )?(?:if|when|where|provided(?: that)?|as long as|unless)\s+(any|one|either|at least one|all|both|each|none)(?: one)?(?: of)? (?:the following|these|those)(?: conditions?| points?| things?)?(?:\s+(?:is|are|hold|holds|apply|applies|has|have)\b[^,]*)?(?:,\s*(?:then\s+)?(.+))?$/i
const OPEN = /^(.*?),?\s+(only )?(if|when|where|provided(?: that)?|as long as|unless)$/i

function leadOf(text: string, items: readonly Source[]): Lead | 'unclear' | null {
  const counted = COUNTED.exec(text)
  if (counted !== null) {
    const [, before = '', only, word = '', after = ''] = counted
    const join: Join = /^(?:all|both|each)$/i.test(word) ? 'all' : /^none$/i.test(word) ? 'none' : 'any'
    return { main: before || after, join: turned(join, /\bunless\b/i.test(text)), only: only !== undefined }
  }
  const open = OPEN.exec(text)
  const join = joinIn(items)
  if (open === null) return null
  if (join === null) return 'unclear'
  return {
    main: open[1] ?? '',
    join: turned(join, /^unless$/i.test(open[3] ?? '')),
    only: open[2] !== undefined,
  }
}

/** "unless any holds" is "if none holds". */
const turned = (join: Join, unless: boolean): Join => (unless && join === 'any' ? 'none' : join)

/** The word the items themselves end with, if they do; one item alone needs none. */
function joinIn(items: readonly Source[]): 'all' | 'any' | null {
  if (items.length === 1) return 'all'
  const ends = items.map((item) => /\b(and|or)[,;]?$/i.exec(withoutEnd(plain(item.text)))?.[1]?.toLowerCase())
  return ends.includes('or') ? 'any' : ends.includes('and') ? 'all' : null
}

function joined(join: Join, items: readonly Source[]): Condition {
  const parts = items.map((item) =>
    conditionOf(withoutEnd(plain(item.text)).replace(/[,;]?\s+(?:and|or)$/i, '')),
  )
  const [only] = parts
  if (only !== undefined && parts.length === 1) return join === 'none' ? negated(only) : only
  if (join === 'none') return negated({ any: parts })
  return join === 'all' ? { all: parts } : { any: parts }
}

const bare = (lead: Source, condition: Condition): Statement => ({
  ...lead,
  says: 'if',
  condition,
  then: [],
  otherwise: null,
})

/** What is said holds under the condition; "only" and "can be" say that it holds nowhere else. */
function under(statement: Statement, condition: Condition, only: boolean): Statement | null {
  const { clause, text, at } = statement
  const said = withoutEnd(plain(text)).replace(/^(?:otherwise|in other cases|else),?\s+/i, '')
  if (statement.says === 'do' && only)
    return { clause, text, at, says: 'never', deed: statement.deed, when: null, unless: condition }
  if (statement.says === 'do')
    return { clause, text, at, says: 'if', condition, then: [statement], otherwise: null }
  if (statement.says === 'never') return statement.when === null ? { ...statement, when: condition } : null
  const may =
    /^(?:an?\s+|the\s+)?(.{1,80}?) (?:can|may|will|must|should)(?: only)? be (\w+?)(?:e?d)\b(.*)$/i.exec(said)
  if (may?.[1] !== undefined && may[2] !== undefined) {
    const object = `${may[2]} ${may[1]}${may[3] ?? ''}`.replace(/([lnpt])\1 /, '$1 ')
    return { clause, text, at, says: 'never', deed: { does: 'act', object }, when: null, unless: condition }
  }
  const is = /^(.{1,60}?) (?:is|are|counts? as) (?!not\b)([^,]{1,60})$/i.exec(said)
  return is?.[2] === undefined ? null : { clause, text, at, says: 'means', term: is[2], condition }
}
