import { didYouMean } from '../../../base/files/suggest.ts'
import { memo } from '../../../base/memo.ts'
import type { Case, Pack } from '../../../cases/case.ts'
import { RECORDED, type RecordedTrial, recordedTrial } from '../../../recordings/recorded-pack.ts'
import type { NewRun } from '../../../storage/store.ts'
import type { Transcript } from '../../../transcript/event.ts'
import type { Rule } from '../../../verdicts/rules/rule.ts'
import { findPack, namedPacks } from '../../files/find-pack.ts'
import { packIdIn } from '../../files/project-packs.ts'
import { loadPack } from '../../packs/load-pack.ts'
import { playedCase } from '../../packs/played-case.ts'
import { casesOfRun, packFoldersOf, runHeaderIfReadable } from '../../runs/run-header.ts'

/** The pack, the case and the project's own rules that a transcript is scored with; or why they are not known, and what to do. */
export type Desks = (events: Transcript) => Promise<Desk | NoDesk>
type Desk = RecordedTrial & { readonly rules: readonly Rule[] }
export type NoDesk = { readonly code: string; readonly message: string; readonly hint: string | undefined }

export type DeskWishes = {
  readonly workingFolder: string
  /** those of a project's plugins */
  readonly rules: readonly Rule[]
  /** stand in for the packs that transcripts name; absent: each is found by its id */
  readonly packs?: readonly Pack[] | undefined
  /** the run they were played in; absent: they are files of their own */
  readonly run?: NewRun | undefined
}

/** Finds desks, each pack loaded once: where the run had it, else by its id. */
export function openDesks({ workingFolder, rules, packs = [], run }: DeskWishes): Desks {
  const folders = run === undefined ? undefined : packFoldersOf(run)
  const header = run === undefined ? undefined : runHeaderIfReadable(run)
  const loaded = new Map<string, Promise<Pack | undefined>>()
  const load = async (id: string): Promise<Pack | undefined> => {
    const then = folders?.get(id)
    const dir = then !== undefined && packIdIn(then) === id ? then : findPack(id, workingFolder)?.dir
    return dir === undefined ? undefined : loadPack(dir)
  }
  const find = (id: string): Promise<Pack | undefined> => {
    const pack = loaded.get(id) ?? load(id)
    loaded.set(id, pack)
    return pack
  }
  // An edited pack would plan other cases than those that were played.
  const plannedBy = memo(async (pack: Pack): Promise<readonly Case[]> => {
    if (header === undefined) return []
    const played = await find(pack.id)
    const isSame = played !== undefined && played.hash === header.versions.packs[pack.id]
    return casesOfRun(isSame ? played : pack, header)
  })
  return async (events) => {
    const [start] = events
    if (start?.type !== 'trial.started')
      return noDesk('no-start', 'this transcript does not begin with trial.started', undefined)
    const { id } = start.pack
    const isRecorded = id === RECORDED
    const pack = isRecorded || packs.length > 0 ? packs.find((one) => one.id === id) : await find(id)
    // A recording that was mapped to a pack has none of its cases.
    const recorded = isRecorded || pack !== undefined ? recordedTrial(events, pack) : undefined
    if (recorded !== undefined) return { ...recorded, rules }
    if (pack === undefined) {
      const known = packs.length > 0 ? ids(packs) : namedPacks(workingFolder).map(({ name }) => name)
      const hint = `${didYouMean(id, known)} Or name its folder: --pack <folder>`
      return noDesk('unknown-pack', `there is no pack "${id}"`, hint)
    }
    const theCase = await playedCase(pack, events, header === undefined ? null : () => plannedBy(pack))
    if (theCase !== undefined) return { pack, case: theCase, rules }
    const isPlanned = /\/(plan|once)-[^/]*$/.test(start.case)
    const hint = isPlanned ? AS_IT_WAS : didYouMean(start.case, ids(pack.cases))
    const lacks = `pack ${id} has no case "${start.case}"${isPlanned ? ' as it was played' : ''}`
    return noDesk('unknown-case', lacks, hint)
  }
}

const ids = (all: readonly { readonly id: string }[]): readonly string[] => all.map(({ id }) => id)
const noDesk = (code: string, message: string, hint: string | undefined) => ({ code, message, hint })
const AS_IT_WAS =
  'Give the pack as it was then: --pack <folder>. If a run played it, score the run itself or its exported file.'
