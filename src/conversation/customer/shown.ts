import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Plan } from './draft.ts'
import type { Character } from './mind.ts'
import { cardRequest } from './opening.ts'

/**
 * What a customer shows with what it tells: attachments as a desk shows them, and mails pasted line by line. What it has said
 * to have, and is asked to send, is named.
 */
export function shownWith(
  { who, lexicon }: { readonly who: Character; readonly lexicon: Lexicon },
  { act, next, sends, repeats }: Plan,
): readonly string[] {
  if (next.turn === 1 && who.opens !== null) return []
  return act.moves.flatMap((move) => {
    const shown = move.do === 'tell' ? cardRequest(who, move.request)?.shows[move.field] : undefined
    const isSent = move.do === 'tell' && move.value === true && sends && repeats.includes(move.field)
    if (shown === undefined)
      return isSent ? [`[Attachment]\n${lexicon.fields[move.field]?.name ?? move.field}`] : []
    const text = shown.text.trim()
    return [shown.as === 'attachment' ? `[Attachment]\n${text}` : text.replace(/^/gm, '> ')]
  })
}
