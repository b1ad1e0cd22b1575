import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { describe, expect, test } from 'vitest'
import { ABSENT, Special } from '../../base/values/value.ts'
import { keepPack, openPack } from '../../cases/kept-pack.ts'
import { callTool } from '../../world/call.ts'
import { openWorld } from '../../world/state.ts'
import { packageRoot } from '../files/package-root.ts'
import { loadPack } from './load-pack.ts'
import { productTactics } from './product-tactics.ts'

const read = await loadPack(join(packageRoot(), 'packs', 'lunchbox'))
const tactics = await productTactics()
const kept = () => deserialize(serialize(keepPack(read, tactics)))
const opened = openPack(kept(), { dir: read.dir, tactics }) ?? expect.unreachable()

/** The pack but for how its tools check arguments, which is code. */
const dataOf = ({ world, ...pack }: typeof read) => ({
  ...pack,
  world: {
    ...world,
    tools: [...world.tools].map(([, { works, ...tool }]) => ({ ...tool, ...works, validate: null })),
  },
})

describe('a pack that the build prepared', () => {
  test('holds what its files hold, and names the folder it was opened from', () => {
    expect(dataOf(opened)).toEqual(dataOf(read))
    expect(openPack(kept(), { dir: '/elsewhere', tactics })?.dir).toBe('/elsewhere')
    expect([...opened.tactics]).toEqual([...read.tactics])
  })

  test('compares with the four values that are no data as the pack it was made of', () => {
    const specials = new Set<Special>()
    const seen = new Set<object>()
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return
      seen.add(value)
      if (value instanceof Special) specials.add(value)
      for (const each of value instanceof Map ? value.values() : Object.values(value)) look(each)
    }
    look(opened.graph)
    expect(specials).toContain(ABSENT)
    expect([...specials].filter(({ word }) => word === 'absent')).toEqual([ABSENT])
  })

  test('its tools answer alike, right arguments or wrong ones', () => {
    const inputs = [{}, { order_id: 'LB-1' }, { order_id: 7, more: true }, null]
    for (const tool of read.world.tools.keys())
      for (const input of inputs)
        expect(callTool(opened.world, openWorld(opened.world), { tool, input })).toEqual(
          callTool(read.world, openWorld(read.world), { tool, input }),
        )
  })

  test('what something else wrote is no pack', () => {
    for (const other of [undefined, null, 'lunchbox', { id: 'lunchbox' }])
      expect(openPack(other, { dir: read.dir, tactics })).toBe(undefined)
    expect(openPack(kept(), { dir: read.dir, tactics: new Map() })).toBe(undefined)
  })
})
