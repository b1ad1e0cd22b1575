import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import type { Tactic } from '../../cards/tactic.ts'
import { readTactic } from '../../cards/tactic-file.ts'
import { packageRoot } from '../files/package-root.ts'

type Tactics = ReadonlyMap<string, Tactic>

let product: Promise<Tactics> | undefined

/** The taxonomy we ship, read once a process. */
export function productTactics(): Promise<Tactics> {
  product ??= readProductTactics()
  return product
}

async function readProductTactics(): Promise<Tactics> {
  const dir = join(packageRoot(), 'tactics')
  const names = (await readdir(dir)).filter((name) => name.endsWith('.yaml')).sort()
  const readings = await Promise.all(
    names.map(async (name) => readTactic(`tactics/${name}`, await readFile(join(dir, name), 'utf8'))),
  )
  const problems = readings.flatMap((reading) => reading.problems)
  if (problems.length > 0) throw new ProblemsError('The tactics that come with SAGE have errors.', problems)
  return new Map(readings.flatMap(({ value }) => (value === undefined ? [] : [[value.id, value] as const])))
}
