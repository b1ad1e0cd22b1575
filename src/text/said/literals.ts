import { linearPattern } from '../../base/linear-pattern.ts'
import { memoText } from '../../base/memo.ts'
import { namesDay } from '../figures/days.ts'
import type { Figure, TimeSpan } from '../figures/figure.ts'
import { figuresIn } from '../figures/figures-in.ts'
import { saysSpan, timeSpansIn } from '../figures/spans.ts'
import { foldCase } from '../fold.ts'
import { type Asking, question } from '../question.ts'
import { isNamedIn, isQuotedIn, standsIn } from '../stands-in.ts'

/** Literals that words are asked for: what somebody knows already, compared by letters or by value. */
type Asks = Asking<boolean>

/** Letters and digits, whatever the spacing, case and marks. */
export const named = memoText((literal): Asks => question((text) => isNamedIn(text, literal)))

/** Word for word, but for slips of the pen. */
export const quoted = memoText((wording): Asks => question((text) => isQuotedIn(text, wording)))

/** All its words that mean something, in whatever order and form. */
export const meant = memoText((wording): Asks => question((text) => standsIn(text, wording)))

/** As it is written, in any case: "cancel" stands in "cancellation". */
export const written = memoText((literal): Asks => {
  const folded = foldCase(literal)
  return question((text) => foldCase(text).includes(folded))
})

/** The same, whatever commas set thousands apart. */
export const commaless = memoText((literal): Asks => {
  const plain = (text: string): string => text.toLowerCase().replaceAll(',', '')
  return question((text) => plain(text).includes(plain(literal)))
})

/** As it is written, but not inside a longer word or number: 5 does not stand in "15". */
export const alone = memoText((literal): Asks => {
  const folded = foldCase(literal)
  return question((text) => standsAlone(foldCase(text), folded))
})

function standsAlone(text: string, literal: string): boolean {
  if (literal === '') return false
  for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + 1)) {
    if (!isWordy(text.slice(0, at).at(-1)) && !isWordy(text.at(at + literal.length))) return true
  }
  return false
}

const isWordy = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)

/** Which of these names stand there as they are written, each time they do. `anyCase`: small letters or large. */
export function naming(names: readonly string[], anyCase = false): Asking<readonly string[]> {
  if (names.length === 0) return question(() => NOTHING)
  const pattern = new RegExp(
    `(?<![\\w-])(?:${names.map(literally).join('|')})(?![\\w-])`,
    anyCase ? 'gi' : 'g',
  )
  return question((text) => text.match(pattern) ?? NOTHING)
}
const NOTHING: readonly string[] = []
const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** "Your order was shipped": which of these states is told of the customer's own thing. */
export function ofYours(states: readonly string[]): Asking<string | null> {
  if (states.length === 0) return question(() => null)
  const pattern = new RegExp(
    `\\byour (?:[\\w-]{1,20} ){1,3}(?:is|was|has been|has already been|got) (?:already |currently |now |just )?(${states.map(literally).join('|')})\\b`,
    'i',
  )
  return question((text) => pattern.exec(text)?.[1]?.toLowerCase() ?? null)
}

/** A regular expression that the author of a case wrote. */
export const fitting = memoText((pattern): Asks => question(linearPattern(pattern).test))

export const spanning = (meant: TimeSpan): Asks =>
  question((text) => timeSpansIn(text).some((said) => saysSpan(said, meant)))

export const summing = (sum: number): Asks =>
  question((text) => figuresIn(text).some((figure) => isSum(figure) && figure.value === sum))

/** No date, no number of days, no part of an order number. */
const isSum = (figure: Figure): figure is Figure & { kind: 'money' | 'number' } =>
  figure.kind === 'money' || (figure.kind === 'number' && figure.isAlone && figure.written === 'digits')

export const dated = (iso: string, today: string): Asks => question((text) => namesDay(text, iso, today))

/** "Ten kilograms" names 10, "a parcel" one. */
export const counting = (count: string): Asks =>
  question(
    (text) =>
      /^\d{1,4}$/.test(count) &&
      ((count === '1' && /\b(?:an?|una)\b/i.test(text)) ||
        figuresIn(text).some(({ numbers }) => numbers.some(({ value }) => value === Number(count)))),
  )

/** Some number, whatever it counts. */
export const numbering = (value: number): Asks =>
  question((text) => figuresIn(text).some(({ numbers }) => numbers.some((one) => one.value === value)))

export const wordCount: Asking<number> = question((text) => text.split(/\s+/).length)

/** Two texts with the same print are the same but for figures, names and order: plain words alone count, in any order. Null: none. */
export const print: Asking<number | null> = question((text) => {
  const words = text.match(/(?<![\p{L}\p{N}])\p{Ll}+(?![\p{L}\p{N}])/gu)
  if (words === null) return null
  let sum = 0
  for (const word of words) {
    let hash = 2_166_136_261
    for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 16_777_619)
    sum = (sum + hash) | 0
  }
  return sum
})

/** A call of a tool that was written into the message instead of made: small and misconfigured models do. */
export const callAsText: Asking<string | null> = question((text) => CALL_AS_TEXT.exec(text)?.[0] ?? null)
const CALL_AS_TEXT =
  /<\/?(?:tool|function)_?calls?>|["'](?:name|tool|function)["']\s{0,4}:\s{0,4}["'][\w.-]{1,64}["']\s{0,4},\s{0,4}["'](?:arguments|parameters|input)["']/i
