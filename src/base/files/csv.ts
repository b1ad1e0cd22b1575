import { type Place, type Problem, problem } from './problem.ts'

export type CsvCell = { readonly text: string; readonly at: Place }
export type CsvRow = readonly CsvCell[]
export type CsvFile = {
  readonly header: CsvRow
  readonly rows: readonly CsvRow[]
  readonly problems: readonly Problem[]
}

/**
 * Comma-separated values as spreadsheets write them (RFC 4180): quotes around what holds commas, quotes or line ends,
 * doubled quotes inside. Every cell keeps its place. Empty lines are skipped.
 */
export function readCsv(file: string, text: string): CsvFile {
  const source = csvRows(file)
  const [header = [], ...rows] = [...source.push(text), ...source.end()]
  const open = source.open()
  const unclosed =
    open === null ? [] : [problem(open, 'csv-quote', 'the quote opened here is never closed', 'Close it.')]
  const wrong = rows.flatMap((row) => {
    if (row.length === header.length) return []
    const at = row[0]?.at ?? { file, line: 1, column: 1 }
    const said = `the line has ${row.length} cells, the header ${header.length}`
    return [problem(at, 'csv-width', said, 'Put quotes around a cell that holds a comma.')]
  })
  return {
    header,
    rows: rows.filter((row) => row.length === header.length),
    problems: [...unclosed, ...wrong],
  }
}

/** Rows as `readCsv` reads them back. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\n`).join('')

const cellText = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Rows of a table as it comes in; a row that is not whole waits for the next piece of text. */
export function csvRows(file: string) {
  let text = ''
  let index = 0
  let line = 1
  let open: Place | null = null
  /** Null: the text may go on, and ends before the row does. */
  const nextRow = (isEnd: boolean): CsvRow | null => {
    const cells: CsvCell[] = []
    let [from, at, lineStart] = [index, line, index]
    while (isEnd || from < text.length) {
      const place: Place = { file, line: at, column: from - lineStart + 1 }
      let quoted = ''
      if (text[from] === '"') {
        const close = closingQuote(text, from + 1)
        if (!isEnd && close >= text.length - 1) return null
        if (close === text.length) open = place
        quoted = text.slice(from + 1, close)
        at += quoted.split('\n').length - 1
        if (at > place.line) lineStart = text.lastIndexOf('\n', close) + 1
        from = close + 1
      }
      let end = from
      while (end < text.length && text[end] !== ',' && text[end] !== '\n') end += 1
      if (!isEnd && end >= text.length) return null
      cells.push({ text: quoted.replaceAll('""', '"') + text.slice(from, end).replace(/\r$/, ''), at: place })
      from = end + 1
      if (text[end] === ',') continue
      index = from
      line = at + 1
      return cells
    }
    return null
  }
  const take = (more: string, isEnd: boolean): readonly CsvRow[] => {
    text = text.slice(index) + (line === 1 && text === '' && more.startsWith('\uFEFF') ? more.slice(1) : more)
    index = 0
    const rows: CsvRow[] = []
    while (index < text.length) {
      const row = nextRow(isEnd)
      if (row === null) break
      if (row.length > 1 || row[0]?.text !== '') rows.push(row)
    }
    return rows
  }
  return {
    push: (more: string) => take(more, false),
    end: () => take('', true),
    /** characters of the row that is not whole yet */
    waiting: () => text.length - index,
    /** after the end: the quote that was never closed */
    open: () => open,
  }
}

/** A doubled quote stands for one; the end of the text where none closes. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at === -1 ? text.length : at
}
