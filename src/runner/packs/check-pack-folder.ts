import { join, relative } from 'node:path'
import type { Problem } from '../../base/files/problem.ts'
import { checkPack } from '../../cases/check-pack.ts'
import { draftPack, type PackFiles, type PackOutside } from '../../cases/read-pack.ts'
import type { PlacedVoice } from '../../cases/voices.ts'
import type { Graph, StepOf } from '../../graph/model/graph.ts'
import { isAdoptedPack, readAdoptedPack } from '../../recordings/adopted/adopted-pack.ts'
import { readPackFiles } from '../files/pack-files.ts'
import { outlineProblems } from './outline-folder.ts'
import { productTactics } from './product-tactics.ts'

/** Everything wrong in the pack of a folder, and what its author should know, with paths as seen from where the person stands. */
export async function checkPackFolder(dir: string, workingFolder: string): Promise<readonly Problem[]> {
  const [files, tactics] = await Promise.all([readPackFiles(dir), productTactics()])
  const outside = { dir, tactics }
  const found = isAdoptedPack(files)
    ? readAdoptedPack(files, outside).problems
    : [...checkPack(files, outside), ...outlineProblems(files), ...notesOnPack(files, outside)]
  return found.map((problem) => ({ ...problem, file: pathFrom(workingFolder, join(dir, problem.file)) }))
}

/** A path an editor can jump to, without a ladder of `../`. */
export const pathFrom = (workingFolder: string, path: string): string => {
  const short = relative(workingFolder, path)
  return short.startsWith('..') ? path : short
}

/** What an author should know of a pack though nothing is wrong with it: what it leaves to a topic, or unproven. */
function notesOnPack(files: PackFiles, outside: PackOutside = {}): readonly Problem[] {
  const { graph, voices } = draftPack(files, outside)
  return graph === undefined ? [] : [...toldByTopic(graph), ...unproven(voices)]
}

/** What a pack without voices leaves open: its lexicon understands its own sentences, and nothing shows more. */
function unproven(voices: readonly PlacedVoice[]): readonly Problem[] {
  const at = { file: 'lexicon.yaml', line: 1, column: 1 }
  const drafts = voices.filter(({ voice }) => voice.drafted_by !== undefined)
  const hint =
    'Give the output of `sage pack voices <pack> --form` to a writer who has not seen lexicon.yaml.'
  if (voices.length === 0) {
    const message =
      'this pack has no voice: it is unproven that agents are understood who do not use the words of lexicon.yaml'
    return [{ ...at, code: 'no-voice', message, hint, severity: 'note' }]
  }
  if (drafts.length < voices.length) return []
  const names = drafts.map(({ name, voice }) => `${name} (${voice.drafted_by})`)
  const message = `all voices were drafted by a model: ${names.join(', ')}. What people would say is unproven`
  return [{ ...at, code: 'drafted-voices', message, hint, severity: 'note' }]
}

const NAMED_MAX = 6

/** E3: a tell that demands no wording and no value is done by whatever is read as its topic. */
function toldByTopic(graph: Graph): readonly Problem[] {
  const tells = new Map(
    [...graph.steps.values()]
      .filter((step): step is StepOf<'tell'> => step.kind === 'tell')
      .map((step) => [step.source, step] as const),
  )
  const bare = [...tells.values()].filter(({ mustSay, holds }) => mustSay.length + holds.length === 0)
  const [first] = bare
  if (first === undefined) return []
  const named = bare.slice(0, NAMED_MAX).map(({ source }) => source)
  const more = bare.length > NAMED_MAX ? ` and ${bare.length - NAMED_MAX} more` : ''
  return [
    {
      ...first.at,
      code: 'told-by-topic',
      message: `${bare.length} of ${tells.size} tells are judged by their topic alone: ${named.join(', ')}${more}`,
      hint: 'Where the SOP names a time, a sum, a day, an item, a condition or a warning, list it in `holds`.',
      severity: 'note',
    },
  ]
}
