import { type DeskLists, deskLists } from '../../../src/base/values/desk-lists.ts'
import type { Lexicon } from '../../../src/base/values/lexicon.ts'
import type { Reading } from '../../../src/base/values/reading.ts'
import { lexicalReader } from '../../../src/reading/trial-reader.ts'

const made = new WeakMap<Lexicon, DeskLists>()

/** Lists of a desk of which only the words are known: every field a text, every tool a write. */
export function listsOf(lexicon: Lexicon): DeskLists {
  const known = made.get(lexicon)
  if (known !== undefined) return known
  const lists = deskLists({
    fields: Object.keys(lexicon.fields).map((name) => [name, { type: 'string', of: [] }] as const),
    tools: Object.entries(lexicon.tools).map(
      ([name, words]) => [name, { role: 'write', description: words.name, parameters: [] }] as const,
    ),
    topics: Object.keys(lexicon.topics).map((name) => [name, ''] as const),
    lexicon,
  })
  made.set(lexicon, lists)
  return lists
}

/** An agent message as a customer hears it. */
export function heard(
  lexicon: Lexicon,
  n: number,
  text: string,
): { readonly n: number; readonly text: string; readonly reading: Reading } {
  const reader = lexicalReader(listsOf(lexicon))
  reader.feed({ n, type: 'message.sent', from: 'agent', text })
  return { n, text, reading: reader.read(n) }
}
