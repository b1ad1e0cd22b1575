import { foldMessage } from './lexical/fold.ts'
import { framesFor } from './lexical/frames/languages.ts'

/**
 * Is a deed told as done in the first person, at the head of a clause, by a verb that is not one of looking up? "I've cancelled
 * it", not "it was cancelled", not "the set we've put together".
 */
export function claimsOutright(words: string): boolean {
  const folded = foldMessage(words)
  const { frames } = framesFor(words)
  const claim = frames.claimsOutright.exec(folded)
  if (claim === null || frames.looksUp.test(folded)) return false
  return HEAD.test(folded.slice(0, claim.index).trim())
}

/** What may stand before the head of a clause: nothing, a mark, or one short word that joins. */
const HEAD = /^$|[,:;.!-]$|^(?:and|so|but|then|now|also|yes|sure|okay|ok|great|done|well|y|si|ya)$/
