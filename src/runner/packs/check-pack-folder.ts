import { join, relative } from 'node:path'
import type { Problem } from '../../base/files/problem.ts'
import { checkPack } from '../../cases/check-pack.ts'
import { notesOnPack } from '../../cases/note-pack.ts'
import { isAdoptedPack, readAdoptedPack } from '../../recordings/adopted/adopted-pack.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { outlineProblems } from './outline-folder.ts'
import { productTactics } from './product-tactics.ts'

/** Everything wrong in the pack of a folder, and what its author should know, with paths as seen from where the person stands. */
export async function checkPackFolder(dir: string, workingFolder: string): Promise<readonly Problem[]> {
  const [files, tactics] = await Promise.all([readPackFiles(dir), productTactics()])
  const outside = { dir, tactics }
  const found = isAdoptedPack(files)
    ? readAdoptedPack(files, outside).problems
    : [...checkPack(files, outside), ...outlineProblems(files), ...notesOnPack(files, outside)]
  return found.map((problem) => ({ ...problem, file: pathFrom(workingFolder, join(dir, problem.file)) }))
}

/** A path an editor can jump to, without a ladder of `../`. */
export const pathFrom = (workingFolder: string, path: string): string => {
  const short = relative(workingFolder, path)
  return short.startsWith('..') ? path : short
}
