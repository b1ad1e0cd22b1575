import { readFile, stat } from 'node:fs/promises'
import { type SageError, usageError } from '../../base/error.ts'

/** Reads a file a person named. Each way it can be wrong is an error that says what to do. */
export async function readText(file: string): Promise<string> {
  try {
    // A pipe or a device would never end; a folder cannot be read.
    const found = await stat(file)
    if (found.isDirectory()) throw directoryError(file)
    return await readFile(file, 'utf8')
  } catch (error) {
    throw readingError(file, error)
  }
}

/** The same, or undefined where there is no such file. */
export async function readTextIfThere(file: string): Promise<string | undefined> {
  try {
    return await readText(file)
  } catch (error) {
    if (codeOf(error) === 'file-missing') return undefined
    throw error
  }
}

const directoryError = (file: string): SageError =>
  usageError('file-is-folder', `${file} is a folder, not a file.`, 'Give a file inside it.')

function readingError(file: string, error: unknown): unknown {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return usageError(
        'file-missing',
        `There is no file ${file}.`,
        'Check the path and its spelling.',
        error,
      )
    case 'EISDIR':
      return directoryError(file)
    case 'EACCES':
    case 'EPERM':
      return usageError(
        'file-unreadable',
        `No permission to read ${file}.`,
        `Check its permissions: ls -l ${file}`,
        error,
      )
    default:
      return error
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
