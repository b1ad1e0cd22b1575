import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { usageError } from '../../base/error.ts'

/** Writes a file a person named with -o; its folder is made. A folder in its place is wrong usage. */
export async function writeText(file: string, text: string, workingFolder: string): Promise<string> {
  const path = resolve(workingFolder, file)
  const there = await stat(path).catch(() => undefined)
  if (there?.isDirectory() === true)
    throw usageError('file-is-folder', `${file} is a folder, not a file.`, 'Give a file inside it.')
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  } catch (cause) {
    throw usageError('file-unwritable', `${file} cannot be written.`, 'Choose another place with -o.', cause)
  }
  return path
}
