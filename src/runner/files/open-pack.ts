import { type SageError, usageError } from '../../base/error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import { findPack, knownPacks, type PackPlace } from './find-pack.ts'

/** The pack a person named by id or folder; wrong usage where there is none. */
export function placeOfPack(name: string, workingFolder: string): PackPlace {
  const place = findPack(name, workingFolder)
  if (place === undefined) throw unknownPack(name, workingFolder)
  return place
}

export function unknownPack(name: string, workingFolder: string): SageError {
  const known = knownPacks(workingFolder).map((pack) => pack.name)
  return usageError(
    'unknown-pack',
    `There is no pack "${name}".`,
    `${didYouMean(name, known)} Or give a folder that contains a pack.yaml.`,
  )
}
