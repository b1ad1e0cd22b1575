import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assert } from '../../src/base/assert.ts'
import { readPack } from '../../src/cases/read-pack.ts'
import { readPackFiles } from '../../src/runner/files/pack-files.ts'
import { productTactics } from '../../src/runner/packs/load-pack.ts'
import { ROOT } from '../architecture/source-files.ts'
import { silentOrders } from './silent.ts'

/** Orders still set aside without a word, by desk. Only ever lower these: nothing may be dropped silently (issue 11). */
const STILL: Readonly<Record<string, number>> = { northline: 2 }

const tactics = await productTactics()
const desks = [
  ...readdirSync(join(ROOT, 'packs')).map((name) => ({ name, path: `packs/${name}` })),
  ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, path: `test/strange-sops/${name}` })),
]

test.each(desks)('$name: no order is taken for a fact', async ({ name, path }) => {
  const files = await readPackFiles(join(ROOT, path))
  const { value, problems } = readPack(files, { tactics })
  assert(value !== undefined, problems.map(({ message }) => message).join('\n'))
  const silent = silentOrders(value, files.get('sop.md') ?? '')
  expect(silent.slice(STILL[name] ?? 0)).toEqual([])
})
