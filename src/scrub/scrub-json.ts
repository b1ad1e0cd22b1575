import { seedFrom } from '../base/chance.ts'
import type { Json } from '../base/values/json.ts'
import { isJsonObject } from '../base/values/json.ts'
import { fold } from '../text/fold.ts'
import type { Finding, PersonalKind } from './finding.ts'
import { findAnswers, findForms, findIds } from './forms.ts'
import { columnOf, heldIn, isData, type Keeps, namesNothing, namesPart } from './json-parts.ts'
import { findInRecord, isOfThing } from './members.ts'
import { findNamed, findNames } from './names.ts'
import { standInFor } from './stand-in.ts'
import { lookFor, type Place } from './values.ts'

/** Something that was replaced: what it is, how often, and by what. */
export type Replaced = {
  readonly kind: PersonalKind
  readonly standIn: string
  readonly times: number
  readonly known: boolean
}

/** A conversation as JSON without personal data, and what was replaced. */
export type ScrubbedJson = { readonly lines: readonly Json[]; readonly replaced: readonly Replaced[] }

/**
 * Scrubs a conversation of any shape: the lines of a transcript, or one object with messages and records. In: JSON values, a
 * seed. Out: the same values with stand-ins. What is personal is found once, by the members of records, by its form, or by the
 * words around it, and then replaced everywhere, so that a value found in a message does not survive in a tool's answer.
 * `keeps`: members that name parts of the conversation itself.
 */
export function scrubJson(lines: readonly Json[], seed: number, keeps: Keeps = namesPart): ScrubbedJson {
  const held: Held = { said: [], texts: new Set(), rows: [], things: new Set() }
  for (const line of lines) gather(line, '', keeps, held)
  const replaced = new Map<string, Replaced>()
  const count = (standIn: string, { kind, known }: Place): void => {
    const key = `${kind} ${fold(standIn)}`
    const seen = replaced.get(key) ?? { kind, standIn, times: 0, known }
    replaced.set(key, { ...seen, times: seen.times + 1 })
  }
  const how = { find: lookFor(foundIn(held), held.texts), seed, count, keeps }
  return { lines: lines.map((line) => replaceIn(line, how)), replaced: [...replaced.values()] }
}

type Held = {
  /** what was said, in order */
  readonly said: string[]
  /** every text, said or kept */
  readonly texts: Set<string>
  readonly rows: Readonly<Record<string, string>>[]
  /** values of products, flights and their like */
  readonly things: Set<string>
}

function gather(value: Json, column: string, keeps: Keeps, into: Held): void {
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value)
    const inside = heldIn(text)
    if (inside !== null) gather(inside, column, namesNothing, into)
    else if (isOfThing(column)) into.things.add(fold(text))
    else into.rows.push({ [column]: text })
    if (inside !== null) return
    into.texts.add(text)
    if (SPOKEN.test(column)) into.said.push(text)
    return
  }
  if (Array.isArray(value)) {
    for (const one of value) gather(one, column, keeps, into)
    return
  }
  if (!isJsonObject(value)) return
  const texts = Object.entries(value).filter(([name]) => !keeps(value, name))
  for (const [name, cell] of texts)
    gather(cell, columnOf(value, name), isData(name) ? namesNothing : keeps, into)
  // A row as a whole shows whose name its "name" is.
  into.rows.push(
    Object.fromEntries(
      texts.flatMap(([name, cell]) =>
        typeof cell === 'string' && heldIn(cell) === null ? [[columnOf(value, name), cell]] : [],
      ),
    ),
  )
}

const SPOKEN = /^(?:text|content|message|body|utterance|note|reason)$/

function foundIn({ said, texts, rows, things }: Held): readonly Finding[] {
  const isThing = ({ said, kind }: Finding): boolean =>
    kind === 'id' && !said.includes('_') && things.has(fold(said))
  // A value alone is its member's to explain.
  const words = new Set([...said, ...[...texts].filter((text) => /\S \S/.test(text))])
  return [
    ...rows.flatMap(findInRecord),
    ...[...texts].flatMap(findForms),
    ...[...words].flatMap((text) => [...findNames(text), ...findIds(text)]),
    ...said.flatMap((asked, index) => answersIn(asked, said.slice(index + 1, index + 1 + ANSWERED_WITHIN))),
  ].filter((one) => !isThing(one))
}

/** What a question asks for, in the first text after it that answers it. */
const answersIn = (asked: string, next: readonly string[]): readonly Finding[] =>
  next
    .map((answer) => [...findNamed(asked, answer), ...findAnswers(asked, answer)])
    .find((found) => found.length > 0) ?? []
const ANSWERED_WITHIN = 2

type Replacing = {
  readonly find: (text: string) => readonly Place[]
  readonly seed: number
  readonly count: (standIn: string, place: Place) => void
  readonly keeps: Keeps
}

function replaceIn(value: Json, how: Replacing): Json {
  if (typeof value === 'string') return replaceInText(value, how)
  if (typeof value === 'number') return numberWithout(value, how)
  if (Array.isArray(value)) return value.map((one) => replaceIn(one, how))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, cell]) => [
      // Rows kept under an order's number or an e-mail; other names of members stay.
      /\d|@/.test(name) ? textWithout(name, how) : name,
      how.keeps(value, name) ? cell : replaceIn(cell, isData(name) ? { ...how, keeps: namesNothing } : how),
    ]),
  )
}

/** JSON in a text is replaced by its members: as one text its names would be taken for values. */
function replaceInText(text: string, how: Replacing): string {
  const held = heldIn(text)
  if (held === null) return textWithout(text, how)
  const before = JSON.stringify(held)
  const after = JSON.stringify(replaceIn(held, { ...how, keeps: namesNothing }))
  return before === after ? text : after
}

/** A phone or an account that somebody stored as a number; a leading zero would make it shorter. */
function numberWithout(value: number, how: Replacing): number {
  const digits = String(value)
  return Number.isSafeInteger(value) && value > 999
    ? Number(textWithout(digits, how).replace(/^0/, '1'))
    : value
}

function textWithout(text: string, { find, seed, count }: Replacing): string {
  let result = ''
  let at = 0
  for (const place of find(text)) {
    const standIn = standInFor(place.kind, text.slice(place.from, place.to), seed)
    count(standIn, place)
    result += text.slice(at, place.from) + standIn
    at = place.to
  }
  return result + text.slice(at)
}

/** A seed for one scrubbing, from words nobody else has. */
export const scrubSeed = (...words: readonly (string | number)[]): number => seedFrom('scrub', ...words)
