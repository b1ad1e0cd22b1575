import type { CardRequest } from '../../cards/card.ts'
import { fold } from '../../text/fold.ts'
import { stemOf } from '../../text/stems.ts'

/** How many words of a text are words of the wish: whether a deed or a no is about this very wish. */
export function fitsWish({ wants, intent }: CardRequest, text: string): number {
  const wish = wordsOf(`${wants} ${intent.replaceAll('_', ' ')}`)
  return [...wordsOf(text)].filter((word) => wish.has(word)).length
}

const LETTERS_MIN = 4

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (fold(text).match(/[a-z]+/g) ?? [])
      .filter((word) => word.length >= LETTERS_MIN)
      .map((word) => stemOf(word, 'en')),
  )

/** Says no to something, and wants it done at another place. */
export const wantsElsewhere = ({ wants, says_no_to }: CardRequest): boolean =>
  says_no_to.length > 0 && PLACE.test(fold(wants))

const PLACE =
  /\b(?:address|flat|house|home|hotel|moved|brother|sister|direccion|casa|domicilio|residencia|adresse|maison|wohnung|anschrift)\b/
