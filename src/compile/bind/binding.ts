import type { SopDocument } from '../../sop/sop.ts'
import type { OutlineSection, Deed as ReadDeed, Source, Statement } from '../outline/outline.ts'
import { measureOf } from '../read/measure.ts'
import { allOf, type Bound, namesIn } from '../tie/condition.ts'
import { tieMeasured } from '../tie/tie-measure.ts'
import type { Tying } from '../tie/tying.ts'
import type { BoundStatement } from './bound.ts'
import type { Notes } from './notes.ts'

/** What is at hand while the statements of one section are tied, and where a statement stands. */

/** Paragraphs are told apart by the empty lines before them. */
export function paragraphOf({ clause }: Source, { sop }: Binding): number {
  const start = sop.clauses.get(clause)?.start ?? 0
  return sop.text.slice(0, start).split(/\n\s*\n/).length
}

export type Do = Extract<Statement, { readonly says: 'do' }>

export type Binding = {
  readonly notes: Notes
  readonly tying: Tying
  readonly sop: SopDocument
  readonly section: OutlineSection
  /** the author's own name for the condition these stand under */
  readonly context: string
  /** what stands behind the deeds being bound */
  readonly ahead: readonly Statement[]
  /** what stands before, tied already */
  readonly done: readonly BoundStatement[]
  /** ties the statements inside others */
  readonly bind: (statements: readonly Statement[], at: Binding) => readonly BoundStatement[]
}

/** "within the last 30 days": later sentences speak of it ("after that", "while our record shows no day"). */
export function noteLimit(text: string, tying: Tying): void {
  const measure = measureOf(text)
  const limit = measure === null ? undefined : tieMeasured({ measure }, text.toLowerCase(), tying)
  if (limit !== undefined) tying.focus.limit = limit
  else if (measure === null) noteRange(text, tying)
}

/** "We lend for 2 to 12 weeks.", right behind the question for how many. */
function noteRange(text: string, tying: Tying): void {
  const [, low = '', high = '', unit = ''] = /\b(\d+) (?:to|and|-) (\d+) ([a-z]+)\b/i.exec(text) ?? []
  const { field } = tying.focus
  if (unit === '' || field === null) return
  const tied = (compare: '>=' | '<=', amount: string): Bound | undefined =>
    tieMeasured({ measure: { compare, amount: Number(amount), unit, from: null } }, unit, tying)
  const parts = [tied('>=', low), tied('<=', high)].flatMap((part) => part ?? [])
  const isAsked = parts.flatMap(namesIn).every((name) => name === `fields.${field.id}`)
  if (parts.length === 2 && isAsked) tying.focus.limit = allOf(parts)
}

export const sentenceOf = ({ clause, text }: Source, { sop }: Binding): string =>
  sop.clauses.get(clause)?.text ?? text

export const isTake = (
  statement: Statement,
): statement is Do & { deed: Extract<ReadDeed, { does: 'take' }> } =>
  statement.says === 'do' && statement.deed.does === 'take'
