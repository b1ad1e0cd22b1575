import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseDocument, stringify } from 'yaml'
import { usageError } from '../../../base/error.ts'
import type { Lexicon } from '../../../base/values/lexicon.ts'
import { isAdoptedPack } from '../../../recordings/adopted/adopted-pack.ts'
import { type Adoption, draftAdoption } from '../../../recordings/adopted/draft-adoption.ts'
import { RECORDED } from '../../../recordings/recorded-pack.ts'
import type { Transcript } from '../../../transcript/event.ts'
import { findPack } from '../../files/find-pack.ts'
import { readPackFiles } from '../../files/pack-files.ts'
import { writeText } from '../../files/write-text.ts'
import { loadPack } from '../../packs/load-pack.ts'

export type AdoptedCase = {
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
): Promise<AdoptedCase> {
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

/** The files of a recorded desk with one more adopted conversation in it. What is there already stays as it is. */
function writeAdoption(
  adoption: Adoption,
  there: ReadonlyMap<string, string>,
  pack: { readonly id: string; readonly title: string },
): ReadonlyMap<string, string> {
  const { case: drafted, tools, lexicon, instructions, today } = adoption
  const about = { ...pack, recorded: true, language: drafted.card.language, today, turns_max: 12 }
  return new Map([
    ...(there.has('pack.yaml') ? [] : [['pack.yaml', stringify(about)] as const]),
    ...(there.has('sop.md')
      ? []
      : [['sop.md', instructions === '' ? '' : `${instructions.trim()}\n`] as const]),
    ['tools.yaml', withMissing(there.get('tools.yaml'), [], toolsFile(tools))],
    ['lexicon.yaml', withWords(there.get('lexicon.yaml'), lexicon)],
    [`cases/${drafted.id}.yaml`, caseText(drafted)],
  ])
}

const toolsFile = (tools: Adoption['tools']): Readonly<Record<string, object>> =>
  Object.fromEntries(tools.map(({ name, ...tool }) => [name, tool]))

function withWords(text: string | undefined, lexicon: Lexicon): string {
  if (text === undefined) return stringify(lexicon, YAML)
  return (['intents', 'fields'] as const).reduce(
    (soFar, kind) => withMissing(soFar, [kind], lexicon[kind]),
    text,
  )
}

/** Adds members that a file does not have; a person may have changed those it has. */
const YAML = { lineWidth: 120, aliasDuplicateObjects: false } as const

function withMissing(
  text: string | undefined,
  path: readonly string[],
  members: Readonly<Record<string, object>>,
): string {
  if (text === undefined) return stringify(members, YAML)
  const document = parseDocument(text)
  for (const [name, value] of Object.entries(members))
    if (!document.hasIn([...path, name])) document.setIn([...path, name], document.createNode(value))
  return document.toString({ lineWidth: 120 })
}

const HEAD = `# Drafted from a recorded conversation: check every part, then sage pack check and sage run.
# card: what the customer wants and knows. acceptable: what was done for them then. history: how it went until the agent
# takes over. later: what the desk answered after that; any other call is told that it is not in the recording.
`

const caseText = (drafted: Adoption['case']): string => `${HEAD}${stringify(drafted, YAML)}`

/** Fields of a draft in the words of a desk that has them. */
const fieldsLike = (drafted: Lexicon, desk: Lexicon): Lexicon['fields'] =>
  Object.fromEntries(
    Object.entries(drafted.fields).map(([field, words]) => [field, desk.fields[field] ?? words]),
  )
