import { fold } from './fold.ts'

const list = (words: string): readonly string[] => words.split(' ')

/** 0, 1, 2 and so on, as far as each language has a word of its own. */
const COUNTED: readonly (readonly string[])[] = [
  list(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  ),
  list(
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte',
  ),
]

const TENS: Readonly<Record<string, number>> = {
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90, hundred: 100 },
  ...{
    treinta: 30,
    cuarenta: 40,
    cincuenta: 50,
    sesenta: 60,
    setenta: 70,
    ochenta: 80,
    noventa: 90,
    cien: 100,
  },
}

/** "a week" is one week, in either language. */
const ONES = list('a an una')

const VALUES: ReadonlyMap<string, number> = new Map([
  ...COUNTED.flatMap((words) => words.map((word, value) => [word, value] as const)),
  ...Object.entries(TENS),
  ...ONES.map((word) => [word, 1] as const),
])

/** A part of a pattern that finds a number in folded text: digits, or a word, "forty-five" too. */
export const NUMBER_PATTERN = `(?:\\d{1,4}|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?:one|two|three|four|five|six|seven|eight|nine))|${[
  ...VALUES.keys(),
]
  .sort((a, b) => b.length - a.length)
  .join('|')})`

/** What a number found by that pattern stands for. */
export function numberOf(said: string): number | undefined {
  const folded = fold(said)
  if (/^\d+$/.test(folded)) return Number(folded)
  const whole = VALUES.get(folded)
  if (whole !== undefined) return whole
  const [tens = '', one = ''] = folded.split('-')
  const [a, b] = [VALUES.get(tens), VALUES.get(one)]
  return a === undefined || b === undefined ? undefined : a + b
}
