import { describe, expect, test } from 'vitest'
import { countBooks, LIBRARY } from '../../test/fixtures/library-world.ts'
import { loadWorld } from './load-world.ts'

/** One edit of the library's files, and what the author is told. */
function told(file: string, from: string, to: string): readonly string[] {
  const text = LIBRARY.get(file) ?? ''
  expect(text).toContain(from)
  const { value, problems } = loadWorld(new Map(LIBRARY).set(file, text.replace(from, to)), {
    count_books: countBooks,
  })
  expect(value === undefined).toBe(problems.some(({ severity }) => severity === 'error'))
  return problems.map((one) => `${one.file}:${one.line}:${one.column} ${one.code}`)
}

describe('records', () => {
  test.each([
    ['a word where a number belongs', 'world.yaml', 'fee: 2.5', 'fee: much', 'world.yaml:9:28 cell-type'],
    ['an unknown column', 'world.yaml', 'fee: 2.5', 'fees: 2.5', 'world.yaml:9:29 unknown-column'],
    ['two rows of one key', 'world.yaml', 'member: M2', 'member: M1', 'world.yaml:10:19 duplicate-row'],
    [
      'a value the enum does not have',
      'records/books.csv',
      'B1,open',
      'B1,opne',
      'records/books.csv:2:4 cell-type',
    ],
    [
      'a day that is none',
      'records/books.csv',
      '2026-03-01',
      '2026-02-30',
      'records/books.csv:3:12 cell-type',
    ],
    [
      'a reference to no row',
      'records/books.csv',
      'B2,open,M1',
      'B2,open,M7',
      'records/books.csv:3:9 no-such-row',
    ],
    ['a line too short', 'records/books.csv', 'B1,open,,', 'B1,open', 'records/books.csv:2:1 csv-width'],
    ['a reference to no table', 'world.yaml', 'refers: books', 'refers: boks', 'unknown-table'],
    ['a file that is not there', 'world.yaml', 'books.csv', 'boks.csv', 'world.yaml:18:11 no-such-file'],
    [
      'one of several files that is not there',
      'world.yaml',
      'rows: records/books.csv',
      'rows: [records/books.csv, records/moer.csv]',
      'world.yaml:18:11 no-such-file',
    ],
    [
      'two files with rows of one key',
      'world.yaml',
      'rows: records/books.csv',
      'rows: [records/books.csv, records/books.csv]',
      'records/books.csv:2:1 duplicate-row',
    ],
    ['a key that is no column', 'world.yaml', 'key: isbn', 'key: isdn', 'world.yaml:12:10 unknown-column'],
    [
      'a column kept back in two ways',
      'world.yaml',
      'blocked: boolean',
      'blocked: { type: boolean, internal: true, personal: true }',
      'world.yaml:7:54 column-secrecy',
    ],
    [
      'harmless parts of what everybody may hear',
      'world.yaml',
      'blocked: boolean',
      'blocked: { type: boolean, harmless: { last: 4 } }',
      'world.yaml:7:54 column-secrecy',
    ],
    ['a today that is none', 'world.yaml', '2026-03-10', '2026-13-10', 'world.yaml:2:8'],
  ])('%s', (_, file, from, to, expected) => {
    expect(told(file, from, to).join('\n')).toContain(expected)
  })
})

test('what customers must not hear is marked on the column', () => {
  const marked = (LIBRARY.get('world.yaml') ?? '')
    .replace('blocked: boolean', 'blocked: { type: boolean, internal: { says: [on the black list] } }')
    .replace('member: string, fee', 'member: { type: string, personal: true, harmless: { last: 2 } }, fee')
  const { value } = loadWorld(new Map(LIBRARY).set('world.yaml', marked), { count_books: countBooks })
  const columns = value?.tables.get('members')?.columns
  expect(columns?.get('blocked')?.secrecy).toEqual({ kind: 'internal', says: ['on the black list'] })
  expect(columns?.get('member')).toMatchObject({
    secrecy: { kind: 'personal' },
    harmless: { first: 0, last: 2 },
  })
  expect(columns?.get('fee')).toMatchObject({ secrecy: null, harmless: null })
})

