import { z } from 'zod'
import type { Json } from '../../../base/values/json.ts'
import type { RecordedEntry, Recording } from '../../../recordings/model/recording.ts'
import { namesNothing } from '../../../scrub/json-parts.ts'
import { type Replaced, scrubJson } from '../../../scrub/scrub-json.ts'

/**
 * A recording without the personal data that was found in it, before anything of it is stored or printed. Words, arguments,
 * results, ids, the agent's name and what is said of doubtful places: the same value has the same stand-in in all of them.
 */
export function scrubRecording(
  recording: Recording,
  seed: number,
): { readonly recording: Recording; readonly replaced: readonly Replaced[] } {
  const { entries, task, doubts } = recording
  const parts = [
    { id: recording.id, agent_name: recording.agent },
    { task },
    { doubts: doubts.map(({ message }) => ({ message })) },
    ...entries.map(dataOf),
  ]
  const { lines, replaced } = scrubJson(asJson(parts), seed, namesNothing)
  const [named, due, said, ...kept] = lines
  const { id, agent_name: agent } = Named.parse(named)
  const told = Doubts.parse(said).doubts
  return {
    recording: {
      ...recording,
      id,
      agent,
      task: Task.parse(due).task,
      entries: Entries.parse(entries.map((entry, at) => ({ ...entry, ...Part.parse(kept[at]) }))),
      doubts: doubts.map((doubt, at) => ({ ...doubt, ...told[at] })),
    },
    replaced,
  }
}

/** What people and desks said; names of tools and of parties are no personal data. */
function dataOf(entry: RecordedEntry): Readonly<Record<string, unknown>> {
  switch (entry.is) {
    case 'said':
    case 'aside':
      return { text: entry.text }
    case 'called':
      return { input: entry.input }
    case 'returned':
      return { output: entry.output }
    case 'used':
      return {}
  }
}

const asJson = (parts: readonly object[]): readonly Json[] => JSON.parse(JSON.stringify(parts)) as Json[]

const Named = z.object({ id: z.string().nullable(), agent_name: z.string().nullable() })
const Doubts = z.object({ doubts: z.array(z.object({ message: z.string() })) })
/** Texts were replaced by texts and numbers by numbers: the shapes are what they were. */
const Task = z.object({ task: z.custom<Recording['task']>() })
const Part = z.record(z.string(), z.json())
const Entries = z.custom<Recording['entries']>()
