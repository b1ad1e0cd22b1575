import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '../../base/files/csv.ts'
import { csvText } from './csv.ts'

test('quotes what needs quotes, doubles quotes, leaves numbers and nothing alone', () => {
  expect(
    csvText([
      ['a', 'b,c', 'say "hi"', 'two\nlines'],
      [-0.5, null, '', 'plain'],
    ]),
  ).toBe('a,"b,c","say ""hi""","two\nlines"\r\n-0.5,,,plain\r\n')
})

test('a text that a spreadsheet would run as a formula is kept a text', () => {
  expect(csvText([['=1+1', '@x', '-x', '+x', '=a,"b"']])).toBe(`'=1+1,'@x,'-x,'+x,"'=a,""b"""\r\n`)
})

test('any table is read back as it was written', () => {
  const cell = fc.string().map((text) => `x${text.replaceAll('\r', '')}`)
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(table, (rows) => {
      const { header, rows: body, problems } = readCsv('t.csv', csvText(rows))
      expect(problems).toEqual([])
      expect([header, ...body].map((row) => row.map(({ text }) => text))).toEqual(rows)
    }),
  )
})
