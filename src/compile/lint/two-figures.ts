import type { Measure, Statement } from '../outline/outline.ts'
import { measureOf } from '../read/measure.ts'
import { plain } from '../read/plain.ts'
import { numberOf } from '../tie/words.ts'
import { meaningOf, shareOf, unitOf } from './claims.ts'
import { type LintContext, sentenceOf } from './context.ts'
import { AGREE, type Finding, finding } from './finding.ts'

/** How alike two sentences must be, numbers apart, to speak of the same thing. */
const ALIKE = 0.7

/** "A refund takes 5 days." and, elsewhere, "A refund takes 7 days." */
export function twoFigures(context: LintContext): readonly Finding[] {
  const figures = context.placed.flatMap(({ statement, under }) =>
    under.length > 0 ? [] : figureIn(context, statement),
  )
  const near = neighbours(figures)
  return figures.flatMap((one): readonly Finding[] => {
    const other = near(one).find(
      (each) =>
        each.at > one.at &&
        each.statement.clause !== one.statement.clause &&
        differ(each.measure, one.measure) &&
        shareOf(each.meaning, one.meaning) >= (one.meaning.size < 4 ? 1 : ALIKE),
    )
    if (other === undefined) return []
    const about = [one.statement, other.statement].map((each) => sentenceOf(context.sop, each))
    const [first, ...rest] = about
    if (first === undefined) return []
    const figure = [one, other]
      .map(({ measure: { amount, unit } }) => `${amount} ${unit ?? ''}`.trim())
      .join(' and ')
    return [
      finding('contradicting-clauses', [first, ...rest], {
        says: `The same thing has two figures: ${figure}.`,
        instead: AGREE,
      }),
    ]
  })
}

/** "Cancel it and tell them that it takes an hour.": the figure belongs to what is told, not to the cancelling. */
const toldIn = (statement: Statement): string | null =>
  statement.says === 'do' && (statement.deed.does === 'tell' || statement.deed.does === 'explain')
    ? statement.deed.object.replace(/^(?:them|the \w+|customers?)\s+(?:that\s+)?/i, '')
    : null

const HOURS: Readonly<Record<string, number>> = { minute: 1 / 60, hour: 1, day: 24, week: 168 }

/** The same unit and another number, or two times that are not the same. */
function differ(a: Measure, b: Measure): boolean {
  const [one, other] = [unitOf(a), unitOf(b)]
  if (one === other) return a.amount !== b.amount
  const [mine, theirs] = [HOURS[one], HOURS[other]]
  return mine !== undefined && theirs !== undefined && a.amount * mine !== b.amount * theirs
}

type Figure = {
  readonly at: number
  readonly statement: Statement
  readonly measure: Measure
  readonly meaning: ReadonlySet<string>
}

function figureIn({ sop }: LintContext, statement: Statement): readonly Figure[] {
  if (statement.says === 'table' || statement.says === 'if') return []
  const text = plain(toldIn(statement) ?? sentenceOf(sop, statement).text)
  const measure = measureOf(text) ?? bareFigure(text)
  if (measure === null || measure.unit === null || /^(?:if|when|for)\b/i.test(text)) return []
  const meaning = new Set(
    [...meaningOf(text)].filter((word) => HOURS[word] === undefined && numberOf(word) === undefined),
  )
  return meaning.size < 3
    ? []
    : [{ at: sop.clauses.get(statement.clause)?.start ?? 0, statement, measure, meaning }]
}

/** "takes 5 working days", "is 5 pm", "within an hour": a number with its unit and no comparison. */
function bareFigure(text: string): Measure | null {
  const [, written = '', unit] =
    /(?<![\w.,-])(\d{1,6}(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen)\s?((?:business |working |calendar )?(?:minutes?|hours?|days?|weeks?|months?|years?)|am|pm|euros?|pounds?|dollars?|percent|%)(?!\w)/i.exec(
      text,
    ) ?? []
  if (unit === undefined) return null
  const amount = /^an?$/i.test(written) ? 1 : (numberOf(written.toLowerCase()) ?? Number(written))
  return { compare: '==', amount, unit: unit.toLowerCase(), from: null }
}

/** Looked up so often at most: a word every sentence has tells none of them apart. */
const NEAR_MAX = 50

/** Alike sentences share one of their rarest words: only those are held against each other. */
function neighbours(figures: readonly Figure[]): (one: Figure) => readonly Figure[] {
  const byWord = new Map<string, Figure[]>()
  for (const figure of figures)
    for (const word of figure.meaning)
      byWord.set(word, [...(byWord.get(word) ?? []).slice(-NEAR_MAX), figure])
  const count = (word: string): number => byWord.get(word)?.length ?? 0
  return ({ meaning }) => {
    const rarest = [...meaning].sort((a, b) => count(a) - count(b))
    const enough = meaning.size - Math.ceil(ALIKE * meaning.size) + 1
    return [...new Set(rarest.slice(0, enough).flatMap((word) => byWord.get(word) ?? []))]
  }
}
