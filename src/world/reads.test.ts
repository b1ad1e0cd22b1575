import { expect, test } from 'vitest'
import { libraryWorld } from '../../test/fixtures/library-world.ts'
import { assert } from '../base/assert.ts'
import type { Json } from '../base/json.ts'
import { callTool } from './call.ts'
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
