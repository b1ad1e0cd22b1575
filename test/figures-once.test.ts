import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Words that only somebody who spells months, weekdays or numbers writes beside each other. */
const SPELLED = {
  months:
    'january february march april june july august september october november december jan feb mar apr jun jul aug sep oct nov dec enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre',
  weekdays: 'monday tuesday wednesday thursday friday saturday sunday lunes martes jueves viernes domingo',
  numbers:
    'five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety cuatro cinco seis siete ocho nueve diez',
}
const HOMES: Readonly<Record<keyof typeof SPELLED, string>> = {
  months: 'text/calendar-words.ts',
  weekdays: 'text/calendar-words.ts',
  numbers: 'text/number-words.ts',
}
/** First names: April, June and Octavia. */
const NAMES = /^scrub\/(?:first-)?names\.ts$/

/** Comments spell nothing, and neither do weights that are written as letters. */
const written = (code: string): string =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/(?<![:\w'"`])\/\/.*$/gm, ' ')
    .replace(/[\w+/=]{60,}/g, ' ')

/** What a file spells: three words of a kind are a list of it. */
function spelledIn(code: string): readonly (keyof typeof SPELLED)[] {
  const words = new Set(
    written(code)
      .toLowerCase()
      .match(/[a-z]+/g),
  )
  return (Object.keys(SPELLED) as (keyof typeof SPELLED)[]).filter(
    (kind) => SPELLED[kind].split(' ').filter((word) => words.has(word)).length > 2,
  )
}

const SRC = path.join(import.meta.dirname, '../src')
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !NAMES.test(file))

test('months, weekdays and numbers are spelled in one file each', () => {
  const spelling = files.flatMap((file) =>
    spelledIn(readFileSync(path.join(SRC, file), 'utf8')).map((kind) => `${kind}: ${file}`),
  )
  expect(spelling.toSorted()).toEqual(
    Object.entries(HOMES)
      .map(([kind, home]) => `${kind}: ${home}`)
      .toSorted(),
  )
})

test('a file that spells them is found, one that mentions them is not', () => {
  expect(spelledIn('const MONTHS = /jan|feb|mar/')).toEqual(['months'])
  expect(spelledIn("const DAYS = ['monday', 'tuesday', 'sunday']")).toEqual(['weekdays'])
  expect(spelledIn('/(?:five|six|seven) (?:days|weeks)/')).toEqual(['numbers'])
  expect(spelledIn('/** five, six and seven of May, June, July */ const march = 1')).toEqual([])
})
