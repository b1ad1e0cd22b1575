import { seedFrom } from '../base/chance.ts'
import type { Json, JsonObject } from '../base/values/json.ts'
import { isJsonObject } from '../base/values/json.ts'
import { fold } from '../text/fold.ts'
import { findInCell, findPersonal } from './find-personal.ts'
import type { Finding, PersonalKind } from './finding.ts'
import { columnOf, heldIn, isData, type Keeps, namesNothing, namesPart, wordsOfDesk } from './json-parts.ts'
import { bareText, type Rows } from './known-values.ts'
import { isIdentifier, isUserName } from './record-cells.ts'
import { standInFor } from './stand-in.ts'

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
 * seed. Out: the same values with stand-ins in every text, wherever it stands. Texts under `text`, `content` or `message`
 * are read as what was said, objects with several texts as records, texts that are JSON as what they hold; every other text
 * is scrubbed too, so that a value found in a message does not survive in a tool's answer. `keeps`: members that name parts
 * of the conversation itself. `tools`: names of tools that stand in no such member.
 */
export function scrubJson(
  lines: readonly Json[],
  seed: number,
  keeps: Keeps = namesPart,
  tools: readonly string[] = [],
): ScrubbedJson {
  const said: string[] = []
  const rows: Record<string, string>[] = []
  const own = new Set(tools.map(fold))
  for (const line of lines) gather(line, { said, rows, own, isSaid: false, keeps })
  const found = findPersonal(said, rows, own)
  const swaps = swapsOf(said, found)
  const how = { rows, own, seed, keeps }
  return {
    lines: lines.map((line) => replaceIn(line, '', swaps, how)),
    replaced: replacedIn(said, found, how),
  }
}

const SPOKEN = /^(?:text|content|message|body|utterance)$/
const SAID = /^(?:text|content|message|body|utterance|note|reason)$/

type Gathered = {
  readonly said: string[]
  readonly rows: Record<string, string>[]
  readonly own: Set<string>
  readonly isSaid: boolean
  readonly keeps: Keeps
}

function gather(value: Json, into: Gathered): void {
  if (typeof value === 'string') {
    const held = heldIn(value)
    if (held !== null) gather(held, { ...into, isSaid: false, keeps: namesNothing })
    else if (into.isSaid) into.said.push(value)
    return
  }
  if (Array.isArray(value)) {
    for (const one of value) gather(one, into)
    return
  }
  if (!isJsonObject(value)) return
  const texts: [string, string][] = []
  for (const [key, cell] of Object.entries(value)) {
    const isKept = into.keeps(value, key)
    for (const word of ownWords(value, key, isKept)) into.own.add(fold(word))
    if (isKept) continue
    if (typeof cell === 'string' && !SAID.test(key) && heldIn(cell) === null)
      texts.push([columnOf(value, key), cell])
    gather(cell, { ...into, isSaid: SAID.test(key), keeps: isData(key) ? namesNothing : into.keeps })
  }
  if (texts.length > 0) into.rows.push(Object.fromEntries(texts))
}

/** Names of fields and tools and words for states: `order_id`, `cancel_order`, `in_transit`. */
function ownWords(holder: JsonObject, key: string, isKept: boolean): readonly string[] {
  const cell = holder[key]
  const texts = (Array.isArray(cell) ? cell : [cell]).filter((one) => typeof one === 'string')
  // What people said has none: there it is a user name.
  const words = SPOKEN.test(key) ? texts.flatMap((text) => wordsOfDesk(holder, text)) : texts
  return [key, ...words.filter((word) => isKept || !isUserName(columnOf(holder, key), word))].filter(
    isIdentifier,
  )
}

/** What goes from messages and records, by its stand-ins only: a list of what was found would keep what was to go. */
function replacedIn(
  said: readonly string[],
  found: Found,
  { rows, own, seed }: Scrubbing,
): readonly Replaced[] {
  const counts = new Map<string, Replaced>()
  const count = (text: string, { from, to, kind }: Finding, known: boolean): void => {
    const standIn = standInFor(kind, text.slice(from, to), seed)
    const key = `${kind} ${fold(standIn)}`
    const seen = counts.get(key) ?? { kind, standIn, times: 0, known }
    counts.set(key, { ...seen, times: seen.times + 1 })
  }
  found.forEach((findings, index) => {
    for (const one of findings) count(said[index] ?? '', one, one.known)
  })
  for (const row of rows)
    for (const [column, cell] of Object.entries(row))
      for (const one of findInCell(column, cell, [row], own)) count(cell, one, true)
  return [...counts.values()]
}

