import { memo } from '../../base/memo.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import { fold } from '../../text/fold.ts'
import { stemOf } from '../../text/stems.ts'

/**
 * Fields that a question could mean by its words, the likeliest first: those whose own words (name, gloss, questions,
 * values) stand in it, whole or as a part of a longer word. A guess, used only to choose what to say to a question nobody could place.
 */
export function likelyFields(question: string, lexicon: Lexicon): readonly string[] {
  const asked = [...wordsIn(fold(question).replace(WHERE_IT_STANDS, ' ').replace(IN_PERSON, 'yourself'))]
  const whole = ranked(asked, lexicon, (word, words) => words.has(word))
  return whole.length > 0 ? whole : ranked(asked, lexicon, isPartOf)
}

/** "The code in your shipping mail": where something stands is not what is asked for. */
export const WHERE_IT_STANDS =
  /\b(?:in|from|on) (?:your|our|the) (?:\w+ )?(?:confirmation|shipping|order|booking|registration|delivery)? ?(?:e-?mails?|mails?|letter|message)\b/g

/** "Are you Rosa herself?" asks what "are you the patient yourself?" does. */
export const IN_PERSON = /\b(?:her|him|your)self\b/

function ranked(
  asked: readonly string[],
  lexicon: Lexicon,
  fits: (word: string, words: ReadonlySet<string>) => boolean,
): readonly string[] {
  return (
    [...wordsOfFields(lexicon)]
      .map(([field, words]) => {
        const named = asked.filter((word) => fits(word, words))
        return { field, score: named.length, at: asked.indexOf(named[0] ?? '') }
      })
      .filter(({ score }) => score > 0)
      // "The photo of the zip" asks for the photo: of two that are named alike, the one that is named first.
      .sort((a, b) => b.score - a.score || a.at - b.at)
      .map(({ field }) => field)
  )
}

const LETTERS_MIN = 4
/** A word that many fields have says nothing. */
const FIELDS_MAX = 2
const PART_LETTERS_MIN = 5

/** "phrase" is a part of "passphrase". */
const isPartOf = (word: string, words: ReadonlySet<string>): boolean =>
  word.length >= PART_LETTERS_MIN &&
  [...words].some((known) => known.length > word.length && (known.startsWith(word) || known.endsWith(word)))

/** Words of any question: they tell no field from another. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  (
    'about also been could does from give have here into just know like look more need once only other please said ' +
    'send should some somebody someone such tell than that them then there these they this those thing until want were what when where ' +
    'whether which will with would your yours'
  ).split(' '),
)

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    (fold(text).match(/[a-z]+/g) ?? [])
      .filter((word) => word.length >= LETTERS_MIN && !PLAIN_WORDS.has(word))
      .map((word) => stemOf(word, 'any')),
  )

const wordsOfFields = memo((lexicon: Lexicon): ReadonlyMap<string, ReadonlySet<string>> => {
  const entries = Object.entries(lexicon.fields)
  const all = new Map(
    entries.map(([field, { name, asks, cues, values = {} }]) => {
      const wordings = [asks, cues, ...Object.values(values)].flatMap((words) => Object.values(words).flat())
      return [field, wordsIn([name, ...wordings].join(' '))] as const
    }),
  )
  const count = (word: string): number => [...all.values()].filter((words) => words.has(word)).length
  const telling = new Map(
    entries.map(([field, { gloss = '' }]) => [
      field,
      new Set([
        ...[...(all.get(field) ?? [])].filter((word) => count(word) <= FIELDS_MAX),
        // A gloss speaks of other things too: of its words only those count that no field has.
        ...[...wordsIn(gloss)].filter((word) => count(word) === 0),
      ]),
    ]),
  )
  return telling
})
