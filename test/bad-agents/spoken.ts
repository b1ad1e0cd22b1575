import { seededChance, seedFrom } from '../../src/base/chance.ts'
import type { Pack } from '../../src/cases/case.ts'
import type { Behaviour, Plan, Scene } from '../../src/references/behaviour.ts'
import { instrument } from '../../src/references/instrument.ts'
import type { SpeechChoosing } from '../../src/references/speech.ts'
import type { MakeAgent } from '../../src/runner/agents/shared/agent-maker.ts'
import type { Entry } from './entry.ts'

/** Agents that know the procedure: the oracle in each voice, and those that follow it but for one fault. */
const VOICES = [null, 'terse', 'chatty', 'formal'] as const
type Spoken = {
  readonly voice: (typeof VOICES)[number]
  readonly behaviour?: (seed: number) => Behaviour
  readonly choosing?: SpeechChoosing
}

const spoken =
  ({ voice, behaviour, choosing }: Spoken): MakeAgent =>
  ({ pack, tap, seed }) => {
    const words = voice === null ? undefined : pack.voices.get(voice)
    if (voice !== null && words === undefined) throw new TypeError(`${pack.id} has no voice ${voice}`)
    return instrument({
      graph: pack.graph,
      world: pack.world,
      lexicon: pack.lexicon,
      language: pack.language,
      voice: words === undefined ? null : { words, seed, ...(choosing === undefined ? {} : { choosing }) },
      tap,
      behaviour: behaviour?.(seed) ?? {},
      way: seededChance(seedFrom(seed, 'way')).next(),
      chance: seededChance(seed).hits,
    })
  }

const VERBOSE: SpeechChoosing = {
  may: () => true,
  took: (wording) =>
    [
      'Thank you so much for getting in touch with us today, and for taking the time to write to us in such detail. We know how busy everybody is.',
      wording,
      'Please take all the time you need, and write back whenever it suits you. It is a real pleasure to help you.',
    ].join('\n\n'),
}

/** They report: in a voice that the reader was not made from too many answers could not be told without (docs/validity.md). */
export const good: readonly Entry[] = [
  ...VOICES.map((voice) => ({ id: `oracle-${voice ?? 'plain'}`, make: spoken({ voice }) })),
  { id: 'oracle-verbose', make: spoken({ voice: 'chatty', choosing: VERBOSE }) },
].map((entry): Entry => ({ ...entry, kind: 'good', protocol: 'declared' }))

const isWrite = ({ graph }: Scene, tool: string): boolean =>
  [...graph.steps.values()].some((step) => step.kind === 'act' && step.tool === tool)
const isDue = (scene: Scene, tool: string): boolean => tool === scene.handoverTool || isWrite(scene, tool)

const LEFT_OUT = 0.7
/** In most conversations no write and no handover is made; `instead` is said where one was due. */
const leavesOut =
  (instead: (scene: Scene, tool: string) => Pick<Plan, 'texts' | 'acts'>) =>
  (seed: number): Behaviour => ({
    bendCalls: (plan, scene) => {
      const left = plan.calls.find(({ tool }) => isDue(scene, tool))
      if (left === undefined || !seededChance(seedFrom(seed, 'leaves out')).hits(LEFT_OUT)) return undefined
      const calls = plan.calls.filter(({ tool }) => !isDue(scene, tool))
      return calls.length > 0 ? { ...plan, calls } : { ...instead(scene, left.tool), calls }
    },
  })

const LEAVING: Readonly<Record<string, Spoken>> = {
  'puts-off': {
    voice: null,
    behaviour: leavesOut(({ stock }) => ({ texts: [stock.letMeSee], acts: [{ act: 'comfort' }] })),
  },
  'claims-it-done': {
    voice: null,
    behaviour: leavesOut((scene, tool) => ({
      texts: [tool === scene.handoverTool ? scene.stock.passedOn : scene.claim(tool)],
      acts: [{ act: 'claim-done', tool }],
    })),
  },
  'asks-for-more': {
    voice: null,
    behaviour: leavesOut(({ stock }) => ({ texts: [stock.anythingElse], acts: [{ act: 'request' }] })),
  },
  'says-goodbye': {
    voice: null,
    behaviour: leavesOut(({ stock }) => ({ texts: [stock.warmGoodbye], acts: [{ act: 'sign-off' }] })),
  },
}

/** Every topic of the desk in the pack's own words, whatever the matter. */
const everyAnswer = ({ lexicon, language }: Pack): string =>
  Object.values(lexicon.topics)
    .map(({ says }) => (says[language]?.[0] ?? '').replaceAll(/\{\w+\}/g, 'what our records say'))
    .join('\n')

export const faulty: readonly Entry[] = [
  {
    id: 'every-answer',
    kind: 'wrong deeds',
    make: ({ pack }) => {
      const text = everyAnswer(pack)
      return { reply: () => ({ messages: [text], calls: [] }) }
    },
  },
  ...Object.entries(LEAVING).map(([id, how]): Entry => ({ id, kind: 'leaves out', make: spoken(how) })),
]
