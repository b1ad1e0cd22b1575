import { actsOf, type ReadAct } from '../../base/values/reading.ts'
import type { Pack } from '../../cases/case.ts'
import { chancesOfActs } from '../../reading/lexical/chances-of-acts.ts'
import { createSeenBefore } from '../../reading/trial-reader.ts'
import type { Transcript } from '../../transcript/event.ts'

/** A sentence of the agent that was read as something, but not for sure, or not at all. */
export type UnsureWords = {
  readonly words: string
  /** what it may say; null: it could not be read */
  readonly perhaps: string | null
  /** how likely that is, and what would have counted as sure; null: its reader gives no chance */
  readonly chance: { readonly is: number; readonly sureAbove: number } | null
}

export function unsureWords(pack: Pack, transcript: Transcript): readonly UnsureWords[] {
  const { feed, before } = createSeenBefore()
  for (const event of transcript) feed(event)
  return transcript.flatMap((event): readonly UnsureWords[] => {
    if (event.type !== 'message.read') return []
    const { text, seen } = before(event.of)
    const unread = event.reading.sentences
      .filter((sentence) => sentence.unread)
      .map(({ from, to }) => ({ words: text.slice(from, to), perhaps: null, chance: null }))
    const unsure = actsOf(event.reading).filter((act) => !act.sure && sayAct(act) !== null)
    const chances = unsure.length === 0 ? [] : chancesOfActs(text, pack.lists, { seen })
    return [
      ...unread,
      ...unsure.map((act) => {
        const found = chances.find(({ kind, from }) => kind === act.kind && from === act.from)
        return {
          words: text.slice(act.from, act.to),
          perhaps: sayAct(act),
          chance: found === undefined ? null : { is: found.chance, sureAbove: found.sureAbove },
        }
      }),
    ]
  })
}

/** Null: greetings, comforts and the like decide nothing. */
function sayAct({ kind, place }: ReadAct): string | null {
  const what = place === null ? 'something' : place.name.replaceAll('_', ' ')
  switch (kind) {
    case 'claim-done':
      return `says that it is done: ${what}`
    case 'hand-over':
      return 'says that a colleague takes over'
    case 'decline':
      return `says no: ${what}`
    case 'promise':
      return `promises: ${what}`
    case 'propose':
    case 'offer':
      return `proposes: ${what}`
    case 'request':
    case 'request-proof':
    case 'check-fact':
      return `asks for: ${what}`
    case 'inform':
    case 'explain':
      return place === null ? null : `tells about: ${what}`
    default:
      return null
  }
}
