/**
 * Words of completion that no deed of the desk need be named in: "I've taken care of it", "your case has been logged". A closed
 * list, held only where nothing at all was done; it goes when kinds of sentences are read by a trained reader.
 */
const DONE =
  'taken care of|logged|escalated|submitted|processed|forwarded|filed|passed (?:this|it|that|your [a-z]+)(?: on)?'
const LATELY = '(?:(?:now|just|already|also|gone ahead and|successfully|duly) ){0,2}'
const OURS = new RegExp(`\\b(?:I|we)(?:['’]ve| have) ${LATELY}(?:${DONE})\\b`, 'i')
const YOURS = new RegExp(
  `\\b(?:your|the|this) (?:[a-z]+ ){1,3}(?:has|have) ${LATELY}been ${LATELY}(?:${DONE})\\b`,
  'i',
)
const HANDS_ON = /\b(?:escalated|forwarded|passed)\b/i

/** "Once I've submitted it", "if your case has been logged", "has it been filed?" claim nothing. */
const NOT_CLAIMED = /\b(?:once|when|after|until|if|unless|whether|as soon as|before)\b|\?\s*$/i

/** What a sentence says was done, in whatever words; null: nothing. */
export function completionIn(sentence: string): 'write' | 'handover' | null {
  if (NOT_CLAIMED.test(sentence) || !(OURS.test(sentence) || YOURS.test(sentence))) return null
  return HANDS_ON.test(sentence) ? 'handover' : 'write'
}
