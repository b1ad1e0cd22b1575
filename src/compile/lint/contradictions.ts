import type { Clause } from '../../sop/sop.ts'
import { figuresIn } from '../gates/figures.ts'
import { alike, wordsOf } from '../gates/words-alike.ts'
import { type Finding, finding } from './finding.ts'

/** Two rows for one case, and a sentence that forbids what another demands. */
export function contradictions(clauses: readonly Clause[]): readonly Finding[] {
  return [...rowsForOneCase(clauses), ...forbidsWhatIsDemanded(clauses), ...figuresThatDiffer(clauses)]
}

/**
 * Rows that fit one case and end differently: all condition columns count, "any" fits every value, ranges may overlap. A row that
 * is narrower than the other in every column is a special case that comes first; where each is narrower in one, nobody knows which holds.
 */
function rowsForOneCase(clauses: readonly Clause[]): readonly Finding[] {
  const rows = clauses
    .filter(({ form }) => form === 'row')
    .map((clause) => {
      const cells = clause.text.split('|').map((cell) => cell.trim().toLowerCase())
      return { clause, outcome: cells.at(-1) ?? '', cells: cells.slice(0, -1) }
    })
  return rows.flatMap((row, index) => {
    const before = rows
      .slice(0, index)
      .find(
        (other) =>
          other.clause.section === row.clause.section &&
          other.cells.length === row.cells.length &&
          other.outcome !== row.outcome &&
          fitOneCase(other.cells, row.cells),
      )
    return before === undefined
      ? []
      : [finding('contradiction', row.clause, `${before.clause.id} says something else for the same case.`)]
  })
}

function fitOneCase(one: readonly string[], other: readonly string[]): boolean {
  const pairs = one.map((cell, at) => [cell, other[at] ?? ''] as const)
  if (!pairs.every(([a, b]) => a === b || isAny(a) || isAny(b) || overlap(rangeOf(a), rangeOf(b))))
    return false
  const hasRange = pairs.some(([a, b]) => a !== b && rangeOf(a) !== null && rangeOf(b) !== null)
  return !hasRange || (pairs.some(([a, b]) => isNarrower(a, b)) && pairs.some(([a, b]) => isNarrower(b, a)))
}

type Range = { readonly from: number; readonly to: number }

/** "fewer than 2", "30 or more", "31 to 90"; null: the cell is no range. */
function rangeOf(cell: string): Range | null {
  const [, from, to] = /^\D{0,3}(\d[\d.,]*)\s*(?:to|-|–)\s*\D{0,3}(\d[\d.,]*)/.exec(cell) ?? []
  const number = (text: string): number => Number(text.replaceAll(',', ''))
  if (from !== undefined && to !== undefined) return { from: number(from), to: number(to) }
  const [figure] = figuresIn(cell)
  if (figure === undefined || figure.bound === null) return null
  // whole days and whole sums: "fewer than 2" ends at 1
  const { value, bound } = figure
  if (bound === '<' || bound === '<=') return { from: 0, to: bound === '<' ? value - 1 : value }
  return { from: bound === '>' ? value + 1 : value, to: Number.POSITIVE_INFINITY }
}
const overlap = (a: Range | null, b: Range | null): boolean =>
  a !== null && b !== null && a.from <= b.to && b.from <= a.to

function isNarrower(a: string, b: string): boolean {
  if (a === b || isAny(a)) return false
  if (isAny(b)) return true
  const [one, other] = [rangeOf(a), rangeOf(b)]
  return one !== null && other !== null && one.from >= other.from && one.to <= other.to
}

const isAny = (cell: string): boolean => /^(?:any|all|every|either|-|–|\*)$/.test(cell)

const NEVER = /\b(?:never|under no circumstances|in no case|at no time)\b(?:\s+be)?\s+(\w+)/gi
const CONDITION =
  /\b(?:if|when|unless|until|where|once|after|before|without|except|only|who|whose|which|any other|another|other|because)\b/i

/** "... for a unit with a theft report", "... while it is open": the prohibition is for some cases only. */
const NARROWED = /\b(?:for|to) an? \w+ with\b|\bwhile\b/i
/** "never free", "never from the conversation": no deed. */
const NO_DEED = new Set(['free', 'from', 'right', 'with'])

/** "Never refund a class fee" against "... refund it": same verb, two more words in common, and no condition in the prohibition. */
function forbidsWhatIsDemanded(clauses: readonly Clause[]): readonly Finding[] {
  return clauses.flatMap((clause) => {
    if (CONDITION.test(clause.text.replace(/\bwhenever\b.*$/i, '')) || NARROWED.test(clause.text)) return []
    const verbs = [...clause.text.matchAll(NEVER)]
      .map(([, verb = '']) => verb.toLowerCase())
      .filter((verb) => verb.length > 3 && !NO_DEED.has(verb))
    const words = new Set(wordsOf(clause.text).filter((word) => word.length > 3))
    const other = clauses.find(
      (each) =>
        each.id !== clause.id &&
        verbs.some((verb) => demands(each.text, verb)) &&
        [...words].filter((word) => wordsOf(each.text).some((said) => alike(word, said) && said.length > 3))
          .length >= 3,
    )
    return other === undefined ? [] : [finding('contradiction', clause, `${other.id} asks for it.`)]
  })
}

function demands(text: string, verb: string): boolean {
  const found = [...text.matchAll(/[A-Za-z-]+/g)].find(
    ([word]) => alike(word.toLowerCase(), verb) && word.length >= verb.length - 3,
  )
  if (found === undefined) return false
  const before = text.slice(Math.max(0, found.index - 24), found.index)
  return !/\b(?:not|never|no|n't|cannot)\s+(?:\w+\s+){0,2}$/i.test(before)
}

/** "Refunds take 5 days" and "refunds take 7 days": the same words around another figure of the same unit. */
function figuresThatDiffer(clauses: readonly Clause[]): readonly Finding[] {
  return clauses.flatMap((clause, index) => {
    const own = figuresIn(clause.text).filter(({ unit }) => unit !== null)
    if (own.length !== 1 || CONDITION.test(clause.text) || clause.form === 'row') return []
    const words = wordsOf(clause.text).filter((word) => word.length > 3)
    const other = clauses.slice(0, index).find((each) => {
      const theirs = figuresIn(each.text).filter(({ unit }) => unit === own[0]?.unit)
      if (
        theirs.length !== 1 ||
        theirs[0]?.value === own[0]?.value ||
        CONDITION.test(each.text) ||
        each.form === 'row'
      )
        return false
      const said = wordsOf(each.text)
      return words.filter((word) => said.includes(word)).length >= Math.max(3, Math.ceil(words.length * 0.5))
    })
    return other === undefined
      ? []
      : [finding('contradiction', clause, `${other.id} has another figure for it.`)]
  })
}
