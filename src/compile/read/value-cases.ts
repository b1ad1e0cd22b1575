import type { Source, Statement, TableRow } from '../outline/outline.ts'
import { orderIn } from './deeds.ts'
import { plain, withoutEnd } from './plain.ts'
import { readSentence } from './sentence.ts'
import { cellCondition } from './table.ts'

/**
 * A list of cases some of which only say what it comes to: "Up to 13:00: no charge", "Later: 40 euros, but no charge for gold
 * guests", "Later than 16:00: decline". Read as a table, from the top. Null where the items are no such cases.
 */
export function readValueCases(items: readonly Source[]): Statement | null {
  const [first] = items
  const cases = items.map((item) => caseIn(item))
  if (first === undefined || cases.length < 2 || cases.some((one) => one === null)) return null
  const known = cases.flatMap((one) => (one === null ? [] : [one]))
  const values = known.filter(({ isValue }) => isValue).length
  if (values === 0) return null
  return { ...first, says: 'table', columns: ['', ''], rows: withDeed(known.flatMap(rowsOf)) }
}

/** "Children: strike the fine without a charge. Everybody else: 5 euros.": the deed is the same, only what it comes to differs. */
function withDeed(rows: readonly TableRow[]): readonly TableRow[] {
  const acts = rows.flatMap(({ then }) => then).filter((one) => one.says === 'do' && one.deed.does === 'act')
  const [act, ...more] = acts
  if (act?.says !== 'do' || act.deed.does !== 'act' || more.length > 0) return rows
  const object = act.deed.object.replace(/,? (?:without|for free|free of charge|at no)\b.*$/i, '')
  const isValue = ({ then }: TableRow) => then.every((one) => one.says === 'do' && one.deed.does === 'take')
  return rows.map((row) => {
    if (!isValue(row)) return row
    const { clause, text, at } = row
    return { ...row, then: [...row.then, { clause, text, at, says: 'do', deed: { does: 'act', object } }] }
  })
}

type Case = {
  readonly source: Source
  readonly label: string
  readonly value: string
  readonly isValue: boolean
}

export const isCaseItem = (text: string): boolean => caseParts(text) !== null
export const isValueItem = (text: string): boolean => {
  const parts = caseParts(text)
  return parts !== null && orderIn(parts.value) === null
}

function caseParts(text: string): { readonly label: string; readonly value: string } | null {
  if (text.length > 300) return null
  const [, label = '', value = ''] = /^(.{2,80}?):\s+(.{2,200})$/.exec(withoutEnd(plain(text))) ?? []
  if (label === '' || orderIn(label) !== null) return null
  if (/^(?:note|important|example|tip|warning|step|if|when|otherwise|unless)\b/i.test(label)) return null
  // "it is still with us, so say that ...": the first half only says why
  const so = /^[^,:;]{3,60}, so (.+)$/i.exec(value)?.[1]
  return { label, value: so !== undefined && orderIn(so) !== null ? so : value }
}

function caseIn(source: Source): Case | null {
  const parts = caseParts(source.text)
  return parts === null ? null : { source, ...parts, isValue: orderIn(parts.value) === null }
}

function rowsOf({ source, label, value, isValue }: Case): readonly TableRow[] {
  const condition = cellCondition(label, '')
  if (!isValue) {
    const then = readSentence({ ...source, text: value }).statements
    return [{ ...source, cells: [label, value], conditions: [condition], then }]
  }
  const [inner] = /^if\s/i.test(value) ? readSentence({ ...source, text: value }).statements : []
  if (inner?.says === 'table')
    return inner.rows.map((row) => {
      const [own = null] = row.conditions
      const both = condition === null ? own : own === null ? condition : { all: [condition, own] }
      return { ...row, ...source, conditions: [both] }
    })
  const taken = (as: string): readonly Statement[] => [
    { ...source, says: 'do', deed: { does: 'take', object: '', as } },
  ]
  const [, main = value, other, whom] = /^(.+?),? (?:but|except) (.+?) for (.+)$/i.exec(value) ?? []
  const base: TableRow = { ...source, cells: [label, main], conditions: [condition], then: taken(main) }
  if (other === undefined || whom === undefined) return [base]
  // "40 euros, but no charge for gold guests": the exception comes first
  const special = cellCondition(whom, '')
  const all = condition === null ? special : special === null ? condition : { all: [condition, special] }
  return [{ ...base, cells: [label, other], conditions: [all], then: taken(other) }, base]
}
