import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'

const cells = (text: string) => {
  const { header, rows } = readCsv('a.csv', text)
  return [header, ...rows].map((row) => row.map((cell) => cell.text))
}

test('quotes hold commas, quotes and line ends; empty lines are skipped', () => {
  expect(cells('a,b\r\n"x, ""y""",1\n\n"two\nlines",\n')).toEqual([
    ['a', 'b'],
    ['x, "y"', '1'],
    ['two\nlines', ''],
  ])
})

test('every cell knows its place, also after a cell of several lines', () => {
  const { rows } = readCsv('a.csv', 'a,b\n"x\ny",1\np,q\n')
  expect(rows[1]?.map(({ at }) => [at.line, at.column])).toEqual([
    [4, 1],
    [4, 3],
  ])
})

test('a line that is too short and a quote never closed are problems with their place', () => {
  expect(readCsv('a.csv', 'a,b\n1\n').problems).toMatchObject([{ code: 'csv-width', line: 2, column: 1 }])
  expect(readCsv('a.csv', 'a,b\n1,"x\n').problems[0]).toMatchObject({ code: 'csv-quote', line: 2, column: 3 })
})

test('what is written with quotes is read back', () => {
  const table = fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1 })
  fc.assert(
    fc.property(table, (rows) => {
      const clean = rows.map((row) => row.map((cell) => cell.replaceAll('\r', '')))
      const text = clean
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        .join('\n')
      expect(cells(text)).toEqual(clean)
    }),
  )
})
