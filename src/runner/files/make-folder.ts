import { mkdir } from 'node:fs/promises'
import { usageError } from '../../base/error.ts'

/** A folder a person named by a flag, made where it is missing. */
export async function makeFolder(folder: string, flag: '--out'): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (cause) {
    throw usageError(
      'no-folder',
      `The folder ${folder} cannot be created.`,
      `Choose another folder with ${flag}.`,
      cause,
    )
  }
}
