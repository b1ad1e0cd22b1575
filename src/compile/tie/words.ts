import { stemOf } from '../../text/stems.ts'
import { wordsOf as textWordsOf } from '../../text/words.ts'

/** Words made comparable: small letters, no endings, no filler. Everything that ties an author's words to a desk's uses these. */

const FILLER = new Set(
  `a an the this that these those of to in on at by for from with without within into onto as is are was were be been being
  do does did have has had having will would shall should can cannot could may might must it its they them their theirs he she his
  her hers him we us our ours you your yours i my me mine and or but if then than so because also only just still already
  yet again not no nor any all each every both either neither some such one ones who whom whose which what when where why
  how there here up out off over under again more most very too about after before until once while between during per
  please sorry afraid say says tell tells explain decline ask asks let get gets go goes`.split(/\s+/),
)

/** More words, or phrases of a lexicon, than a handbook has; beyond them nothing is kept. */
const KEPT_MAX = 20_000

/** The same words and phrases are looked at for every sentence: most of a compile was spent on taking them apart again. */
function remembered<Found>(of: (text: string) => Found): (text: string) => Found {
  const found = new Map<string, Found>()
  return (text) => {
    const known = found.get(text)
    if (known !== undefined) return known
    const made = of(text)
    if (found.size < KEPT_MAX) found.set(text, made)
    return made
  }
}

/** A light stem: the same for refund, refunded, refunding, refunds. */
export const stem = remembered((word) => stemOf(word, 'en'))

/** The words of a text as written, in small letters; `in_transit` is two words, `e-mail` is `email`. */
export const wordsOf = remembered((text): readonly string[] =>
  textWordsOf(text.toLowerCase().replaceAll('_', ' '), { inside: 'marks' }).flatMap((word) =>
    word.includes('-') && !/^\p{L}-/u.test(word) ? word.split('-') : [word.replaceAll('-', '')],
  ),
)

/** All stems, filler too. */
export const stemsOf = remembered((text): readonly string[] => wordsOf(text).map(stem))

/** The stems that carry meaning. */
export const contentOf = remembered((text): readonly string[] =>
  wordsOf(text)
    .filter((word) => !FILLER.has(word))
    .map(stem),
)

/** Same stem, or one grown out of the other: complain, complaint. */
export const alike = (a: string, b: string): boolean =>
  a === b || (a.length >= 5 && b.startsWith(a)) || (b.length >= 5 && a.startsWith(b))

/** Does the phrase stand in the text, word by word, endings apart? */
export function holdsPhrase(text: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length === 0) return false
  for (let at = 0; at + phrase.length <= text.length; at += 1)
    if (phrase.every((part, index) => alike(text[at + index] ?? '', part))) return true
  return false
}

const NUMBERS: Readonly<Record<string, number>> = {
  zero: 0,
  none: 0,
  one: 1,
  once: 1,
  two: 2,
  twice: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fourteen: 14,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
}
export const numberOf = (word: string): number | undefined => {
  const digits = word.replaceAll(/[,_](?=\d{3}\b)/g, '')
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : NUMBERS[word]
}
