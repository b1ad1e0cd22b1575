import type { Problem } from '../base/files/problem.ts'
import type { Graph, StepOf } from '../graph/model/graph.ts'
import { draftPack, type PackFiles, type PackOutside } from './read-pack.ts'

/** What an author should know of a pack though nothing is wrong with it: what it leaves to a topic, or unproven. */
export function notesOnPack(files: PackFiles, outside: PackOutside = {}): readonly Problem[] {
  const { graph } = draftPack(files, outside)
  return graph === undefined ? [] : toldByTopic(graph)
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
