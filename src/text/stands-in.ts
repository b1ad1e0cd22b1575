import { memoText } from '../base/memo.ts'
import { fold } from './fold.ts'
import { numberOf } from './number-words.ts'
import { stemOf } from './stems.ts'
import { wordsOf } from './words.ts'

/** Words that carry no meaning of their own in a wording that is looked for. */
const EMPTY = new Set(
  'a an the of for to in on at by with from as is are be it its that this and or any you your we our us they them their can may will would el la los las un una de del en con por para o y le les des du dans avec pour ou et der die das den dem ein eine einen mit von zu im am und oder'.split(
    ' ',
  ),
)

const bare = memoText((text): readonly string[] =>
  wordsOf(fold(text).replace(/[*_`]/g, ''), { inside: 'none' }),
)

/** A word by what it says: a number by its value, anything else by its beginning. */
const meaningOf = (word: string): string => {
  const number = word.length > 1 || /\d/.test(word) ? numberOf(word) : undefined
  return number === undefined ? stemOf(word, 'any') : String(number)
}

const meaningsOf = memoText((text): ReadonlySet<string> => new Set(bare(text).map(meaningOf)))

/** The meaning of each word of a wording that has one. */
const soughtIn = memoText((wording): readonly string[] =>
  bare(wording)
    .filter((word) => !EMPTY.has(word))
    .map(meaningOf),
)

/** Do all words of a wording that mean something stand in the text, in whatever order and form? */
export function standsIn(text: string, wording: string): boolean {
  const told = meaningsOf(text)
  return soughtIn(wording).every((meaning) => told.has(meaning))
}

/** The share of the words of a wording that mean something which stand in the text. */
export function shareIn(text: string, wording: string): number {
  const told = meaningsOf(text)
  const sought = soughtIn(wording)
  return sought.length === 0 ? 0 : sought.filter((meaning) => told.has(meaning)).length / sought.length
}

const squeezed = memoText((text) => ({ letters: bare(text).join('') }))

/** The letters and digits of a text, whatever its spacing, case and marks. */
export const lettersOf = (text: string): string => squeezed(text).letters

/** Does a name or a number stand in the text, whatever its spacing, case and marks? */
export function isNamedIn(text: string, name: string): boolean {
  const sought = lettersOf(name)
  return sought !== '' && lettersOf(text).includes(sought)
}

/** Does the wording stand in the text word for word, but for slips of the pen? */
export function isQuotedIn(text: string, wording: string): boolean {
  const [said, sought] = [bare(text), bare(wording)]
  for (let at = 0; at < said.length && at + sought.length <= said.length; at += 1)
    if (sought.every((word, index) => isSlipOf(said[at + index], word))) return true
  return false
}

/** One letter too many, too few, changed or swapped in a word of five letters or more. */
function isSlipOf(said: string | undefined, word: string): boolean {
  if (said === undefined) return false
  if (said === word) return true
  if (word.length < 5 || Math.abs(said.length - word.length) > 1 || /\d/.test(word)) return false
  let start = 0
  while (start < word.length && said[start] === word[start]) start += 1
  const rest = (text: string, skipped: number): string => text.slice(start + skipped)
  const swapped = said[start] === word[start + 1] && said[start + 1] === word[start]
  return (
    rest(said, 1) === rest(word, 1) ||
    rest(said, 1) === rest(word, 0) ||
    rest(said, 0) === rest(word, 1) ||
    (swapped && rest(said, 2) === rest(word, 2))
  )
}
