import { type Place, type Problem, problem } from '../base/files/problem.ts'

export type CsvCell = { readonly text: string; readonly at: Place }
export type CsvFile = {
  readonly header: readonly CsvCell[]
  readonly rows: readonly (readonly CsvCell[])[]
  readonly problems: readonly Problem[]
}

/**
 * Comma-separated values as spreadsheets write them (RFC 4180): quotes around what holds commas, quotes or line ends,
 * doubled quotes inside. Every cell keeps its place. Empty lines are skipped.
 */
export function readCsv(file: string, text: string): CsvFile {
  const { lines, problems } = splitCells(file, text.startsWith('\uFEFF') ? text.slice(1) : text)
  const [header = [], ...rows] = lines.filter((line) => line.length > 1 || line[0]?.text !== '')
  const wrong = rows.flatMap((row) => {
    if (row.length === header.length) return []
    const at = row[0]?.at ?? { file, line: 1, column: 1 }
    const said = `the line has ${row.length} cells, the header ${header.length}`
    return [problem(at, 'csv-width', said, 'Put quotes around a cell that holds a comma.')]
  })
  return {
    header,
    rows: rows.filter((row) => row.length === header.length),
    problems: [...problems, ...wrong],
  }
}

/** Rows as `readCsv` reads them back. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\n`).join('')

const cellText = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

function splitCells(file: string, text: string): { lines: CsvCell[][]; problems: Problem[] } {
  const lines: CsvCell[][] = []
  const problems: Problem[] = []
  let line = 1
  let lineStart = 0
  let row: CsvCell[] = []
  let index = 0
  while (index < text.length) {
    const at: Place = { file, line, column: index - lineStart + 1 }
    let cell = ''
    if (text[index] === '"') {
      index += 1
      while (index < text.length && !(text[index] === '"' && text[index + 1] !== '"')) {
        if (text[index] === '"') index += 1
        if (text[index] === '\n') {
          line += 1
          lineStart = index + 1
        }
        cell += text[index]
        index += 1
      }
      if (index >= text.length)
        problems.push(problem(at, 'csv-quote', 'the quote opened here is never closed', 'Close it.'))
      index += 1
    }
    const end = text.slice(index).search(/[,\n]/)
    const rest = end < 0 ? text.slice(index) : text.slice(index, index + end)
    cell += rest.replace(/\r$/, '')
    index += rest.length
    row.push({ text: cell, at })
    const hasMore = text[index] === ','
    if (hasMore && index + 1 >= text.length)
      row.push({ text: '', at: { file, line, column: index - lineStart + 2 } })
    if (!hasMore) {
      lines.push(row)
      row = []
      line += 1
      lineStart = index + 1
    }
    index += 1
  }
  if (row.length > 0) lines.push(row)
  return { lines, problems }
}
