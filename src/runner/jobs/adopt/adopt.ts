import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { usageError } from '../../../base/error.ts'
import { isAdoptedPack } from '../../../recordings/adopted/adopted-pack.ts'
import { type Adoption, draftAdoption } from '../../../recordings/adopted/draft-adoption.ts'
import { fieldsLike, writeAdoption } from '../../../recordings/adopted/write-adoption.ts'
import { RECORDED } from '../../../recordings/recorded-pack.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { findPack } from '../../files/find-pack.ts'
import { readPackFiles } from '../../files/pack-files.ts'
import { writeText } from '../../files/write-text.ts'
import { loadPack } from '../../packs/load-pack.ts'

export type Adopted = {
  /** the folder of the recorded desk, and the id of the case in it */
  readonly pack: string
  readonly case: string
  readonly written: readonly string[]
  readonly drafted: Adoption['case']
}

/**
 * Makes a case from a recorded conversation. In: its transcript, the event at which the agent under test takes over, the
 * folder of the desk. Out: files, written there. A desk may hold many adopted conversations; each keeps its own answers.
 */
export async function adopt(
  events: Transcript,
  asked: {
    readonly at: number
    readonly folder: string
    readonly named: string
    readonly workingFolder: string
  },
): Promise<Adopted> {
  const { at, folder, named, workingFolder } = asked
  const drafted = draftAdoption(events, at)
  if (typeof drafted === 'string')
    throw usageError('not-adopted', `${named} cannot be adopted: ${drafted}.`, 'See docs/forks.md.')
  const there = await filesIn(folder)
  const id = idOf(folder)
  const file = `cases/${drafted.case.id}.yaml`
  if (there.has(file))
    throw usageError(
      'already-adopted',
      `${join(folder, file)} is there already.`,
      'Remove it, or adopt the conversation into another folder with -o.',
    )
  const adoption = await atItsDesk(drafted, events, workingFolder)
  const files = writeAdoption(adoption, there, { id, title: `Adopted conversations: ${id}` })
  const written: string[] = []
  for (const [name, text] of files) written.push(await writeText(join(folder, name), text, workingFolder))
  return { pack: folder, case: `${id}/${drafted.case.id}`, written, drafted: adoption.case }
}

async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return new Map()
  const files = await readPackFiles(folder)
  if (isAdoptedPack(files)) return files
  throw usageError(
    'wrong-folder',
    `${folder} is not a desk of adopted conversations.`,
    'Give a new folder with -o, or one that sage adopt has written.',
  )
}

const idOf = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'adopted'

/** A recording that was mapped to a pack has the pack's SOP, and its words for fields and tools. */
async function atItsDesk(drafted: Adoption, [started]: Transcript, workingFolder: string): Promise<Adoption> {
  const id = started?.type === 'trial.started' ? started.pack.id : RECORDED
  const place = id === RECORDED ? undefined : findPack(id, workingFolder)
  if (place === undefined) return drafted
  const pack = await loadPack(place.dir)
  return {
    ...drafted,
    instructions: pack.graph.sop.text,
    lexicon: { ...drafted.lexicon, fields: fieldsLike(drafted.lexicon, pack.lexicon) },
    tools: drafted.tools.map((tool) => {
      const description = pack.world.tools.get(tool.name)?.description
      return description === undefined ? tool : { ...tool, description }
    }),
  }
}
