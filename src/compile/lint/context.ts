import type { Clause, SopDocument } from '../../sop/sop.ts'
import type { Condition, Outline, OutlineSection, Statement } from '../outline/outline.ts'
import { readOutline } from '../read/read-outline.ts'
import type { Cited } from './finding.ts'

/**
 * What every lint rule reads. In: the document, its outline and the desk's tools where they are known. Rules are pure and
 * each looks for one kind of fault; what they are not sure of they leave alone, since a false alarm teaches people not to read.
 */
export type LintContext = {
  readonly sop: SopDocument
  readonly outline: Outline
  /** null: no desk at hand, nothing is said about tools */
  readonly tools: readonly LintTool[] | null
  /** what records of the desk can be, one list of values a column */
  readonly domains: readonly LintDomain[]
  /** what customers are asked for at the desk */
  readonly fields: readonly LintField[]
  /** every statement where it stands, outer before inner */
  readonly placed: readonly Placed[]
  /** the document line by line */
  readonly lines: readonly string[]
}

/** What the lint may know of a desk. */
export type LintDesk = {
  readonly tools: readonly LintTool[]
  readonly domains: readonly LintDomain[]
  readonly fields: readonly LintField[]
}
export type LintDomain = { readonly name: string; readonly values: readonly string[] }
/** The words it is asked for with, and whether customers may refuse it or have none. */
export type LintField = { readonly words: ReadonlySet<string>; readonly mayLack: boolean }

export function contextOf(sop: SopDocument, desk: LintDesk | null): LintContext {
  const outline = readOutline(sop)
  const { tools = null, domains = [], fields = [] } = desk ?? {}
  return { sop, outline, tools, domains, fields, placed: placedIn(outline), lines: sop.text.split('\n') }
}

export type LintTool = {
  readonly name: string
  readonly role: 'read' | 'write' | 'handover' | 'close'
  /** everything people call it by: its name in words, description, lexicon */
  readonly phrases: readonly string[]
}

/** A statement where it stands. */
export type Placed = {
  readonly statement: Statement
  readonly section: OutlineSection
  /** the conditions it stands under, outermost first */
  readonly under: readonly Condition[]
  /** the list it is part of, and where in it */
  readonly among: readonly Statement[]
  readonly index: number
}

function placedIn(outline: Outline): readonly Placed[] {
  return outline.sections.flatMap((section) => inside(section.statements, { section, under: [] }))
}

function inside(
  among: readonly Statement[],
  where: { readonly section: OutlineSection; readonly under: readonly Condition[] },
): readonly Placed[] {
  return among.flatMap((statement, index) => [
    { statement, ...where, among, index },
    ...below(statement).flatMap(({ statements, when }) =>
      inside(statements, { section: where.section, under: [...where.under, ...when] }),
    ),
  ])
}

/** The lists inside a statement, each with the condition that leads there. */
export function below(
  statement: Statement,
): readonly { readonly statements: readonly Statement[]; readonly when: readonly Condition[] }[] {
  switch (statement.says) {
    case 'if':
      return [
        { statements: statement.then, when: [statement.condition] },
        { statements: statement.otherwise ?? [], when: [{ not: statement.condition }] },
      ]
    case 'table':
      return statement.rows.map((row) => ({
        statements: row.then,
        when: row.conditions.flatMap((condition) => (condition === null ? [] : [condition])),
      }))
    case 'around':
      return [{ statements: statement.then, when: [] }]
    default:
      return []
  }
}

/** The whole sentence a statement was read from. */
export function sentenceOf(sop: SopDocument, { clause, text, at }: Cited): Cited {
  const whole: Clause | undefined = sop.clauses.get(clause)
  return whole === undefined ? { clause, text, at } : { clause, text: whole.text, at: whole.at }
}
