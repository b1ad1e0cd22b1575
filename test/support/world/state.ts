import { hashOf } from '../../../src/base/hash.ts'
import type { Json } from '../../../src/base/values/json.ts'
import type { Row } from '../../../src/base/values/value.ts'
import type { WorldState } from '../../../src/world/state.ts'
import type { NoisyAnswer, Tool, World } from '../../../src/world/world.ts'

/** The same back office with other manners: what a suite or a case asks for. */
export function withNoise(world: World, noise: NoisyAnswer): World {
  const tools = [...world.tools].map(([name, tool]): [string, Tool] => [
    name,
    { ...tool, works: { ...tool.works, noise } },
  ])
  return { ...world, tools: new Map(tools) }
}

/** Two trials with equal hashes ended with the same back office. A row changed and changed back is no difference. */
export function hashState(world: World, state: WorldState): string {
  const tables: Record<string, Record<string, Json>> = {}
  for (const [name, rows] of state.changed) {
    const differs = [...rows].filter(
      ([key, row]) => !sameRow(world.tables.get(name)?.rows.get(key) ?? null, row),
    )
    if (differs.length > 0) tables[name] = Object.fromEntries(differs)
  }
  return hashOf({ tables, receipts: state.receipts })
}

function sameRow(a: Row | null, b: Row | null): boolean {
  if (a === null || b === null) return a === b
  return Object.keys(a).every((column) => a[column] === b[column])
}
