import { contentOf } from './lexical/bags.ts'
import { foldMessage } from './lexical/fold.ts'

/** Words of a text that say what it is about, as stems; small words are left out. */
export const contentWords = (text: string, language: string): ReadonlySet<string> =>
  new Set(contentOf(foldMessage(text), language))
