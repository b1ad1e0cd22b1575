import type { DeskLists } from '../../base/values/desk-lists.ts'
import { foldMessage } from './fold.ts'
import { stem } from './stem.ts'

/** Words that stand in some desk's lists and say what a sentence does all the same. */
const NEVER_MASKED: ReadonlySet<string> = new Set(
  'a an the of to in on at for from by with and or is are was be been it this that your you i we my our me as do does did have has had will would can could should may shall what when where who how which why if not no yes please any all so up out about into than then there their they he she its one two more most number name time date type kind until already still only before after once just now new tell say ask give find know want need like send sent make made take let get go wait confirm sure thank sorry explain decline done help check look else again right'
    .split(' ')
    .map(stem),
)

/** Is this a word of the desk, which another desk would have other words for? */
export function isDeskWordOf({ fields, tools, topics }: DeskLists): (word: string) => boolean {
  const words = new Set<string>()
  const add = (text: string): void => {
    for (const word of foldMessage(text.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')).match(
      /[a-z]+/g,
    ) ?? []) {
      const stemmed = stem(word)
      if (!NEVER_MASKED.has(stemmed)) words.add(stemmed)
    }
  }
  for (const { name, gloss, of } of fields) for (const text of [name, gloss, ...of]) add(text)
  for (const { name, gloss, parameters } of tools) for (const text of [name, gloss, ...parameters]) add(text)
  for (const { name } of topics) add(name)
  return (word) => words.has(stem(word))
}
