import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { usageError } from '../../base/error.ts'

/** The only file access of packs: everything a pack's folder holds as text, by its path inside the folder. */
const TEXT = /\.(ya?ml|csv|md)$/
const LIMITS = { filesMax: 5_000 } as const

export async function readPackFiles(dir: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw usageError(
      'unknown-pack',
      `cannot read the folder ${dir}`,
      'Give a pack id or a pack folder. List the ids: sage packs',
      cause,
    )
  })
  const paths = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep))
    .filter((parts) => !parts.some((part) => part.startsWith('.') || part === 'node_modules'))
  if (paths.length > LIMITS.filesMax) {
    const said = `${dir} contains ${paths.length} files; the limit is ${LIMITS.filesMax}`
    throw usageError('pack-too-large', said, 'Give the folder of one pack, the one that contains pack.yaml.')
  }
  const texts = await Promise.all(
    paths.map(async (parts) => [parts.join('/'), await readFile(join(dir, ...parts), 'utf8')] as const),
  )
  return new Map(texts.sort(([a], [b]) => (a < b ? -1 : 1)))
}
