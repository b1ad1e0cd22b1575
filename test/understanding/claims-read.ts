import { deskLists } from '../../src/base/values/desk-lists.ts'
import type { Lexicon } from '../../src/base/values/lexicon.ts'
import { actsOf } from '../../src/base/values/reading.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'

const lists = new WeakMap<Lexicon, ReturnType<typeof deskLists>>()

function listsOf(lexicon: Lexicon, handover: string) {
  const known =
    lists.get(lexicon) ??
    deskLists({
      fields: [],
      tools: Object.keys(lexicon.tools).map((name) => [
        name,
        { role: name === handover ? 'handover' : 'write', description: '', parameters: [] },
      ]),
      topics: [],
      lexicon,
    })
  lists.set(lexicon, known)
  return known
}

/** The deeds a message claims for sure, as the rules read it without a word of any procedure. */
export const toolsClaimed = (text: string, lexicon: Lexicon, handover: string): readonly string[] =>
  actsOf(readMessage(text, listsOf(lexicon, handover), { seen: [] })).flatMap(
    ({ kind, place, polarity, sure }) =>
      (kind === 'claim-done' || kind === 'hand-over') && polarity === 'positive' && sure && place !== null
        ? [place.name]
        : [],
  )
