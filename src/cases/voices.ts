import { type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import { type PlaceOf, readYaml } from '../base/files/yaml-file.ts'
import { Voice } from '../base/values/voice.ts'
import type { Graph, StepOf } from '../graph/model/graph.ts'
import type { World } from '../world/world.ts'

/** What a voice has words for at this desk: what an instrument that follows the graph may have to say. */
export type Spoken = Readonly<Record<'fields' | 'propose' | 'claim' | 'topics', readonly string[]>>

export function spokenAt(graph: Graph, world: World): Spoken {
  const steps = [...graph.steps.values()]
  const acts = steps.filter((step): step is StepOf<'act'> => step.kind === 'act')
  const confirmed = new Set(steps.flatMap((step) => (step.kind === 'confirm' ? [step.step] : [])))
  const handovers = [...world.tools.values()].filter(({ role }) => role === 'handover')
  return {
    fields: once(steps.flatMap((step) => (step.kind === 'learn' ? [step.field] : []))),
    propose: once(acts.filter(({ id }) => confirmed.has(id)).map(({ tool }) => tool)),
    claim: once([...acts.map(({ tool }) => tool), ...handovers.map(({ name }) => name)]),
    topics: once(steps.flatMap((step) => (step.kind === 'tell' && step.about !== null ? [step.about] : []))),
  }
}

const once = (names: readonly string[]): readonly string[] => [...new Set(names)]

export type PlacedVoice = { readonly name: string; readonly voice: Voice; readonly placeOf: PlaceOf }

/** The voices of a pack's folder: `voices/<name>.yaml`. */
export function readVoices(files: ReadonlyMap<string, string>): {
  readonly voices: readonly PlacedVoice[]
  readonly problems: readonly Problem[]
} {
  const read = [...files].flatMap(([file, text]) => {
    const name = /^voices\/([a-z0-9-]+)\.ya?ml$/.exec(file)?.[1]
    return name === undefined ? [] : [{ name, ...readYaml(file, text, Voice) }]
  })
  return {
    voices: read.flatMap(({ name, value, placeOf }) =>
      value === undefined ? [] : [{ name, voice: value, placeOf }],
    ),
    problems: read.flatMap(({ problems }) => problems),
  }
}

const PARTS = ['fields', 'propose', 'claim', 'topics'] as const

/** A voice speaks of names of this desk only; what it has no words for is said in the lexicon's. */
export function checkVoice({ name, voice, placeOf }: PlacedVoice, spoken: Spoken): readonly Problem[] {
  return PARTS.flatMap((part) => {
    const given = Object.keys(voice[part])
    // Other tools of the desk may have words too: a write that needs no yes can be proposed all the same.
    const known = part === 'propose' ? [...spoken.propose, ...spoken.claim] : spoken[part]
    const spare = given.filter((one) => !known.includes(one))
    const missing = spoken[part].filter((one) => !given.includes(one))
    return [
      ...spare.map((one) =>
        problem(
          placeOf([part, one]),
          'unknown-name',
          `voice ${name}: ${part}: this desk has no ${one}`,
          didYouMean(one, known),
        ),
      ),
      ...(missing.length === 0
        ? []
        : [
            {
              ...problem(
                placeOf([part]),
                'voice-gap',
                `voice ${name}: ${part}: there are no words for ${missing.join(', ')}`,
                'Until there are, an instrument uses the words of lexicon.yaml here, and the voice proves nothing of them.',
              ),
              severity: 'warning' as const,
            },
          ]),
    ]
  })
}
