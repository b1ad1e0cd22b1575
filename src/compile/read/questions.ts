import type { Condition, Statement } from '../outline/outline.ts'
import { atomOf, conditionOf, negated } from './conditions.ts'
import { plain, withoutEnd } from './plain.ts'
import type { ReadSentence } from './sentence.ts'

/**
 * Conditions written as questions: "Is it reserved? Decline.", "Reserved? If so, ...", and yes and no in the list below.
 * What follows such a question is done for some, never for everybody.
 */
export function questionIn(read: ReadSentence | undefined): Condition | null {
  const [only, ...more] = read?.statements ?? []
  if (only?.says !== 'background' || only.because !== 'a question' || more.length > 0) return null
  const text = withoutEnd(plain(only.text))
  if (/["']|\b(?:you|your|what|which|who|whom|whose|why|how|when|where)\b/i.test(text)) return null
  const asked = ASKED.exec(text)
  if (asked === null) return text.split(' ').length <= 5 ? atomOf(text) : null
  const [, verb = '', subject = '', rest = ''] = asked
  if (/^(?:do|does|did)$/i.test(verb)) return conditionOf(`${subject} ${rest.replace(/^have\b/i, 'has')}`)
  return conditionOf(`${subject} ${verb.toLowerCase()} ${rest}`)
}

const ASKED =
  /^(is|are|was|were|has|have|do|does|did|can|could|will|would) ((?:the|an?|their|its|our|this|that|any) [a-z-]+|it|they|he|she|there|we) (.+)$/i

/** The sentence behind a question, under it. */
export function underQuestion(asked: Condition, read: ReadSentence): ReadSentence | null {
  const [first] = read.statements
  const follows = read.joins === 'yes' || read.joins === 'no' || read.joins === 'otherwise'
  const orders = read.joins === null && read.statements.every(({ says }) => says === 'do')
  if (first === undefined || (!follows && !orders)) return null
  const condition = read.joins === null || read.joins === 'yes' ? asked : negated(asked)
  const { clause, text, at } = first
  return {
    ...read,
    joins: null,
    statements: [{ clause, text, at, says: 'if', condition, then: read.statements, otherwise: null }],
  }
}

/** "Is it returned?" with "Yes: ..." and "No: ..." below. */
export function answersTo(asked: Condition, below: readonly Statement[]): readonly Statement[] | null {
  const answers = below.map((one): Statement | null => {
    const said = one.says === 'if' && 'atom' in one.condition ? one.condition.atom.toLowerCase() : ''
    if (one.says !== 'if' || !/^(?:yes|no)$/.test(said)) return null
    return { ...one, condition: said === 'yes' ? asked : negated(asked) }
  })
  return answers.length > 0 && answers.every((one) => one !== null) ? answers : null
}
