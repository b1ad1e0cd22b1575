import { expect, test } from 'vitest'
import { libraryWorld } from '../../test/fixtures/library-world.ts'
import { hashState, withNoise } from '../../test/support/world/state.ts'
import { seededChance } from '../base/chance.ts'
import type { Json } from '../base/values/json.ts'
import { callTool, possible, toolSpecs } from './call.ts'
import { openWorld, rowOf, type WorldState } from './state.ts'

const world = libraryWorld()
const fresh = openWorld(world)
const call = (tool: string, input: Json, state: WorldState = fresh) => callTool(world, state, { tool, input })

test('a read shows the row and what hangs on it; an empty column is null', () => {
  expect(call('find_book', { isbn: 'B2' })).toMatchObject({
    ok: true,
    output: {
      book: { isbn: 'B2', shelf: 'open', lent_to: 'M1', due_on: '2026-03-01' },
      reader: { member: 'M1', fee: 2.5 },
    },
    changes: [],
    amount: null,
  })
  expect(call('find_book', { isbn: 'B1' }).output).toEqual({
    book: { isbn: 'B1', shelf: 'open', lent_to: null, due_on: null },
    reader: null,
  })
})

test('a list may be empty; a computed member stands beside it', () => {
  expect(call('books_of', { member: 'M1' }).output).toEqual({
    books: [
      { isbn: 'B2', due_on: '2026-03-01' },
      { isbn: 'B3', due_on: '2026-04-01' },
    ],
    on: '2026-03-10',
  })
  expect(call('books_of', { member: 'M9' })).toMatchObject({ ok: true, output: { books: [] } })
})

test.each([
  ['no such row', 'find_book', { isbn: 'B9' }, { error: 'not_found', message: 'No book B9.' }],
  [
    'every wrong argument named',
    'lend',
    { isbn: 3, days: 0, extra: 1 },
    {
      error: 'invalid_arguments',
      message:
        'lend: member is required; extra is not a parameter of this tool; isbn must be string; days must be >= 1.',
    },
  ],
  ['no object', 'find_book', 'B1', { error: 'invalid_arguments' }],
  ['no object', 'find_book', null, { error: 'invalid_arguments' }],
  ['no object', 'find_book', ['B1'], { error: 'invalid_arguments' }],
  ['unknown tool', 'burn', {}, { error: 'unknown_tool' }],
  ['a name every object has', 'constructor', {}, { error: 'unknown_tool' }],
  [
    'a needed row is missing',
    'lend',
    { isbn: 'B1', member: 'M9' },
    { error: 'reader_not_found', message: 'M9 is no member.' },
  ],
  ['the impossible', 'lend', { isbn: 'B2', member: 'M1' }, { error: 'lent_out', message: 'B2 is with M1.' }],
  ['a value the column cannot hold', 'move', { isbn: 'B1', shelf: 'attic' }, { error: 'unprocessable' }],
  ['a key that is taken', 'register', { member: 'M1' }, { error: 'already_exists' }],
])('%s: a result, not an exception', (_, tool, input, output) => {
  const result = call(tool, input)
  expect(result.ok).toBe(false)
  expect(result.output).toMatchObject(output)
  expect(result.state).toBe(fresh)
  expect(result.changes).toEqual([])
})

test('a write changes this trial only, and says what it changed', () => {
  const { state, output, changes } = call('lend', { isbn: 'B1', member: 'M2' })
  expect(output).toEqual({ loan: 'LN-000001' })
  expect(changes).toEqual([
    {
      table: 'loans',
      key: 'LN-000001',
      before: null,
      after: { loan: 'LN-000001', isbn: 'B1', member: 'M2', until: '2026-03-24' },
    },
    {
      table: 'books',
      key: 'B1',
      before: { isbn: 'B1', shelf: 'open', lent_to: null, due_on: null },
      after: { isbn: 'B1', shelf: 'open', lent_to: 'M2', due_on: '2026-03-24' },
    },
  ])
  expect(rowOf(world, state, 'books', 'isbn', 'B1')?.lent_to).toBe('M2')
  expect(rowOf(world, fresh, 'books', 'isbn', 'B1')?.lent_to).toBe(null)
  expect(call('books_of', { member: 'M2' }, state).output).toMatchObject({ books: [{ isbn: 'B1' }] })
})

