import { foldMessage } from './lexical/fold.ts'
import { framesFor } from './lexical/frames/languages.ts'

/** Does a sentence tell a state of the records rather than a deed of now: "it is started already"? */
export function tellsState(words: string): boolean {
  return framesFor(words).frames.states.test(foldMessage(words))
}
