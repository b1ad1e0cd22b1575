import fc from 'fast-check'
import { expect, test } from 'vitest'
import { libraryWorld } from '../../test/fixtures/library-world.ts'
import { hashState, withNoise } from '../../test/support/world/state.ts'
import { seededChance } from '../base/chance.ts'
import { callTool } from './call.ts'
import { rowFault } from './cell.ts'
import { allRows, findRows, openWorld, type WorldState } from './state.ts'
import type { ToolCall } from './world.ts'

const world = libraryWorld()
const untouched = JSON.stringify([...world.tables].map(([name, { rows }]) => [name, [...rows]]))

/** Arguments that are right now and then, and wrong in every way the rest of the time. */
const word = fc.constantFrom<unknown>(
  'M1',
  'M2',
  'M9',
  'B1',
  'B2',
  'B3',
  'B9',
  'open',
  'attic',
  '',
  '__proto__',
  7,
  -1,
  0.1,
  null,
  true,
  [],
  {},
)
const input = fc.oneof(
  fc.record(
    { isbn: word, member: word, shelf: word, days: word, more: word, sure: word, query: word },
    { requiredKeys: [] },
  ),
  fc.record({ isbn: fc.constantFrom('B1', 'B2', 'B3'), member: fc.constantFrom('M1', 'M2') }),
  fc.record({ isbn: fc.constantFrom('B1', 'B2', 'B3'), sure: fc.boolean() }),
  fc.record({ member: fc.constantFrom('M1', 'M2', 'M3', 'M4') }),
  fc.record({ member: fc.constantFrom('M1', 'M2'), more: fc.double() }),
  fc.anything(),
)
const calls = fc.array(fc.record({ tool: fc.constantFrom(...world.tools.keys(), 'nothing'), input }), {
  maxLength: 25,
})

const keepsTypes = (state: WorldState) =>
  [...world.tables.values()].every((table) =>
    allRows(world, state, table.name).every((row) => rowFault(table, String(row[table.key]), row) === null),
  )

/** Look-ups by index and overlay find what a plain scan finds. */
function expectLookUpsToAgree(state: WorldState): void {
  for (const { name, columns } of world.tables.values()) {
    const rows = allRows(world, state, name)
    for (const column of columns.keys()) {
      for (const value of new Set(rows.map((row) => row[column]))) {
        if (value === null || value === undefined) continue
        const found = findRows(world, state, { table: name, column, value })
        expect(new Set(found)).toEqual(new Set(rows.filter((row) => row[column] === value)))
        expect(found.length).toBe(new Set(found).size)
      }
    }
  }
}

test('any sequence of calls keeps the types of every table and never touches the world or another trial', () => {
  const other = openWorld(world, { books: { B1: { shelf: 'vault' } } })
  const otherBefore = hashState(world, other)
  fc.assert(
    fc.property(calls, (sequence) => {
      let state = openWorld(world)
      for (const call of sequence) {
        const before = hashState(world, state)
        const result = callTool(world, state, call)
        expect(hashState(world, state)).toBe(before)
        expect(result.ok || result.state === state).toBe(true)
        state = result.state
      }
      expect(keepsTypes(state)).toBe(true)
      expectLookUpsToAgree(state)
      expect(hashState(world, other)).toBe(otherBefore)
    }),
    { numRuns: 300 },
  )
  expect(JSON.stringify([...world.tables].map(([name, { rows }]) => [name, [...rows]]))).toBe(untouched)
})

test('replaying the writes that succeeded gives the same end state and hash, noise or not', () => {
  const noisy = withNoise(world, { unavailable: 0.3, slowMs: 10 })
  fc.assert(
    fc.property(calls, fc.integer(), (sequence, seed) => {
      const chance = seededChance(seed)
      let state = openWorld(noisy)
      const written: ToolCall[] = []
      for (const call of sequence) {
        const result = callTool(noisy, state, call, chance)
        if (result.ok && noisy.tools.get(call.tool)?.role !== 'read') written.push(call)
        state = result.state
      }
      const again = written.reduce((now, call) => callTool(world, now, call).state, openWorld(world))
      expect(hashState(world, again)).toBe(hashState(noisy, state))
    }),
    { numRuns: 300 },
  )
})

test('a row changed and changed back is no difference', () => {
  const there = callTool(world, openWorld(world), {
    tool: 'move',
    input: { isbn: 'B1', shelf: 'vault' },
  }).state
  const back = callTool(world, there, { tool: 'move', input: { isbn: 'B1', shelf: 'open' } }).state
  expect(hashState(world, back)).toBe(hashState(world, openWorld(world)))
  expect(hashState(world, there)).not.toBe(hashState(world, back))
})
