import type { Lexicon } from '../../base/values/lexicon.ts'
import { fold } from '../../text/fold.ts'
import { stemOf } from '../../text/stems.ts'

/**
 * Fields that a question could mean by its words, the likeliest first: those whose own words (name, questions, values)
 * stand in it. A guess, used only to choose what to say to a question nobody could place.
 */
export function likelyFields(question: string, lexicon: Lexicon): readonly string[] {
  const asked = wordsIn(question)
  return [...wordsOfFields(lexicon)]
    .map(([field, words]) => ({ field, score: [...asked].filter((word) => words.has(word)).length }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ field }) => field)
}

const LETTERS_MIN = 4
/** A word that many fields have says nothing. */
const FIELDS_MAX = 2

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    (fold(text).match(/[a-z]+/g) ?? [])
      .filter((word) => word.length >= LETTERS_MIN)
      .map((word) => stemOf(word, 'any')),
  )

const made = new WeakMap<Lexicon, ReadonlyMap<string, ReadonlySet<string>>>()

function wordsOfFields(lexicon: Lexicon): ReadonlyMap<string, ReadonlySet<string>> {
  const known = made.get(lexicon)
  if (known !== undefined) return known
  const all = new Map(
    Object.entries(lexicon.fields).map(([field, { name, asks, cues, values = {} }]) => {
      const wordings = [asks, cues, ...Object.values(values)].flatMap((words) => Object.values(words).flat())
      return [field, wordsIn([name, ...wordings].join(' '))] as const
    }),
  )
  const count = (word: string): number => [...all.values()].filter((words) => words.has(word)).length
  const telling = new Map(
    [...all].map(([field, words]) => [
      field,
      new Set([...words].filter((word) => count(word) <= FIELDS_MAX)),
    ]),
  )
  made.set(lexicon, telling)
  return telling
}
