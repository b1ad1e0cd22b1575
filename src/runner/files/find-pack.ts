import { existsSync, readdirSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { type SageError, usageError } from '../../base/error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import { packageRoot } from './package-root.ts'
import { type PackPlace, packIdIn, projectPacks } from './project-packs.ts'

/** Packs that need no folder to be named: the ones we ship, and those in the working folder's packs/. */
export function knownPacks(workingFolder: string): readonly PackPlace[] {
  const shipped = packsIn(join(packageRoot(), 'packs'))
  const own = packsIn(join(workingFolder, 'packs'))
  const ownNames = new Set(own.map((pack) => pack.name))
  return [...own, ...shipped.filter((pack) => !ownNames.has(pack.name))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )
}

/** All packs that can be named by id: the known ones, and the project's own wherever they lie. */
export function namedPacks(workingFolder: string): readonly PackPlace[] {
  const known = knownPacks(workingFolder)
  const folders = new Set(known.map(({ dir }) => dir))
  return [...projectPacks(workingFolder).filter(({ dir }) => !folders.has(dir)), ...known]
}

/** A pack is named by id or folder everywhere; an id wins over a folder of the same name. */
export function findPack(name: string, workingFolder: string): PackPlace | undefined {
  const known = knownPacks(workingFolder)
  const byName = known.find((pack) => pack.name === name)
  if (byName !== undefined) return byName
  const dir = resolve(workingFolder, name)
  if (existsSync(join(dir, 'pack.yaml'))) return { name: dir.split(sep).at(-1) ?? name, dir }
  // A folder may have another name than the pack in it.
  return (
    projectPacks(workingFolder).find((pack) => pack.name === name) ??
    known.find((pack) => packIdIn(pack.dir) === name)
  )
}

/** The pack a person named by id or folder; wrong usage where there is none. */
export function placeOfPack(name: string, workingFolder: string): PackPlace {
  const place = findPack(name, workingFolder)
  if (place === undefined) throw unknownPack(name, workingFolder)
  return place
}

export function unknownPack(name: string, workingFolder: string): SageError {
  const known = namedPacks(workingFolder).map((pack) => pack.name)
  return usageError(
    'unknown-pack',
    `There is no pack "${name}".`,
    `${didYouMean(name, known)} Or name a folder that holds a pack.yaml.`,
  )
}

function packsIn(folder: string): readonly PackPlace[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => existsSync(join(folder, entry.name, 'pack.yaml')))
    .map((entry) => ({ name: entry.name, dir: join(folder, entry.name) }))
}
