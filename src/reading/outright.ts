import { foldMessage } from './lexical/fold.ts'
import { framesFor } from './lexical/frames/languages.ts'

/** Is a deed told as done in the first person, by a verb that is not one of looking up? "I've cancelled it", not "it was cancelled". */
export function claimsOutright(words: string): boolean {
  const folded = foldMessage(words)
  const { frames } = framesFor(folded)
  return frames.claimsOutright.test(folded) && !frames.looksUp.test(folded)
}
