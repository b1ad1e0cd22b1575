import { type SageError, usageError } from '../../base/error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import type { Case, Intensity, Pack } from '../../cases/case.ts'
import { placeOfPack } from '../files/find-pack.ts'
import { namedCases, plannedCases } from './load-cases.ts'
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
  const id = name.startsWith(`${pack.id}/`)
    ? name
    : `${pack.id}/${name.slice(packName === undefined ? slash + 1 : 0)}`
  const [found] = [
    ...pack.cases.filter((each) => each.id === id),
    ...namedCases(pack, { names: [id], known: pack.cases, seed: PLAN_SEED }),
  ]
  if (found !== undefined) return { pack, case: found }
  throw unknownCase(pack, id)
}

/** Planned cases outside a run are those of a run with the default seed. */
export const PLAN_SEED = 1

export function unknownCase(pack: Pack, id: string): SageError {
  const known = [...pack.cases, ...plannedCases(pack, 'small', PLAN_SEED)].map((each) => each.id)
  return usageError(
    'unknown-case',
    `Pack ${pack.id} has no case "${id}".`,
    `${didYouMean(id, known)} List them: sage cases ${pack.id}`,
  )
}
