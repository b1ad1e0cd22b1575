import { usageError } from '../../base/error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import type { Case, Intensity, Pack } from '../../cases/case.ts'
import { placeOfPack } from '../files/find-pack.ts'
import { loadPack } from './load-pack.ts'

/** The intensity a case is played at: its own, or one it has. */
export function intensityOf({ id, intensity, intensities }: Case, wanted: Intensity | undefined): Intensity {
  if (wanted === undefined || intensities.includes(wanted)) return wanted ?? intensity
  throw usageError(
    'usage',
    `Case ${id} is not played at intensity ${wanted}.`,
    `It has ${intensities.join(', ')}.`,
  )
}

/** A case as a person names it: `pack/case`, or its last part beside a named pack. */
export async function findCase(
  name: string,
  packName: string | undefined,
  workingFolder: string,
): Promise<{ readonly pack: Pack; readonly case: Case }> {
  const slash = name.indexOf('/')
  if (packName === undefined && slash < 1)
    throw usageError('case-name', `"${name}" is not a case id.`, 'Use pack/case.')
  const pack = await loadPack(placeOfPack(packName ?? name.slice(0, slash), workingFolder).dir)
  const found = pack.cases.find(({ id }) => id === name || id === `${pack.id}/${name}`)
  if (found !== undefined) return { pack, case: found }
  const known = pack.cases.map(({ id }) => id)
  throw usageError('unknown-case', `Pack ${pack.id} has no case "${name}".`, didYouMean(name, known))
}
