import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { packageRoot } from './package-root.ts'

/**
 * What can be worked out once from a pack's content and need not be worked out at every start: the build does it for the packs
 * we ship (dist/prepared), and `.sage/cache` keeps it for others. Keyed by content and by the build that made it, so a stale
 * entry is never found; deleting both folders changes nothing but the time. Code that was not built prepares nothing.
 */
const HERE = dirname(fileURLToPath(import.meta.url))
const SHIPPED = join(packageRoot(), 'dist/prepared')
const Build = z.object({ id: z.string() })

let build: string | null | undefined

/** The build this code belongs to; null: it runs from its sources. */
export function buildId(): string | null {
  if (build !== undefined) return build
  const inDist = HERE.startsWith(join(packageRoot(), 'dist'))
  const read = inDist ? Build.safeParse(readJsonFile(join(SHIPPED, 'build.json'))) : undefined
  build = read?.success === true ? read.data.id : null
  return build
}

export type PreparedKey = { readonly kind: string; readonly hash: string }

const fileName = ({ kind, hash }: PreparedKey): string => `${kind}-${hash.slice(0, 32)}.json`
const ownFolder = (id: string): string => join(process.cwd(), '.sage/cache', id)

/** What was prepared; undefined: nothing was, or it does not have that shape. */
export function readPrepared<T>(key: PreparedKey, shape: z.ZodType<T>): T | undefined {
  const id = buildId()
  if (id === null) return undefined
  for (const folder of [SHIPPED, ownFolder(id)]) {
    const read = shape.safeParse(readJsonFile(join(folder, fileName(key))))
    if (read.success) return read.data
  }
  return undefined
}

/** Keeps it for the next start, where a run has been made before. Whatever goes wrong here costs time and nothing else. */
export function keepPrepared(key: PreparedKey, value: unknown): void {
  const id = buildId()
  if (id === null || !existsSync(join(process.cwd(), '.sage'))) return
  try {
    writeWhole(join(ownFolder(id), fileName(key)), JSON.stringify(value))
  } catch {
    // A full or read-only disk.
  }
}

/** For the build: what an earlier one prepared must not be taken for what this one works out. */
export const clearShipped = (): void => rmSync(SHIPPED, { recursive: true, force: true })

/** For the build: into dist/prepared. */
export const shipPrepared = (key: PreparedKey, value: unknown): void =>
  writeWhole(join(SHIPPED, fileName(key)), JSON.stringify(value))

export const shipBuild = (id: string): void => writeWhole(join(SHIPPED, 'build.json'), JSON.stringify({ id }))

/** Another process never sees half a file. */
function writeWhole(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const part = `${file}.${process.pid}`
  writeFileSync(part, content)
  renameSync(part, file)
}

function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
