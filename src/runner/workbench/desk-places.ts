import { join, resolve } from 'node:path'
import { usageError } from '../../base/error.ts'
import { knownPacks } from '../files/find-pack.ts'
import { packageRoot } from '../files/package-root.ts'
import { packIdIn, projectPacks } from '../files/project-packs.ts'

/**
 * The desks that may be edited, by id: those of the project, never the ones that come with SAGE. An id is looked up here and
 * never taken for a path, so nothing of a request reaches the file system.
 */
export function deskPlaces(workingFolder: string): ReadonlyMap<string, string> {
  const shipped = join(packageRoot(), 'packs')
  const isShipped = (dir: string): boolean =>
    dir.startsWith(shipped) && resolve(workingFolder) !== packageRoot()
  const known = knownPacks(workingFolder).map(({ name, dir }) => ({ name: packIdIn(dir) ?? name, dir }))
  const own = [...known, ...projectPacks(workingFolder)].filter(({ dir }) => !isShipped(dir))
  return new Map(own.map(({ name, dir }) => [name, dir]))
}

export function deskDir(desk: string, workingFolder: string): string {
  const dir = deskPlaces(workingFolder).get(desk)
  if (dir !== undefined) return dir
  throw usageError(
    'unknown-pack',
    `"${desk}" is not a desk of this project.`,
    'Desks of a project are in packs/, or named under packs: in sage.yaml. Packs that come with SAGE are not edited.',
  )
}

const DESK_ID = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Where a new desk goes; refused if the name is taken or is no id. */
export function newDeskDir(desk: string, workingFolder: string): string {
  if (!DESK_ID.test(desk))
    throw usageError(
      'usage',
      `"${desk}" is not a name for a desk.`,
      'Use lower-case letters, digits and hyphens, like my-desk.',
    )
  if (knownPacks(workingFolder).some(({ name, dir }) => name === desk || packIdIn(dir) === desk))
    throw usageError('pack-exists', `There is a desk "${desk}" already.`, 'Choose another name.')
  return join(resolve(workingFolder), 'packs', desk)
}
