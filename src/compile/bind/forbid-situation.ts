import { UNKNOWN } from '../../base/values/value.ts'
import type { Condition } from '../outline/outline.ts'
import { measureOf } from '../read/measure.ts'
import { allOf, anyOf, type Bound, namesIn, notOf, TRUE } from '../tie/condition.ts'
import type { DeskTool } from '../tie/desk.ts'
import { fieldsIn } from '../tie/find-named.ts'
import { tieCondition } from '../tie/tie-condition.ts'
import { answerOf } from '../tie/tie-lack.ts'
import { tieMeasured } from '../tie/tie-measure.ts'
import { fieldsOfValues, valuesNamed } from '../tie/tie-value.ts'
import type { Tying } from '../tie/tying.ts'
import { alike, contentOf, stem, stemsOf, wordsOf } from '../tie/words.ts'
import { headOf } from './forbid-tools.ts'
import type { Never } from './notes.ts'

/** When something is forbidden. */
export type Situation =
  | {
      readonly when: Bound /** a part of the sentence that no variable holds */
      readonly untied: string | null
    }
  /** "in any other case": wherever the flow itself does not do it */
  | { readonly when: 'elsewhere' }
  /** nothing in the sentence says when */
  | { readonly when: null; readonly untied: string | null }

const STRANGER =
  /\bstrangers?\b|\bnot (?:the|its|their) (?:resident|owner|holder|customer|person|passenger|learner|member|guest|tenant|patient|reader|account holder)\b|\b(?:anybody|anyone|somebody|someone) (?:else|but)\b|\bhas not named it\b|\bhave not (?:named|matched|verified)\b|\bhas not been verified\b|\bunverified\b/i
