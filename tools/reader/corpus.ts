import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { shippedDesks, type TalkMessage } from '../../test/plays/plays.ts'
import type { SgdMessage } from '../../test/reading/sgd.ts'
import { openSets } from './open-sets.ts'
import { sgdMessages } from './sgd.ts'
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
  const desks = await shippedDesks()
  return {
    sgd: sgdMessages(),
    talks: openSets().flatMap(({ messages }) => messages),
    voices: voiceWordings(),
    listsOf: (desk) => {
      const found = desks.get(desk)
      if (found === undefined) throw new RangeError(`no desk ${desk}`)
      return found.lists
    },
  }
}
