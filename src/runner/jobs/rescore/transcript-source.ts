import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { usageError } from '../../../base/error.ts'

/** Files and folders of transcripts, found before anything is read: a wrong path is said at once. */
export function transcriptFiles(names: readonly string[], workingFolder: string): readonly string[] {
  return names.flatMap((name) => {
    const path = resolve(workingFolder, name)
    if (!existsSync(path))
      throw usageError(
        'file-missing',
        `There is no file or folder ${name}.`,
        'Check the path and its spelling.',
      )
    if (!statSync(path).isDirectory()) return [path]
    const inside = readdirSync(path)
      .filter((file) => /\.jsonl(\.gz)?$/.test(file))
      .sort()
    if (inside.length === 0)
      throw usageError(
        'no-transcripts',
        `There is no transcript (*.jsonl, *.jsonl.gz) in ${name}.`,
        'Give a file or another folder.',
      )
    return inside.map((file) => join(path, file))
  })
}