const ELSEWHERE =
  /\b(?:in|for|on|under|at) (?:any|every|all|no) other (?:case|cases|reason|reasons|ground|grounds|circumstances?|situations?|time|way|order)\b|\b(?:that|which|than|beyond what)\b[^,.;]{0,80}\b(?:table|section|page|list|handbook|rule|rules|policy)s?\b[^,.;]{0,30}\b(?:does not|do not|doesn't|gives?|allows?|names?|says?|lists?|provides?)\b|\b(?:any|every)where this (?:page|handbook|section) does not\b/i

export type Said = {
  readonly words: string
  readonly tools: readonly DeskTool[]
  readonly stranger: Bound | null
}

/** As the sentence says, by its adjectives, or for somebody who has not shown who they are. */
export function situationOf({ statement, at }: Never, { words, tools, stranger }: Said): Situation {
  const { tying } = at
  const text = `${words} ${statement.text}`
  if (ELSEWHERE.test(text)) return { when: 'elsewhere' }
  const own = /\bbelongs? to\b/i.test(text)
    ? [...tying.derived.keys()].find((name) => name.startsWith('own_'))
    : undefined
  if (own !== undefined) return { when: { name: `derived.${own}`, is: '!=', value: true }, untied: null }
  const isStranger = STRANGER.test(text)
  const inside = isStranger && stranger !== null ? [{ bound: stranger }] : []
  const when = statement.when === null || isStranger ? [] : tieParts(statement.when, tying, statement.text)
  const unless = statement.unless === null ? [] : tieLift(statement.unless, tying, statement.text)
  const stated = [...inside, ...when, ...unless]
  const bounds = stated.flatMap((part) => ('bound' in part ? [part.bound] : []))
  const untied = stated.flatMap((part) => ('loose' in part ? [part.loose] : []))[0] ?? null
  // what is told names a column, not a state: "a delivery address" is of no delivered order
  const described = statement.deed.does === 'tell' ? '' : words.slice(headOf(words).length)
  const parts = [...bounds, ...describedBy(described, { stated: bounds, tying, tools })]
  if (isStranger && stranger === null && parts.length === 0)
    return { when: null, untied: 'who is a stranger' }
  if (parts.length > 0) return { when: allOf(parts), untied }
  const always = /\b(?:to anybody|to anyone|ever|at all|to nobody|no one|for nobody)\b/i.test(text)
  return always ? { when: TRUE, untied: null } : { when: null, untied }
}

/** "book a late check-out" names the tool: nobody has checked out. */
function withoutNames(described: string, tools: readonly DeskTool[]): string {
  const own = tools.flatMap(({ id, name }) => stemsOf(`${id} ${name}`))
  return wordsOf(described)
    .filter((word) => !own.includes(stem(word)))
    .join(' ')
}

/** "an angry customer with low trust": what its adjectives and the text's own names say, besides what is stated. */
function describedBy(
  described: string,
  { stated, tying, tools }: { stated: readonly Bound[]; tying: Tying; tools: readonly DeskTool[] },
): readonly Bound[] {
  const known = new Set(stated.flatMap(namesIn))
  const adjectives = valuesNamed(withoutNames(described, tools), tying).filter(
    (bound) => !namesIn(bound).some((name) => known.has(name)),
  )
  const said = contentOf(described)
  const named = tying.terms.find(({ stems }) => stems.every((part) => said.some((word) => alike(word, part))))
  const measure = measureOf(described)
  const measured = measure === null ? undefined : tieMeasured({ measure }, described.toLowerCase(), tying)
  const isNew = named !== undefined && !namesIn(named.bound).some((name) => known.has(name))
  return [
    ...adjectives.map((one) => wider(one, said, tying)),
    ...(isNew ? [named.bound] : []),
    ...(measured === undefined ? [] : [measured]),
  ]
}

/** "inside a home" is the answer of that name, and also all else that the text calls a part of the home. */
function wider(bound: Bound, said: readonly string[], { terms }: Tying): Bound {
  const text = JSON.stringify(bound)
  const term = terms.find(
    ({ stems, bound: meant }) =>
      'any' in meant &&
      meant.any.some((part) => JSON.stringify(part) === text) &&
      stems.some((part) => said.some((word) => alike(word, part))),
  )
  return term?.bound ?? bound
}

type Part = { readonly bound: Bound } | { readonly loose: string }

/** Each part of a condition by itself: of "without the fee when trust is low" the second can be tied. */
function tieParts(condition: Condition, tying: Tying, sentence: string): readonly Part[] {
  if ('all' in condition) return condition.all.flatMap((part) => tieParts(part, tying, sentence))
  if ('any' in condition) {
    const parts = condition.any.map((part) => tieParts(part, tying, sentence))
    const loose = parts.flat().find((part) => 'loose' in part)
    if (loose !== undefined) return [loose]
    return [
      {
        bound: anyOf(parts.map((part) => allOf(part.flatMap((one) => ('bound' in one ? [one.bound] : []))))),
      },
    ]
  }
  const answered: Tying = { ...tying, sentence, focus: { ...tying.focus, answering: { kind: 'field' } } }
  const tied = tieCondition(condition, answered)
  // what always holds says nothing about when: the words were not understood
  if ('bound' in tied && 'constant' in tied.bound)
    return [{ loose: 'atom' in condition ? condition.atom : sentence }]
  if ('bound' in tied) return [tied]
  if ('loose' in tied) return [tied]
  // "somebody who has said no": to what was asked in this section
  const { field } = tying.focus
  const answer = field === null ? undefined : answerOf(tied.answer, field)
  return [answer === undefined ? { loose: tied.about } : { bound: answer }]
}

const ASKED =
  /\b(?:you|we) (?:have|had|'ve) (?:asked|checked|heard|learn[et]d?|found out)(?: about| for| whether| if)?\b/i

/** What lifts it does not hold: "before all three have matched", "before you have asked about it". */
function tieLift(condition: Condition, tying: Tying, sentence: string): readonly Part[] {
  const text = 'atom' in condition ? condition.atom : ''
  if (ASKED.test(text)) {
    const rest = text.replace(ASKED, '')
    const asked = fieldsIn(rest, tying.desk)
    const fields = asked.length > 0 ? asked : fieldsOfValues(rest, tying)
    const unsaid = fields.map(({ id }): Bound => ({ name: `fields.${id}`, is: '==', value: UNKNOWN }))
    if (unsaid.length > 0) return [{ bound: anyOf(unsaid) }]
  }
  const parts = tieParts(condition, tying, sentence)
  const tied = parts.flatMap((part) => ('bound' in part ? [part.bound] : []))
  const loose = parts.filter((part) => 'loose' in part)
  return tied.length === 0 ? loose : [{ bound: notOf(allOf(tied)) }, ...loose]
}
