import type { Case, Pack } from '../cases/case.ts'
import { loadDesk } from './load-desk.ts'
import type { CaseSelection } from './run-request.ts'

/** The packs of a selection with the cases it asks for: their own, and those planned from the graph. */
export async function loadCases(selection: CaseSelection): Promise<readonly { readonly pack: Pack; readonly cases: readonly Case[] }[]> {
  const packs = await Promise.all(selection.packs.map(loadDesk))
  return packs.map((pack) => ({ pack, cases: selection.own ? pack.cases : [] }))
}