test('what the rules forbid the tool still does: a blocked member borrows from the vault', () => {
  const { state } = call('discard', { isbn: 'B3', sure: true })
  expect(rowOf(world, state, 'books', 'isbn', 'B3')).toBe(null)
  expect(call('books_of', { member: 'M1' }, state).output).toMatchObject({ books: [{ isbn: 'B2' }] })
  expect(call('lend', { isbn: 'B1', member: 'M2' }).ok).toBe(true)
})

test('receipts count up within a trial and begin anew in the next', () => {
  const first = call('lend', { isbn: 'B1', member: 'M1' })
  const again = call('register', { member: 'M7' }, first.state)
  const moved = call('discard', { isbn: 'B2', sure: false }, again.state)
  expect(moved).toMatchObject({ ok: true, output: { status: 'ok' }, changes: [] })
  expect(moved.state.receipts).toBe(1)
  expect(call('lend', { isbn: 'B1', member: 'M1' }).output).toEqual({ loan: 'LN-000001' })
})

test('money is an amount in the result, and cents stay cents', () => {
  expect(call('charge', { member: 'M1', more: 0.1 })).toMatchObject({
    ok: true,
    amount: 2.6,
    output: { fee: 2.6 },
  })
  expect(call('charge', { member: 'M9', more: 1 })).toMatchObject({ ok: false, amount: null })
})

test('a rules search gives the sections that match, best first', () => {
  expect(call('rules', { query: 'what does a late fee cost?' }).output).toEqual({
    sections: [{ title: '2. Fees', text: 'A late book costs a fee.' }],
  })
  expect(call('rules', { query: 'zzz' }).output).toEqual({ sections: [] })
})

test('a special tool sees this trial and nothing else', () => {
  expect(call('count', {}).output).toEqual({ books: 3 })
  expect(call('count', {}, call('discard', { isbn: 'B1', sure: true }).state).output).toEqual({ books: 2 })
})

test('possible: arguments right, rows there, nothing impossible', () => {
  expect(possible(world, fresh, 'lend', { isbn: 'B1', member: 'M1' })).toBe(true)
  expect(possible(world, fresh, 'lend', { isbn: 'B2', member: 'M1' })).toBe(false)
  expect(possible(world, fresh, 'lend', { isbn: 'B9', member: 'M1' })).toBe(false)
  expect(possible(world, fresh, 'lend', { isbn: 'B1' })).toBe(false)
  expect(possible(world, fresh, 'burn', {})).toBe(false)
})

test('agents are told name, description and parameters of a tool, and no more', () => {
  expect(toolSpecs(world).find(({ name }) => name === 'lend')).toEqual({
    name: 'lend',
    description: 'Lend a book.',
    parameters: {
      type: 'object',
      properties: {
        isbn: { type: 'string' },
        member: { type: 'string' },
        days: { type: 'integer', minimum: 1 },
      },
      required: ['isbn', 'member'],
      additionalProperties: false,
    },
  })
})

test('without a generator there is no noise; with one, the same seed makes the same noise', () => {
  const noisy = withNoise(world, { unavailable: 0.5, slowMs: 900 })
  const look = { tool: 'find_book', input: { isbn: 'B1' } }
  expect(callTool(noisy, fresh, look)).toMatchObject({ ok: true, delayMs: 0 })
  const play = (seed: number) => {
    const chance = seededChance(seed)
    return Array.from({ length: 40 }, () => callTool(noisy, fresh, look, chance)).map(({ ok, delayMs }) => [
      ok,
      delayMs,
    ])
  }
  expect(play(7)).toEqual(play(7))
  expect(play(7)).not.toEqual(play(8))
  const failures = play(7).filter(([ok]) => ok === false)
  expect(failures.length).toBeGreaterThan(8)
  expect(failures.length).toBeLessThan(32)
})

test("a case's own rows stand over the pack's, new ones beside them", () => {
  const state = openWorld(world, {
    books: { B1: { lent_to: 'M2' }, B8: { shelf: 'open' } },
  })
  expect(rowOf(world, state, 'books', 'isbn', 'B1')).toMatchObject({ lent_to: 'M2', shelf: 'open' })
  expect(rowOf(world, state, 'books', 'lent_to', 'M2')).toMatchObject({ isbn: 'B1' })
  expect(call('find_book', { isbn: 'B8' }, state).ok).toBe(true)
  expect(hashState(world, state)).not.toBe(hashState(world, fresh))
})
