import type { Plan } from './draft.ts'
import type { Character } from './mind.ts'
import { cardRequest } from './opening.ts'

/** What a customer shows with what it tells: attachments as a desk shows them, and mails pasted line by line. */
export function shownWith(who: Character, { act, next }: Plan): readonly string[] {
  if (next.turn === 1 && who.opens !== null) return []
  return act.moves.flatMap((move) => {
    const shown = move.do === 'tell' ? cardRequest(who, move.request)?.shows[move.field] : undefined
    if (shown === undefined) return []
    return shown.as === 'attachment'
      ? [`[Attachment]\n${shown.text.trim()}`]
      : [
          shown.text
            .trim()
            .split('\n')
            .map((line) => `> ${line}`)
            .join('\n'),
        ]
  })
}
