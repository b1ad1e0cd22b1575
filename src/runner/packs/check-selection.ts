import { usageError } from '../../base/error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import type { Case, Pack } from '../../cases/case.ts'
import type { CaseSelection } from '../settings/run-request.ts'
import { unknownCase } from './find-case.ts'

type SelectedCases = { readonly pack: Pack; readonly cases: readonly Case[] }

/** A name that nothing has is a slip: run without it, a selection would silently be smaller than what was asked for. */
export function checkSelection(packs: readonly SelectedCases[], { cases, tactics }: CaseSelection): void {
  const known = new Set<string>(packs.flatMap((each) => each.cases.map(({ id }) => id)))
  for (const name of cases) {
    if (known.has(name)) continue
    const pack = packs.find((each) => name.startsWith(`${each.pack.id}/`))?.pack
    if (pack !== undefined) throw unknownCase(pack, name)
    const ids = packs.map((each) => each.pack.id)
    throw usageError(
      'unknown-case',
      `No pack of this run has the case "${name}".`,
      `The packs are ${ids.join(', ')}. Write a case as pack/case.`,
    )
  }
  const taxonomy = new Set(packs.flatMap(({ pack }) => [...pack.tactics.keys()]))
  for (const name of tactics)
    if (!taxonomy.has(name))
      throw usageError(
        'unknown-tactic',
        `There is no tactic "${name}".`,
        `${didYouMean(name, [...taxonomy].sort())} List cases with their tactics: sage cases <pack>`,
      )
}

/** How many cases of each origin a selection plays, and how many of the packs' own it leaves out. */
export type CaseCounts = { readonly own: number; readonly planned: number; readonly leftOut: number }

export function countCases(packs: readonly SelectedCases[], played: readonly Case[]): CaseCounts {
  const ids = new Set(played.map(({ id }) => id))
  const planned = new Set(played.filter((each) => each.planned).map(({ id }) => id)).size
  const all = new Set(packs.flatMap(({ pack }) => pack.cases.map(({ id }) => id)))
  return {
    own: ids.size - planned,
    planned,
    leftOut: [...all].filter((id) => !ids.has(id)).length,
  }
}
