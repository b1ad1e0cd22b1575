const list = (words: string): readonly string[] => words.split(' ')

/** 0 to 20, then 30, 40 and so on up to 100. Here and nowhere else are numbers spelled. */
const COUNTED = {
  en: list(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred',
  ),
  es: list(
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien',
  ),
} as const
type Language = keyof typeof COUNTED
type Counted = readonly [word: string, value: number]

const countedIn = (language: Language): readonly Counted[] =>
  COUNTED[language].map((word, at) => [word, at <= 20 ? at : 10 * (at - 18)])

/** "a week" is one week, in either language. */
const ONES = list('a an una')
const CARDINALS: ReadonlyMap<string, number> = new Map([
  ...countedIn('en'),
  ...countedIn('es'),
  ...ONES.map((word): Counted => [word, 1]),
  ['ciento', 100],
  ['thousand', 1000],
])
const MULTIPLES = { twice: 2, double: 2 }
const ORDINALS = { first: 1, second: 2, third: 3 }
const VALUES = new Map([...CARDINALS, ...Object.entries({ ...MULTIPLES, ...ORDINALS })])

const anyOf = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|')
const between = (from: number, to: number, language: Language): string =>
  anyOf(countedIn(language).flatMap(([word, value]) => (value >= from && value <= to ? [word] : [])))

/** "Once" is eleven in Spanish only. */
const NO_NUMBER_ALONE: readonly string[] = [...ONES, 'once']
const ALONE = [...CARDINALS.keys(), ...Object.keys(MULTIPLES)].filter(
  (word) => !NO_NUMBER_ALONE.includes(word),
)
const COMPOUND = `(?:${between(20, 90, 'en')})[ -](?:${between(1, 9, 'en')})|(?:${between(30, 90, 'es')}) y (?:${between(1, 9, 'es')})`
const SIMPLE = `(?:ciento )?(?:${COMPOUND}|${anyOf(ALONE)})`

/** A number in words, "three hundred and ten" too. */
export const WORD_NUMBER = `${SIMPLE}(?:[ -](?:hundred|thousand)\\b(?:[ -](?:and )?${SIMPLE})?){0,2}`
/** The same where a unit follows: there "a" is one, and "once" eleven. */
export const WORD_COUNT = `(?:${WORD_NUMBER}|${anyOf(NO_NUMBER_ALONE)})`
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