describe('tools', () => {
  test.each([
    ['an effect that names no column', 'set: { shelf: shelf }', 'set: { shelv: shelf }', 'unknown-column'],
    ['an effect on no table', 'insert: loans', 'insert: lones', 'unknown-table'],
    ['a row that is not needed', 'row: book, when: sure', 'row: boook, when: sure', 'unknown-row'],
    ['a new row without a column', 'fee: 0, blocked: false', 'fee: 0', 'effect-missing'],
    ['a number into a text', 'member: member, fee: 0', 'member: 7, fee: 0', 'effect-type'],
    [
      'a table that is not there',
      'from: books, by: isbn, missing',
      'from: boks, by: isbn, missing',
      'unknown-table',
    ],
    ['an argument that is not there', 'by: book.lent_to', 'by: book.lent', 'unknown-column'],
    ['a row not found before', 'by: book.lent_to', 'by: bok.lent_to', 'unknown-name'],
    ['an expression of nothing', 'amount: reader.fee + more', 'amount: reader.fee + mroe', 'unknown-name'],
    ['an expression that is none', 'amount: reader.fee + more', 'amount: reader.fee +', 'expression'],
    ['money without an amount', '  amount: reader.fee + more\n', '', 'no-amount'],
    ['a message of nothing', 'No book {isbn}.', 'No book {ibsn}.', 'unknown-name'],
    ['a schema that is none', 'days: { type: integer', 'days: { type: intger', 'wrong-schema'],
    ['a special tool nobody wrote', 'special: count_books', 'special: count_boks', 'no-special'],
    [
      'a reader that writes',
      'role: write\n  parameters: { isbn: { type: string }, shelf',
      'role: read\n  parameters: { isbn: { type: string }, shelf',
      'role',
    ],
    ['two tools of one name', 'register:\n', 'move:\n', 'duplicate-key'],
    ['no handover', 'role: handover', 'role: close', 'no-handover'],
    [
      'a name taken twice',
      'book: { from: books, by: isbn, missing',
      'isbn: { from: books, by: isbn, missing',
      'name-taken',
    ],
    [
      'a page nobody can ask for',
      'by: member, many: true',
      'by: member, many: true, page: page, page_size: 1',
      'unknown-name',
    ],
    ['a page without its size', 'by: member, many: true', 'by: member, many: true, page: member', 'page'],
    [
      'a find that hangs on what is hidden',
      'book: { from: books, by: isbn }',
      'book: { from: books, by: isbn, columns: [isbn] }',
      'hidden-column',
    ],
  ])('%s', (_, from, to, code) => {
    expect(told('tools.yaml', from, to).join('\n')).toContain(code)
  })
})

test('everything wrong is said at once, each with what to do', () => {
  const files = new Map(LIBRARY)
    .set('records/books.csv', 'isbn,shelf,lent_to,due_on\nB1,attic,,soon\nB2,open,M9,\n')
    .set(
      'tools.yaml',
      (LIBRARY.get('tools.yaml') ?? '')
        .replace('insert: loans', 'insert: lones')
        .replace('by: member }', 'by: membr }'),
    )
  const { problems } = loadWorld(files, { count_books: countBooks })
  expect(problems.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['cell-type', 'no-such-row', 'unknown-table', 'unknown-name']),
  )
  expect(problems.length).toBeGreaterThanOrEqual(5)
  for (const { line, column, hint } of problems)
    expect([line > 0, column > 0, hint]).toEqual([true, true, expect.any(String)])
})

test('a folder without any of the files is a list of problems, not an exception', () => {
  expect(loadWorld(new Map()).value).toBe(undefined)
  expect(
    loadWorld(
      new Map([
        ['world.yaml', '{'],
        ['tools.yaml', '- 1'],
      ]),
    ).problems.length,
  ).toBeGreaterThan(1)
})

test('several files of rows are read as one table, csv and yaml side by side', () => {
  const world = LIBRARY.get('world.yaml') ?? ''
  const files = new Map(LIBRARY)
    .set(
      'world.yaml',
      world.replace('rows: records/books.csv', 'rows: [records/books.csv, records/more.yaml]'),
    )
    .set('records/more.yaml', '- { isbn: B4, shelf: open }\n')
  const { value, problems } = loadWorld(files, { count_books: countBooks })
  expect(problems).toEqual([])
  expect([...(value?.tables.get('books')?.rows.keys() ?? [])]).toEqual(['B1', 'B2', 'B3', 'B4'])
})
