const list = (words: string): readonly string[] => words.split(' ')

/** 0 to 20, then 30, 40 and so on up to 100. Here and nowhere else are numbers spelled. */
const COUNTED = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred',
).map((word, at): Counted => [word, at <= 20 ? at : 10 * (at - 18)])
type Counted = readonly [word: string, value: number]

/** "a week" is one week; alone they are no number. */
const ONES = list('a an')
const CARDINALS: ReadonlyMap<string, number> = new Map([
  ...COUNTED,
  ...ONES.map((word): Counted => [word, 1]),
  ['thousand', 1000],
])
const MULTIPLES = { twice: 2, double: 2 }
const ORDINALS = { first: 1, second: 2, third: 3 }
const VALUES = new Map([...CARDINALS, ...Object.entries({ ...MULTIPLES, ...ORDINALS })])

const anyOf = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|')
const between = (from: number, to: number): string =>
  anyOf(COUNTED.flatMap(([word, value]) => (value >= from && value <= to ? [word] : [])))

const ALONE = [...CARDINALS.keys(), ...Object.keys(MULTIPLES)].filter((word) => !ONES.includes(word))
const SIMPLE = `(?:(?:${between(20, 90)})[ -](?:${between(1, 9)})|${anyOf(ALONE)})`

/** A number in words, "three hundred and ten" too. */
export const WORD_NUMBER = `${SIMPLE}(?:[ -](?:hundred|thousand)\\b(?:[ -](?:and )?${SIMPLE})?){0,2}`
/** The same where a unit follows: there "a" is one. */
export const WORD_COUNT = `(?:${WORD_NUMBER}|${anyOf(ONES)})`
export const ORDINAL_WORD = `(?:${anyOf(Object.keys(ORDINALS))})`
/** "1.234,50", "1,200", "12.5" */
export const DIGITS = '(?:\\d{1,3}(?:[.,]\\d{3}){1,3}(?:[.,]\\d{1,2})?(?!\\d)|\\d{1,20}(?:[.,]\\d{1,9})?)'

/** What one word of a folded text counts. */
export const cardinalOf = (word: string): number | undefined =>
  /^\d+$/.test(word) ? Number(word) : CARDINALS.get(word)

/** What a number stands for that one of those patterns found. */
export function numberOf(said: string): number {
  if (/^\d/.test(said)) return amountOf(said)
  let [total, part] = [0, 0]
  for (const word of said.split(/[ -]+/)) {
    const value = VALUES.get(word) ?? 0
    if (word === 'hundred') part = Math.max(part, 1) * value
    else if (word === 'thousand') [total, part] = [total + Math.max(part, 1) * value, 0]
    else part += value
  }
  return total + part
}

/** "1.234,50" and "1,234.50" are one amount, "1,500" and "1.500" are thousands, "3,5" and "3.50" are not. */
function amountOf(said: string): number {
  if (!/^\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?$/.test(said)) return Number(said.replace(',', '.'))
  const [, whole = said, decimal = '0'] = /^(.*)[.,](\d{1,2})$/.exec(said) ?? []
  return Number(`${whole.replace(/[.,]/g, '')}.${decimal}`)
}