type Found = ReturnType<typeof findPersonal>
type Swap = { readonly bare: string; readonly kind: PersonalKind }

/** Everything that was found anywhere, to be replaced everywhere. */
function swapsOf(said: readonly string[], all: Found): readonly Swap[] {
  const found = new Map<string, Swap>()
  all.forEach((findings, index) => {
    for (const { from, to, kind } of findings) {
      const { bare } = bareText((said[index] ?? '').slice(from, to))
      if (bare.length >= SURVIVES_MIN) found.set(bare, { bare, kind })
    }
  })
  return [...found.values()].sort((a, b) => b.bare.length - a.bare.length)
}

/** Shorter finds are too common elsewhere to be looked for in other texts. */
const SURVIVES_MIN = 4

type Scrubbing = {
  readonly rows: Rows
  readonly own: ReadonlySet<string>
  readonly seed: number
  readonly keeps: Keeps
}

function replaceIn(value: Json, column: string, swaps: readonly Swap[], how: Scrubbing): Json {
  if (typeof value === 'string') return replaceInText(value, column, swaps, how)
  if (typeof value === 'number') return numberWithout(value, swaps, how)
  if (Array.isArray(value)) return value.map((one) => replaceIn(one, column, swaps, how))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, cell]) => [
      nameWithout(name, swaps, how),
      how.keeps(value, name)
        ? cell
        : replaceIn(cell, columnOf(value, name), swaps, isData(name) ? { ...how, keeps: namesNothing } : how),
    ]),
  )
}

/** JSON in a text is replaced by its members: as one text its names would be taken for values. */
function replaceInText(text: string, column: string, swaps: readonly Swap[], how: Scrubbing): string {
  const held = heldIn(text)
  if (held === null) return textWithout(text, column, swaps, how)
  const before = JSON.stringify(held)
  const after = JSON.stringify(replaceIn(held, '', swaps, { ...how, keeps: namesNothing }))
  return before === after ? text : after
}

/** A phone or an account that somebody stored as a number. */
function numberWithout(value: number, swaps: readonly Swap[], { seed }: Scrubbing): number {
  const digits = String(value)
  const isIt = ({ bare, kind }: Swap): boolean =>
    bare === digits || (kind === 'phone' && sameLine(bare, digits))
  const swap = Number.isSafeInteger(value) ? swaps.find(isIt) : undefined
  // A leading zero would make it shorter.
  return swap === undefined ? value : Number(standInFor(swap.kind, digits, seed).replace(/^0/, '1'))
}

/** With or without its country: the last eight digits tell a phone. */
const sameLine = (a: string, b: string): boolean =>
  a.length >= PHONE_TELLS && b.length >= PHONE_TELLS && a.slice(-PHONE_TELLS) === b.slice(-PHONE_TELLS)
const PHONE_TELLS = 8

/** Rows kept under an order's number or an e-mail: what was found elsewhere is replaced there too. Other names stay. */
function nameWithout(name: string, swaps: readonly Swap[], { seed }: Scrubbing): string {
  const { bare } = bareText(name)
  const swap = /\d|@/.test(name) ? swaps.find((one) => one.bare === bare) : undefined
  return swap === undefined ? name : standInFor(swap.kind, name, seed)
}

function textWithout(
  text: string,
  column: string,
  swaps: readonly Swap[],
  { rows, own, seed }: Scrubbing,
): string {
  let result = ''
  let at = 0
  for (const { from, to, kind } of findInCell(column, text, rows, own)) {
    result += text.slice(at, from) + standInFor(kind, text.slice(from, to), seed)
    at = to
  }
  return swaps.reduce((sofar, swap) => withoutValue(sofar, text, swap, seed), result + text.slice(at))
}

/** A value that was found in another text, in whatever grouping, unless it is part of a longer word. */
function withoutValue(text: string, original: string, { bare, kind }: Swap, seed: number): string {
  // What was not there before can only be a stand-in.
  if (!bareText(original).bare.includes(bare)) return text
  const now = bareText(text)
  const place = now.bare.indexOf(bare)
  if (place < 0) return text
  const from = now.at[place] ?? 0
  const to = (now.at[place + bare.length - 1] ?? 0) + 1
  const isWhole = !/[\p{L}\p{N}]$/u.test(text.slice(0, from)) && !/^[\p{L}\p{N}]/u.test(text.slice(to))
  return isWhole ? text.slice(0, from) + standInFor(kind, text.slice(from, to), seed) + text.slice(to) : text
}

/** A seed for one scrubbing, from words nobody else has. */
export const scrubSeed = (...words: readonly (string | number)[]): number => seedFrom('scrub', ...words)
