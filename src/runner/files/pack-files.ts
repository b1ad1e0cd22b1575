import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { usageError } from '../../base/error.ts'

/** The only file access of packs: everything a pack's folder holds as text, by its path inside the folder. */
const TEXT = /\.(ya?ml|csv|md)$/
const LIMITS = { filesMax: 5_000, filesAtOnce: 8 } as const
/** What a pack is made of: a link in the place of one of these would silently be missing. */
const READ =
  /^((pack|graph|world|tools|lexicon|outline)\.yaml|sop\.md|truth\.csv|(records|cases|tactics|voices)(\/.*)?)$/

export async function readPackFiles(dir: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw usageError(
      'unknown-pack',
      `cannot read the folder ${dir}`,
      'Give a pack id or a pack folder. List the ids: sage packs',
      cause,
    )
  })
  const pathOf = (entry: Dirent): readonly string[] =>
    relative(dir, join(entry.parentPath, entry.name)).split(sep)
  const paths = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map(pathOf)
    .filter((parts) => !parts.some((part) => part.startsWith('.') || part === 'node_modules'))
  const links = entries
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => pathOf(entry).join('/'))
    .filter((path) => READ.test(path))
  if (links.length > 0) {
    const said = `${links.join(', ')} in ${dir}: a pack is read without following symbolic links`
    throw usageError('pack-link', said, 'Put a copy of the file in its place.')
  }
  if (paths.length > LIMITS.filesMax) {
    const said = `${dir} contains ${paths.length} files; the limit is ${LIMITS.filesMax}`
    throw usageError('pack-too-large', said, 'Give the folder of one pack, the one that contains pack.yaml.')
  }
  const texts: (readonly [string, string])[] = []
  // A few at a time: a shell may allow no more than some dozen open files.
  for (let from = 0; from < paths.length; from += LIMITS.filesAtOnce)
    texts.push(
      ...(await Promise.all(
        paths
          .slice(from, from + LIMITS.filesAtOnce)
          .map(async (parts) => [parts.join('/'), await readFile(join(dir, ...parts), 'utf8')] as const),
      )),
    )
  return new Map(texts.sort(([a], [b]) => (a < b ? -1 : 1)))
}
