/** How a sentence ties itself to the one before. */
export type Joins = 'otherwise' | 'same' | 'both' | 'yes' | 'no' | 'likewise' | null

const OPENERS =
  /^(?:(?:as with [a-z ]{3,30}|and|so|but|also|then|next|first|second|third|firstly|secondly|finally|lastly|last|now|again|afterwards|after that|in addition|additionally|furthermore|moreover|however|namely|please|note that|note|important|exceptions?|reminder|caution|warning|tip|remember that|remember(?! to)|as (?:always|usual)|typically|usually|generally|unfortunately|to proceed|in general|in particular|in this way|that is|to do (?:this|so|that)|at the (?:beginning|start|end) of (?:the|each|every) (?:conversation|chat|call))\b[,:]?\s+)+/i
const OTHERWISE =
  /^(?:otherwise|else|if not(?=[,:])|if no(?=[,:])|alternatively|in (?:every|any|all) other cases?|in (?:the )?other cases|for (?:every|all|any) other [a-z]+|for (?:every|any)(?:thing|body|one) else(?: about [a-z]+ [a-z]+)?|failing that)\b[,:]?\s*/i
const YES = /^(?:if so|if yes)\b[,:]?\s*/i
const NO = /^if (?:not|no)(?=[,:])[,:]?\s*/i
const SAME = /^(?:in (?:that|this|such a|which) case|if (?:this|that) is (?:so|the case))\b[,:]?\s*/i
const BOTH = /^(?:in (?:both|either|all(?: of)?(?: these)?|these|all three) cases?)\b[,:]?\s*/i
export function withoutOpener(text: string): { readonly rest: string; readonly joins: Joins } {
  for (const [pattern, joins] of [
    [YES, 'yes'],
    [NO, 'no'],
    [OTHERWISE, 'otherwise'],
    [SAME, 'same'],
    [BOTH, 'both'],
  ] as const) {
    const found = pattern.exec(text)
    if (found !== null && found[0].length < text.length) return { rest: text.slice(found[0].length), joins }
  }
  const found = OPENERS.exec(text)
  const rest = found === null || found[0].length >= text.length ? text : text.slice(found[0].length)
  return rest === text ? { rest, joins: null } : { rest, joins: withoutOpener(rest).joins }
}
