import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { packLists } from './desks.ts'
import { SGD, type SgdMessage, sgdIsThere, sgdMessages } from './sgd.ts'
import { openSets, type TalkMessage } from './talks.ts'
import { type VoiceWording, voiceWordings } from './voices.ts'

/** All that the reader may learn from. */
export type Corpus = {
  /** people and services; none that a measurement uses */
  readonly sgd: readonly SgdMessage[]
  readonly talks: readonly TalkMessage[]
  readonly voices: readonly VoiceWording[]
  readonly listsOf: (desk: string) => DeskLists
}

export async function loadCorpus(): Promise<Corpus> {
  const talks = openSets().flatMap(({ messages }) => messages)
  const voices = voiceWordings()
  const desks = new Set([...talks, ...voices].map(({ desk }) => desk))
  const lists = new Map<string, DeskLists>()
  for (const desk of desks) lists.set(desk, await packLists(desk))
  const measured: ReadonlySet<string> = new Set(SGD.inBoth)
  return {
    sgd: sgdIsThere() ? sgdMessages('train').filter(({ service }) => !measured.has(service)) : [],
    talks,
    voices,
    listsOf: (desk) => {
      const found = lists.get(desk)
      if (found === undefined) throw new RangeError(`no desk ${desk}`)
      return found
    },
  }
}

/** The same without what belongs to some desks. */
export const without = (corpus: Corpus, desks: ReadonlySet<string>): Corpus => ({
  ...corpus,
  talks: corpus.talks.filter(({ desk }) => !desks.has(desk)),
  voices: corpus.voices.filter(({ desk }) => !desks.has(desk)),
})
