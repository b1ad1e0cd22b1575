import type { Deed as ReadDeed, Statement } from '../outline/outline.ts'
import { allOf, type Bound, TRUE } from '../tie/condition.ts'
import type { DeskField } from '../tie/desk.ts'
import { bestColumn, fieldsIn, recordIn } from '../tie/find-named.ts'
import type { Focus } from '../tie/focus.ts'
import { tieCondition, tieTerm } from '../tie/tie-condition.ts'
import { flagNamed } from '../tie/tie-value.ts'
import type { Tied, Tying } from '../tie/tying.ts'
import { alike, stemsOf } from '../tie/words.ts'
import { bindTell } from './bind-tell.ts'
import { type Binding, type Do, isTake, paragraphOf } from './binding.ts'
import type { BoundRow, BoundStatement } from './bound.ts'
import type { Notes } from './notes.ts'

/** Ties decision tables: each cell in the light of its heading, each row from the top. */

export function bindTable(
  statement: Extract<Statement, { readonly says: 'table' }>,
  at: Binding,
): readonly BoundStatement[] {
  const { notes, tying } = at
  const learnedIn: { field: DeskField; row: number }[] = []
  const rows = statement.rows.map((row, number): BoundRow => {
    const chosen = new Map<string, string>()
    const loose: string[] = []
    const parts = row.conditions.map((condition, column): Bound => {
      if (condition === null) return TRUE
      const header = statement.columns[column] ?? ''
      const output = notes.parameterFor(header, row.cells[column] ?? '')
      if (output !== null) {
        chosen.set(output, `'${row.cells[column] ?? ''}'`)
        return TRUE
      }
      const cell = row.cells[column] ?? ''
      const term = tieTerm(`${cell} ${header}`.toLowerCase(), tying.terms)
      if (term !== undefined) return term
      const tied = tieCell(condition, header, { ...tying, sentence: cell })
      if ('bound' in tied && 'atom' in condition && condition.measure !== null) tying.focus.limit = tied.bound
      if ('bound' in tied) return notes.withTakes(tied.bound)
      const flag = row.conditions.length === 1 ? flagNamed(row.text, tying) : undefined
      if (flag !== undefined) return flag
      loose.push('loose' in tied ? tied.loose : header)
      return TRUE
    })
    const when = allOf(parts)
    // A cell that could not be tied beside one that could only adds what the reader should know: what it costs.
    if (loose.length > 0 && 'constant' in when) notes.loose(row, `"${loose[0]}" could not be tied`)
    const asked = tying.focus.asked.length
    const then = at.bind(
      row.then.filter((one) => !isTake(one)),
      at,
    )
    for (const field of tying.focus.asked.slice(asked)) learnedIn.push({ field, row: number })
    const taken = row.then.filter(isTake)
    if (row.then.length === 0) chosen.set('', row.cells.slice(row.conditions.length).join(' '))
    for (const one of row.then) {
      // "waive the fee, then change the line with a fee of 0": the rest says how it goes on
      const later =
        one.says === 'do' && one.deed.does === 'act' ? /, then (.+)$/i.exec(one.deed.object)?.[1] : undefined
      if (later !== undefined) chosen.set('', later)
    }
    for (const take of taken) {
      chosen.set('', take.deed.as)
      if (/\b(?:say|tell|answer)\b/i.test(take.deed.object)) then_(then, bindTold(take, at))
      // "everybody else: no fee": a name for whatever holds would be met in every sentence with such a word
      else if (!('constant' in when))
        for (const term of take.deed.as.split(/,\s+(?:and\s+)?/)) notes.define(term, when, row)
    }
    return { cites: [row.clause], when, then, chosen }
  })
  for (const { field } of learnedIn) linkValues(field, notes)
  if (statement.rows.every(({ then }) => then.length === 0))
    notes.values.push({
      headers: statement.columns,
      rows: rows.map(({ when }, at) => ({ when, cells: statement.rows[at]?.cells ?? [] })),
    })
  return [
    {
      cites: statement.rows.map(({ clause }) => clause),
      text: statement.text,
      paragraph: paragraphOf(statement, at),
      is: 'rows',
      rows,
    },
  ]
}

const then_ = (then: readonly BoundStatement[], more: BoundStatement): void => {
  ;(then as BoundStatement[]).push(more)
}

/** A cell under "What you say" is what is said. */
function bindTold(take: Do & { deed: Extract<ReadDeed, { does: 'take' }> }, at: Binding): BoundStatement {
  const told = bindTell(take, { told: [{ act: 'inform', words: take.deed.as }], clause: take.deed.as, at })
  return { cites: [take.clause], text: take.text, paragraph: paragraphOf(take, at), is: 'deed', deed: told }
}

/** A row that asks instead of naming: each answer stands for the name it shares most words with. */
function linkValues(field: DeskField, notes: Notes): void {
  for (const { id, name } of field.values) {
    const own = stemsOf(name)
    const shared = (stems: readonly string[]) =>
      stems.filter((part) => own.some((word) => alike(word, part))).length / stems.length
    const [best] = [...notes.found]
      .filter(({ stems }) => shared(stems) >= 0.5)
      .sort((a, b) => shared(b.stems) - shared(a.stems))
    if (best !== undefined) notes.widen(best.stems, { name: `fields.${field.id}`, is: '==', value: id })
  }
}

/** A cell is read in the light of its heading: "low" under "Trust". */
function tieCell(condition: Parameters<typeof tieCondition>[0], header: string, tying: Tying): Tied {
  const { focus, desk } = tying
  const counts = 'atom' in condition && condition.measure !== null
  const headed = stemsOf(header)
  const column = bestColumn(
    header,
    { ...tying, focus: { ...focus, column: null } },
    (one) =>
      one.stems.some((part) => headed.some((word) => alike(word, part) || word.endsWith(part))) &&
      (!counts || one.column.type === 'number' || one.column.type === 'date'),
  )
  const [field] = fieldsIn(header, desk)
  const named = recordIn(header, desk)
  const seen: Focus = {
    ...focus,
    column: column ?? focus.column,
    record: named ?? column?.record ?? focus.record,
    field: field ?? focus.field,
  }
  return tieCondition(condition, { ...tying, focus: seen })
}
