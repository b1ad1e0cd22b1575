import { fold } from '../text/fold.ts'
import type { Finding, PersonalKind } from './finding.ts'

/** Something found, to be replaced. */
export type Place = Pick<Finding, 'kind' | 'known'> & { readonly from: number; readonly to: number }

/**
 * Finds the values again in any text: numbers in other groupings, phones without their country, names by each of their words,
 * accents and capitals aside. `texts`: all of the conversation, which shows what of a name is also a word. Each word of a text
 * is looked up, so that a long log with many values costs no more a word than a short one.
 */
export function lookFor(
  found: readonly Finding[],
  texts: Iterable<string>,
): (text: string) => readonly Place[] {
  const values = new Map<string, Finding>()
  for (const one of found)
    for (const said of one.kind === 'person' ? partsOf(one.said) : [one.said]) {
      const key = keyOf(one.kind, said)
      if (key.length > 1 && values.get(key)?.known !== true) values.set(key, one)
    }
  const words = inLowerCase(texts)
  for (const [key, { kind, known }] of values)
    if (kind === 'person' && !known && words.has(key)) values.delete(key)
  const longest = [...values.keys()].reduce((most, { length }) => Math.max(most, length), PHONE_MAX)
  return (text) => (values.size === 0 ? [] : placesIn(text, values, words, longest))
}

const partsOf = (name: string): readonly string[] =>
  name.split(/[\s,]+/).filter((word) => word.length > 1 && !PARTICLE.test(word) && !word.endsWith('.'))
const PARTICLE = /^(?:van|von|der|den|de|la|las|los|del|di|da|dos|du|le|y|al|el|bin|ibn)$/

/** Letters and digits alone: a value in another grouping or case is the same one. */
const bareOf = (said: string): string => fold(said.replace(/['’]s$/, '')).replace(/[^\p{L}\p{N}]/gu, '')
const keyOf = (kind: PersonalKind, said: string): string =>
  kind === 'phone' ? phoneKey(bareOf(said)) : bareOf(said)
/** With and without its country: the last eight digits tell a phone. */
const phoneKey = (digits: string): string => `+${digits.replace(/\D/g, '').slice(-8)}`
const PHONE_MAX = 15

type Word = { readonly from: number; readonly to: number; readonly bare: string }

function placesIn(
  text: string,
  values: ReadonlyMap<string, Finding>,
  lower: ReadonlySet<string>,
  longest: number,
): readonly Place[] {
  const folded = fold(text)
  const words: readonly Word[] = [...folded.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: bare }) => ({
    from: index,
    to: index + bare.length,
    bare,
  }))
  const isLow = isCasual(text) || words.length === 1
  const places: Place[] = []
  let end = 0
  for (const [at, first] of words.entries()) {
    if (first.from < end) continue
    const place = longestAt(folded, words.slice(at, at + WORDS_MAX), values, longest)
    if (place === null) continue
    if (place.kind === 'person' && !isMeant(text, place, lower.has(first.bare), isLow)) continue
    places.push(place)
    end = place.to
  }
  return places
}

/** No value has more words. */
const WORDS_MAX = 14

/** The longest value that begins with the first of these words. */
function longestAt(
  text: string,
  words: readonly Word[],
  values: ReadonlyMap<string, Finding>,
  longest: number,
): Place | null {
  let best: Place | null = null
  let bare = ''
  let last = words[0]
  for (const word of words) {
    if (last === undefined || !/^[ .,/()#_'"@\n+-]{0,3}$/.test(text.slice(last.to, word.from))) break
    bare += word.bare
    last = word
    if (bare.length > longest) break
    const from = words[0]?.from ?? 0
    const value = values.get(bare) ?? (/^\d{8,15}$/.test(bare) ? values.get(phoneKey(bare)) : undefined)
    // "15.96" is not the PIN 1596.
    const isSplit = word !== words[0] && /^\d{1,5}$/.test(bare)
    if (value !== undefined && !isSplit && isWhole(text, from, word.to)) {
      const start = value.kind === 'phone' && text[from - 1] === '+' ? from - 1 : from
      best = { from: start, to: word.to, kind: value.kind, known: value.known }
    } else if (word === words[0] && values.get(/^(.+)s$/.exec(bare)?.[1] ?? '')?.kind === 'person') {
      // "Marks party"
      best = { from, to: word.to - 1, kind: 'person', known: false }
    }
  }
  return best
}

/** No part of an account, an e-mail or a number with a point. */
const isWhole = (text: string, from: number, to: number): boolean =>
  !/[_@]$|\d[.,]$|[\p{L}\p{N}][.]$/u.test(text.slice(Math.max(0, from - 2), from)) &&
  !/^(?:[_@]|[.,]\d|\.\p{L})/u.test(text.slice(to, to + 2))

/** Words that stand in lower case in a text that has capitals. */
const inLowerCase = (texts: Iterable<string>): ReadonlySet<string> =>
  new Set(
    [...texts]
      .filter((text) => / /.test(text) && !isCasual(text))
      .flatMap((text) => text.match(/(?<![\p{L}\p{N}._@])\p{Ll}[\p{L}'’]*(?![\p{L}\p{N}_@]|\.\p{L})/gu) ?? [])
      .map(fold),
  )

/** Whoever begins a message in lower case writes names so too. */
const isCasual = (text: string): boolean => /^\W*\p{Ll}/u.test(text)

/** A name in lower case is a word where names have capitals, and so is one that begins a sentence and is a word elsewhere. */
function isMeant(text: string, { from, to }: Place, isWord: boolean, isLow: boolean): boolean {
  const said = text.slice(from, to)
  if (!/^\p{Lu}/u.test(said)) return isLow
  // "(MIA)" beside Mia is an airport.
  if (/^\p{Lu}{2,3}$/u.test(said) && /\p{Ll}/u.test(text)) return false
  const beginsSentence = from === 0 || /[.!?:\n]["“*\s]*$/u.test(text.slice(Math.max(0, from - SIGNS), from))
  return !(isWord && beginsSentence && /^ (?:\p{Ll}|I )/u.test(text.slice(to, to + SIGNS)))
}

/** No more signs than these stand between sentences; a long text is not read again for each of its names. */
const SIGNS = 12
