import { parseSop } from '../../sop/parse-sop.ts'
import type { Condition, Deed, Statement } from '../outline/outline.ts'
import { readOutline } from './read-outline.ts'

/** What the reader makes of a text, as a small picture for tests: a line a statement, branches indented. */
export function pictureOf(text: string): string {
  return readOutline(parseSop('sop.md', text))
    .sections.flatMap((section) => section.statements.flatMap((statement) => linesOf(statement)))
    .join('\n')
}

const indented = (statements: readonly Statement[]): readonly string[] =>
  statements.flatMap((statement) => linesOf(statement).map((line) => `  ${line}`))

function linesOf(statement: Statement): readonly string[] {
  switch (statement.says) {
    case 'do':
      return [deedText(statement.deed)]
    case 'if': {
      const otherwise = statement.otherwise === null ? [] : ['else', ...indented(statement.otherwise)]
      return [`if ${conditionText(statement.condition)}`, ...indented(statement.then), ...otherwise]
    }
    case 'around':
      return [`${statement.order} "${statement.event}"`, ...indented(statement.then)]
    case 'never': {
      const when = statement.when === null ? '' : ` when ${conditionText(statement.when)}`
      const unless = statement.unless === null ? '' : ` unless ${conditionText(statement.unless)}`
      return [`never ${deedText(statement.deed)}${when}${unless}`]
    }
    case 'means':
      return [`"${statement.term}" means ${conditionText(statement.condition)}`]
    case 'table':
      return statement.rows.flatMap((row) => [
        `row ${row.conditions.map((each) => (each === null ? 'any' : conditionText(each))).join(' ; ')}`,
        ...indented(row.then),
      ])
    case 'background':
    case 'unread':
      return [`${statement.says}: ${statement.because}`]
  }
}

export function conditionText(condition: Condition): string {
  if ('all' in condition) return `(${condition.all.map(conditionText).join(' & ')})`
  if ('any' in condition) return `(${condition.any.map(conditionText).join(' | ')})`
  if ('not' in condition) return `not ${conditionText(condition.not)}`
  const { subject, predicate, measure } = condition
  const measured =
    measure === null
      ? ''
      : ` {${[measure.compare, measure.amount, measure.unit, measure.from].filter((each) => each !== null).join(' ')}}`
  return `[${subject === null ? '' : `${subject}: `}${predicate}${measured}]`
}

function deedText(deed: Deed): string {
  switch (deed.does) {
    case 'confirm':
      return deed.object === null ? 'confirm' : `confirm ${deed.object}`
    case 'handover':
      return deed.to === null ? 'hand over' : `hand over to ${deed.to}`
    case 'close':
    case 'end':
      return deed.does
    case 'again':
      return `again ${deed.times ?? 'without end'}${deed.object === null ? '' : ` ${deed.object}`}`
    case 'go':
      return `${deed.comesBack ? 'call' : 'go'} ${deed.to}`
    case 'take':
      return `take ${deed.object} as ${deed.as}`
    default:
      return `${deed.does} ${deed.object}`.trim()
  }
}
