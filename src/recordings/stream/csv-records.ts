import { type Problem, problem } from '../../base/files/problem.ts'
import type { SourceRecord } from '../model/recording-format.ts'
import type { RecordSource } from './json-records.ts'

const CELL_CHARACTERS_MAX = 8e6

/** Rows of a table (RFC 4180) as it comes in: each an object of its columns. The first row names them. */
export function csvRecords(file: string): RecordSource {
  let wrong: Problem | null = null
  let columns: readonly string[] | null = null
  let row: string[] = []
  let cell = ''
  let quoted: 'no' | 'inside' | 'quote-seen' = 'no'
  let line = 1
  let rowLine = 1
  let found: SourceRecord[] = []
  const refuse = (code: string, message: string, hint: string): void => {
    wrong ??= problem({ file, line: rowLine, column: 1 }, code, message, hint)
  }
  const closeCell = (): void => {
    row.push(cell)
    cell = ''
    quoted = 'no'
  }
  const closeRow = (): void => {
    closeCell()
    const cells = row
    row = []
    const at = rowLine
    rowLine = line
    if (cells.length === 1 && cells[0] === '') return
    if (columns === null) {
      columns = cells.map((name) => name.replace(/^\uFEFF/, '').trim())
      return
    }
    if (cells.length !== columns.length) {
      rowLine = at
      const said = `the row has ${cells.length} cells, the header ${columns.length}`
      refuse('csv-width', said, 'Put quotes around a cell that holds a comma or a line break.')
      return
    }
    const value = Object.fromEntries(columns.map((name, place) => [name, cells[place] ?? '']))
    found.push({ value, list: null, inArray: false, document: 0, head: null, line: at })
  }
  const take = (char: string): void => {
    if (char === '\n') line += 1
    if (quoted === 'inside') {
      if (char === '"') quoted = 'quote-seen'
      else cell += char
      return
    }
    if (char === '"' && (quoted === 'quote-seen' || cell === '')) {
      if (quoted === 'quote-seen') cell += '"'
      quoted = 'inside'
    } else if (char === ',') closeCell()
    else if (char === '\n') closeRow()
    else if (char !== '\r') cell += char
  }
  return {
    push: (text) => {
      found = []
      for (let index = 0; index < text.length && wrong === null; index += 1) {
        take(text.charAt(index))
        if (cell.length > CELL_CHARACTERS_MAX)
          refuse('record-too-large', `one cell has more than ${CELL_CHARACTERS_MAX / 1e6} MB`, CHECK)
      }
      return found
    },
    end: () => {
      found = []
      if (wrong === null && quoted === 'inside')
        refuse('truncated', 'the file ends inside a quoted cell', 'Copy or export it again.')
      else if (wrong === null && (row.length > 0 || cell !== '')) closeRow()
      return found
    },
    wrong: () => wrong,
  }
}

const CHECK = 'Check that a quote is not left open.'
