import { randomUUID } from 'node:crypto'
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { usageError } from '../../base/error.ts'
import { writeText } from './write-text.ts'

/** Writes a file whole or not at all: whoever reads it, or stops us, never meets half of it. */
export async function replaceText(file: string, text: string, workingFolder: string): Promise<string> {
  const path = resolve(workingFolder, file)
  const there = await lstat(path).catch(() => undefined)
  // a link, a pipe or a device is written through: a rename would put a plain file in its place
  if (there !== undefined && !there.isFile()) return writeText(file, text, workingFolder)
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(beside, text)
    await rename(beside, path)
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined)
    throw usageError('file-unwritable', `${file} cannot be written.`, 'Choose another place with -o.', cause)
  }
  return path
}
