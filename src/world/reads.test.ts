import { expect, test } from 'vitest'
import { countBooks, LIBRARY, libraryWorld } from '../../test/fixtures/library-world.ts'
import { assert } from '../base/assert.ts'
import type { Json } from '../base/values/json.ts'
import { callTool } from './call.ts'
import { loadWorld } from './load-world.ts'
import { readsOf } from './reads.ts'
import { openWorld } from './state.ts'

const world = libraryWorld()
function reads(name: string, input: Json) {
  const tool = world.tools.get(name)
  assert(tool !== undefined, name)
  return readsOf(tool, input, callTool(world, openWorld(world), { tool: name, input }).output)
}

test('reads are read back from what the output shows', () => {
  expect(reads('find_book', { isbn: 'B2' })).toEqual([
    {
      table: 'books',
      column: 'isbn',
      value: 'B2',
      rows: [{ isbn: 'B2', shelf: 'open', lent_to: 'M1', due_on: '2026-03-01' }],
    },
    { table: 'members', column: 'member', value: 'M1', rows: [{ member: 'M1', fee: 2.5 }] },
  ])
  expect(reads('books_of', { member: 'M1' })[0]).toMatchObject({ column: 'lent_to', value: 'M1' })
  expect(reads('books_of', { member: 'M1' })[0]?.rows).toHaveLength(2)
})

test('"there is none" settles the key it was asked with', () => {
  expect(reads('find_book', { isbn: 'B9' })).toEqual([
    { table: 'books', column: 'isbn', value: 'B9', rows: [] },
  ])
})

test('wrong arguments, writes, handovers and odd outputs show nothing', () => {
  expect(reads('find_book', { isbn: 9 })).toEqual([])
  expect(reads('find_book', 'B1')).toEqual([])
  expect(reads('lend', { isbn: 'B1', member: 'M9' })).toEqual([])
  expect(reads('pass_on', { reason: 'x', note: 'y' })).toEqual([])
  const tool = world.tools.get('find_book')
  assert(tool !== undefined, 'find_book')
  for (const output of [null, 7, [], { book: [[1]] }, { book: { isbn: {} } }, { error: 'unavailable' }])
    expect(readsOf(tool, { isbn: 'B1' }, output).flatMap(({ rows }) => rows)).toEqual([])
})

test('a paged list shows one page, the first unless asked; an empty page proves nothing', () => {
  const tools = (LIBRARY.get('tools.yaml') ?? '').replace(
    'parameters: { member: { type: string } }\n  finds: { books: { from: books, on: lent_to, by: member, many: true,',
    'parameters: { member: { type: string }, page: { type: integer, minimum: 1 } }\n  optional: [page]\n' +
      '  finds: { books: { from: books, on: lent_to, by: member, many: true, page: page, page_size: 1,',
  )
  const { value: paged } = loadWorld(new Map(LIBRARY).set('tools.yaml', tools), { count_books: countBooks })
  const tool = paged?.tools.get('books_of')
  assert(paged !== undefined && tool !== undefined, 'the paged library loads')
  const page = (input: Json) =>
    readsOf(tool, input, callTool(paged, openWorld(paged), { tool: 'books_of', input }).output)
  const isbns = (input: Json) => page(input).map(({ rows }) => rows.map(({ isbn }) => isbn))
  expect(isbns({ member: 'M1' })).toEqual([['B2']])
  expect(isbns({ member: 'M1', page: 2 })).toEqual([['B3']])
  expect(page({ member: 'M1', page: 3 })).toEqual([])
})
