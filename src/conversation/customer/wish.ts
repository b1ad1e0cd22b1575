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

/** Is the offer less than the wish: a repair for a new one, credit for money, a fee where nothing was to be paid? */
export const offersLess = ({ wants }: CardRequest, offer: string): boolean => {
  const wish = fold(wants)
  return (
    LESS.some(([wished, offered]) => wished.test(wish) && offered.test(offer)) ||
    (FREE.test(wish) && costs(offer))
  )
}

const LESS: readonly (readonly [wished: RegExp, offered: RegExp])[] = [
  [/\b(?:new|another|nuev[oa]|otr[oa])\b/, /\b(?:repair\w*|workshop|credit|vouchers?|repara\w*|vale)\b/],
  [/\b(?:money|fare|fee|euros|pounds|dinero)\b/, /\b(?:credit|vouchers?|vale)\b/],
]
const FREE = /\b(?:free|for nothing|not a bill|without (?:a|the|any) (?:fee|charge)|gratis|sin pagar)\b/
const COSTS = /\b(?:fees?|charge[ds]?|euros?|pounds?|costs?|tarifa|coste)\b/
/** "Without any charge", "the fee is 0": a price is named, and there is none. */
const COSTS_NOTHING =
  /\b(?:free|gratis|(?:no|without(?: any)?|sin) (?:fees?|charge|cost|coste)|(?:fee|charge)\W+(?:of |is )?(?:0|zero|nothing))\b/
const costs = (offer: string): boolean => COSTS.test(offer) && !COSTS_NOTHING.test(offer)

export const wantsToKnow = ({ wants }: CardRequest): boolean =>
  /^(?:to (?:know|understand|see|hear|learn|find out)|news|saber|savoir|wissen|where|when|whether|how|what)\b/.test(
    fold(wants),
  )

/** Says no to something, and wants it done at another place. */
export const wantsElsewhere = ({ wants, says_no_to }: CardRequest): boolean =>
  says_no_to.length > 0 && PLACE.test(fold(wants))

const PLACE =
  /\b(?:address|flat|house|home|hotel|moved|brother|sister|direccion|casa|domicilio|residencia|adresse|maison|wohnung|anschrift)\b/
