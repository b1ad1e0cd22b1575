import { seededChance, seedFrom } from '../base/chance.ts'
import { fold } from '../text/fold.ts'
import type { PersonalKind } from './finding.ts'
import { passesLuhn } from './forms.ts'

/**
 * What stands in for personal data: of the same length and form, and the same each time. In: what was found, and a seed.
 * Out: a text in which letters are other letters, digits other digits, and everything else stays; cards and accounts have
 * valid check digits again. Whoever knows the seed could try values one by one, so it is drawn anew for each scrubbing.
 */
export function standInFor(kind: PersonalKind, said: string, seed: number): string {
  // Word by word, a street is the same with its town and without, and a name the same in whatever company.
  if (kind === 'person' || kind === 'address')
    return said.replace(/[\p{L}\p{N}]+/gu, (word) =>
      otherThan(word, (chance) => wordFor(kind, word, chance), seed, kind, fold(word)),
    )
  const make = (chance: Draw): string => {
    const other = shuffled(said, kind, chance)
    return kind === 'card' ? withLuhn(other) : kind === 'iban' ? withMod97(other) : other
  }
  return otherThan(said, make, seed, 'value', keyOf(kind, said))
}

/** Never the same again: a digit may be drawn as it was. */
function otherThan(
  said: string,
  make: (chance: Draw) => string,
  seed: number,
  ...about: readonly string[]
): string {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const made = make(seededChance(seedFrom(seed, ...about, attempt)))
    if (fold(made) !== fold(said)) return made
  }
  return said.replace(/[\p{L}\p{N}]/gu, 'x')
}
const ATTEMPTS_MAX = 20

/** The same value in another grouping or case gets the same stand-in, in its own grouping. */
const keyOf = (kind: PersonalKind, said: string): string =>
  kind === 'phone' ? fold(said).replace(/\D/g, '').slice(-8) : fold(said).replace(/[^a-z0-9@]/g, '')

type Draw = ReturnType<typeof seededChance>

function shuffled(said: string, kind: PersonalKind, chance: Draw): string {
  // An e-mail keeps its domain's ending, an account its country and a phone its prefix: they say nothing about anybody.
  const kept =
    kind === 'iban'
      ? 4
      : kind === 'phone'
        ? (/^(?:(?:\+\d{1,2}|00\d{2}) ?\d?|0\d?)/.exec(said)?.[0].length ?? 0)
        : 0
  const ends = kind === 'email' ? said.lastIndexOf('.') : said.length
  let digits = 0
  const drawn = (character: string, index: number): string => {
    if (index < kept || index >= ends) return character
    if (/\d/.test(character)) {
      digits += 1
      return kind === 'birth-date' ? birthDigit(character, digits, chance) : String(chance.below(10))
    }
    if (!/\p{L}/u.test(character)) return character
    // A month, a street's kind and a postcode's form are read by people and rules alike.
    if (kind === 'birth-date') return character
    const letter = String.fromCharCode(97 + chance.below(26))
    return character === character.toUpperCase() ? letter.toUpperCase() : letter
  }
  const characters = [...said]
  if (kind !== 'phone') return characters.map(drawn).join('')
  // From its end: with and without its country a phone has the same last digits.
  return characters.reduceRight((made, character, place) => drawn(character, place) + made, '')
}

/** Days and months stay days and months: the first digit of each only goes down. */
const birthDigit = (character: string, place: number, chance: Draw): string =>
  place % 2 === 1
    ? character
    : String(1 + chance.below(Math.max(1, character === '0' ? 9 : Number(character))))

/** Of a name the letters become letters that can be said, one sound for one sound. */
function wordFor(kind: PersonalKind, word: string, chance: Draw): string {
  if (kind === 'address') return shuffled(word, kind, chance)
  return word.replace(/\p{L}/gu, (letter, at: number) => {
    const sounds = at % 2 === 0 ? 'bdfgklmnprstvz' : 'aeiou'
    const other = sounds[chance.below(sounds.length)] ?? 'x'
    return letter === letter.toLowerCase() ? other : other.toUpperCase()
  })
}

/** The last digit makes the number a card's. */
function withLuhn(said: string): string {
  for (let digit = 0; digit < 10; digit += 1) {
    const made = said.replace(/\d(?=\D*$)/, String(digit))
    if (passesLuhn(made.replace(/\D/g, ''))) return made
  }
  return said
}

/** Digits three and four of an account are what makes the rest divide by 97. */
function withMod97(said: string): string {
  const bare = said.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  const rest = `${bare.slice(4)}${bare.slice(0, 2)}00`
  const digits = rest.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  const check = String(98n - (BigInt(digits) % 97n)).padStart(2, '0')
  return said.slice(0, 2) + check + said.slice(4)
}
