import { describe, expect, test } from 'vitest'
import { countBooks, LIBRARY } from '../../test/fixtures/library-world.ts'
import { plantedIn } from '../../test/support/planted/planted.ts'
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
  test.each(plantedIn('library', 'records'))('$what', ({ file, from, to, says }) => {
    expect(told(file, from, to).join('\n')).toContain(says)
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
  test.each(plantedIn('library', 'tools'))('$what', ({ file, from, to, says }) => {
    expect(told(file, from, to).join('\n')).toContain(says)
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
