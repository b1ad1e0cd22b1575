import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemsError } from '../../base/files/problems-error.ts'
import type { Tactic } from '../../cards/tactic.ts'
import { contentHash } from '../../cases/pack-hash.ts'
import { packageRoot } from '../files/package-root.ts'
import { type PreparedKey, readPreparedData, shipPreparedData } from '../files/prepared.ts'

type Tactics = ReadonlyMap<string, Tactic>
type Files = ReadonlyMap<string, string>

let product: Promise<Tactics> | undefined

/** The taxonomy we ship, read once a process. */
export function productTactics(): Promise<Tactics> {
  product ??= readProductTactics()
  return product
}

/** For the build. */
export const shipTactics = async (): Promise<void> =>
  shipPreparedData(keyOf(await tacticFiles()), await productTactics())

async function readProductTactics(): Promise<Tactics> {
  const files = await tacticFiles()
  const prepared = readPreparedData(keyOf(files))
  return isTactics(prepared) ? prepared : readTactics(files)
}

async function tacticFiles(): Promise<Files> {
  const dir = join(packageRoot(), 'tactics')
  const names = (await readdir(dir)).filter((name) => name.endsWith('.yaml')).sort()
  const texts = names.map(async (name) => [name, await readFile(join(dir, name), 'utf8')] as const)
  return new Map(await Promise.all(texts))
}

async function readTactics(files: Files): Promise<Tactics> {
  const { readTactic } = await import('../../cards/tactic-file.ts')
  const readings = [...files].map(([name, text]) => readTactic(`tactics/${name}`, text))
  const problems = readings.flatMap((reading) => reading.problems)
  if (problems.length > 0) throw new ProblemsError('The tactics that come with SAGE have errors.', problems)
  return new Map(readings.flatMap(({ value }) => (value === undefined ? [] : [[value.id, value] as const])))
}

const keyOf = (files: Files): PreparedKey => ({ kind: 'tactics', hash: contentHash(files) })

/** Our own writing, under a key of its content and of the build that wrote it. */
const isTactics = (value: unknown): value is Tactics => value instanceof Map
