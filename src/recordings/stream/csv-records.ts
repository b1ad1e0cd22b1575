import { type CsvRow, csvRows } from '../../base/files/csv.ts'
import { type Problem, problem } from '../../base/files/problem.ts'
import type { SourceRecord } from '../model/recording-format.ts'
import type { RecordSource } from './json-records.ts'

const ROW_CHARACTERS_MAX = 8e6

/** Rows of a table as it comes in: each an object of its columns. The first row names them. */
export function csvRecords(file: string): RecordSource {
  const source = csvRows(file)
  let wrong: Problem | null = null
  let columns: readonly string[] | null = null
  let line = 1
  const refuse = (code: string, message: string, hint: string): void => {
    wrong ??= problem({ file, line, column: 1 }, code, message, hint)
  }
  const recordsOf = (rows: readonly CsvRow[]): readonly SourceRecord[] =>
    rows.flatMap((row): readonly SourceRecord[] => {
      if (wrong !== null) return []
      line = row[0]?.at.line ?? line
      if (columns === null) columns = row.map(({ text }) => text.trim())
      else if (row.length === columns.length) {
        const value = Object.fromEntries(columns.map((name, place) => [name, row[place]?.text ?? '']))
        return [{ value, list: null, inArray: false, document: 0, head: null, line }]
      } else {
        const said = `the row has ${row.length} cells, the header ${columns.length}`
        refuse('csv-width', said, 'Put quotes around a cell that holds a comma or a line break.')
      }
      return []
    })
  return {
    push: (text) => {
      const records = recordsOf(source.push(text))
      if (source.waiting() > ROW_CHARACTERS_MAX)
        refuse('record-too-large', `one row has more than ${ROW_CHARACTERS_MAX / 1e6} MB`, CHECK)
      return records
    },
    end: () => {
      const rows = source.end()
      line = source.open()?.line ?? line
      if (source.open() !== null)
        refuse('truncated', 'the file ends inside a quoted cell', 'Copy or export it again.')
      return recordsOf(rows)
    },
    wrong: () => wrong,
  }
}

const CHECK = 'Check that a quote is not left open.'
