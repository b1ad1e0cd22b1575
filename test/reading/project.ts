import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, from a source file as well as from a bundle of it in build/. */
export const PROJECT = projectAbove(import.meta.dirname)

function projectAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : projectAbove(dirname(folder))
}
