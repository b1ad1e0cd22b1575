import { fold } from '../text/fold.ts'
import type { Finding, PersonalKind } from './finding.ts'

/** Something found, to be replaced wherever it stands. */
export type Place = { readonly from: number; readonly to: number } & Pick<Finding, 'kind' | 'known'>

/**
 * The values that were found, as what finds them again in any text: numbers in other groupings, names by each of their words,
 * accents and capitals aside. `texts`: all of the conversation, which shows what of a name is also a word.
 */
export function lookFor(
  found: readonly Finding[],
  texts: Iterable<string>,
): (text: string) => readonly Place[] {
  const values = new Map<string, Finding>()
  for (const one of found)
    for (const said of one.kind === 'person' ? partsOf(one.said) : [one.said]) {
      const key = keyOf(one.kind, said)
      const before = values.get(key)
      if (key.length > 1 && !(before?.known ?? false)) values.set(key, { ...one, said })
    }
  const words = inLowerCase(texts)
  for (const [key, { kind, known }] of values)
    if (kind === 'person' && !known && words.has(key)) values.delete(key)
  if (values.size === 0) return () => []
  const persons = [...values].filter(([, { kind }]) => kind === 'person').map(([key]) => escaped(key))
  const others = [...values].filter(([, { kind }]) => kind !== 'person')
  const longestFirst = others
    .sort(([a], [b]) => b.length - a.length)
    .map(([key, { kind, said }]) => written(key, kind, said))
  const person = `(?:${persons.sort((a, b) => b.length - a.length).join('|')})`
  const alternatives = persons.length > 0 ? [...longestFirst, `${person}(?:[ -]${person})*`] : longestFirst
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_@]|\\d[.,]|[\\p{L}\\p{N}][._](?=\\p{L}))(?:${alternatives.join('|')})(?:(?=s?(?![\\p{L}\\p{N}_@]|[.,-]\\d|\\.\\p{L})))`,
    'gu',
  )
  const nameWord = new RegExp(`^${person}`, 'u')
  return (text) =>
    [...fold(text).matchAll(pattern)].flatMap((match): readonly Place[] => {
      const [said] = match
      const from = match.index
      const place = { from, to: from + said.length }
      const other = (['email', 'id', 'phone'] as const)
        .map((kind) => values.get(keyOf(kind, said)))
        .find((one) => one !== undefined)
      if (other !== undefined && other.kind !== 'person')
        return [{ ...place, kind: other.kind, known: other.known }]
      const [first = said] = nameWord.exec(said) ?? []
      if (!isMeant(text, place, words.has(first))) return []
      return [{ ...place, kind: 'person', known: values.get(first)?.known ?? false }]
    })
}

const partsOf = (name: string): readonly string[] =>
  name.split(/[\s,]+/).filter((word) => word.length > 1 && !PARTICLE.test(word) && !word.endsWith('.'))
const PARTICLE = /^(?:van|von|der|den|de|la|las|los|del|di|da|dos|du|le|y|al|el|bin|ibn)$/

/** The same value in another grouping or case has the same key; a phone with and without its country. */
const keyOf = (kind: PersonalKind, said: string): string => {
  if (kind === 'phone') return said.replace(/\D/g, '').slice(-PHONE_TELLS)
  if (kind === 'person') return fold(said).replace(/'s?$/, '')
  return kind === 'email' ? fold(said) : fold(said).replace(/[^\p{L}\p{N}]/gu, '')
}
const PHONE_TELLS = 8

/** How a value may be written elsewhere. */
function written(key: string, kind: PersonalKind, said: string): string {
  if (kind === 'email') return escaped(key)
  const parts = (kind === 'phone' ? key : fold(said)).match(/\d|\p{L}+/gu) ?? []
  const spaced = parts.join(String.raw`[ .,/()#_\n-]{0,3}`)
  return kind === 'phone' ? String.raw`(?:\+?\d[\d ()./-]{0,12})?${spaced}` : spaced
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

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
function isMeant(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  isWord: boolean,
): boolean {
  const said = text.slice(from, to)
  if (!/^\p{Lu}/u.test(said)) return isCasual(text) || !/ /.test(text.trim())
  // "(MIA)" beside Mia is an airport.
  if (/^\p{Lu}{2,3}$/u.test(said) && /\p{Ll}/u.test(text)) return false
  const beginsSentence = /(?:^|[.!?:\n]["“*\s]*)$/u.test(text.slice(0, from))
  return !(isWord && beginsSentence && /^ (?:\p{Ll}|I )/u.test(text.slice(to)))
}
