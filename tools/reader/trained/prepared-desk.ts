import { stemOf } from '../../../src/text/stems.ts'
import {
  type Directions,
  directionOf,
  directionsOf,
  WIDTH,
  type Wordings,
  wordingsOf,
} from '../encoder/directions.ts'
import type { Encoded, Encoder } from '../encoder/encoder.ts'
import { log } from './exact.ts'
import { type Place, SORTS } from './places.ts'

/** A desk's own wordings, made ready once: whatever is said later is held against them. */
export type PreparedDesk = {
  readonly places: readonly Place[]
  readonly wordings: readonly Wording[]
  /** the pieces of the wordings in two layers, each with how much it tells */
  readonly last: Wordings
  readonly fourth: Wordings
  readonly means: Directions
  /** means without the marks of begin and end: for parts of sentences */
  readonly inner: Directions
  /** stems of wordings and values, with how much each tells */
  readonly stems: ReadonlyMap<string, { readonly at: number; readonly tells: number }>
  /** what saying a stem speaks for each place, against the other places of its list */
  readonly speaks: Float64Array
  /** for each place: places that are named like it with something added, and what is added */
  readonly twins: readonly (readonly Twin[])[]
  readonly figures: readonly ReadonlySet<string>[]
}
export type Wording = {
  readonly text: string
  readonly place: number
  readonly sort: number
  readonly stems: ReadonlySet<string>
  readonly tells: number
}
export type Twin = { readonly isLonger: boolean; readonly added: readonly string[] }

/** Longer glosses are cut: their first words say what a thing is. */
const PIECES_MAX = 16
const LISTS = ['field', 'tool', 'topic'] as const
export const listOf = (place: Pick<Place, 'in'>): number => LISTS.indexOf(place.in)

export function prepareDesk(places: readonly Place[], encoded: (text: string) => Encoded): PreparedDesk {
  const texts = places.flatMap(({ wordings }, place) =>
    wordings.map(({ sort, text }) => ({
      place,
      sort: SORTS.indexOf(sort),
      text,
      stems: new Set(stemsOf(text)),
    })),
  )
  const codes = texts.map(({ text }) => encoded(text))
  const tells = tellingOf(codes)
  const layer = (one: 'last' | 'fourth'): Wordings =>
    wordingsOf(
      codes.map((code, at) => ({ states: innerRows(code[one], PIECES_MAX), weights: tells[at] ?? [] })),
    )
  const stems = new Map<string, { at: number; tells: number }>()
  const stemWordings = countOf(texts.map(({ stems: own }) => own))
  for (const [stem, count] of stemWordings)
    stems.set(stem, { at: stems.size, tells: log(1 + texts.length / count) })
  for (const { of } of places)
    for (const value of of)
      for (const stem of stemsOf(value))
        if (!stems.has(stem)) stems.set(stem, { at: stems.size, tells: log(1 + texts.length) })
  return {
    places,
    wordings: texts.map(({ text, place, sort, stems: own }) => ({
      text,
      place,
      sort,
      stems: own,
      tells: sumOf([...own].map((stem) => stems.get(stem)?.tells ?? 0)),
    })),
    last: layer('last'),
    fourth: layer('fourth'),
    means: directionsOf(joined(codes.map(({ mean }) => mean))),
    inner: directionsOf(joined(codes.map(({ last }) => directionOf(innerRows(last))))),
    stems,
    speaks: speaksOf(places, texts, stems),
    twins: twinsOf(places),
    figures: places.map(({ wordings }) => new Set(wordings.flatMap(({ text }) => text.match(/\d+/g) ?? []))),
  }
}

/** The rows between the marks of begin and end. A text without a word has its last mark. */
export const innerRows = (states: Float32Array, most = Number.MAX_SAFE_INTEGER): Float32Array =>
  states.subarray(WIDTH, Math.min(Math.max(2 * WIDTH, states.length - WIDTH), (most + 1) * WIDTH))

function joined(rows: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(rows.length * WIDTH)
  for (const [at, row] of rows.entries()) all.set(row, at * WIDTH)
  return all
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
function countOf<Item>(sets: readonly ReadonlySet<Item>[]): Map<Item, number> {
  const counts = new Map<Item, number>()
  for (const set of sets) for (const item of set) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** A piece that stands in few of the desk's wordings tells most. */
function tellingOf(codes: readonly Encoded[]): readonly (readonly number[])[] {
  const own = codes.map(({ pieces }) => pieces.slice(1, Math.max(2, pieces.length - 1)).slice(0, PIECES_MAX))
  const wordings = countOf(own.map((pieces) => new Set(pieces)))
  return own.map((pieces) => pieces.map((piece) => log(1 + codes.length / (wordings.get(piece) ?? 1))))
}

/** BM25 of stems over the places of a list: rare in the list and frequent at the place. */
function speaksOf(
  places: readonly Place[],
  wordings: readonly { readonly place: number; readonly stems: ReadonlySet<string> }[],
  stems: ReadonlyMap<string, { readonly at: number }>,
): Float64Array {
  const counts = new Float64Array(places.length * stems.size)
  const lengths = new Float64Array(places.length)
  for (const { place, stems: own } of wordings)
    for (const stem of own) {
      const at = place * stems.size + (stems.get(stem)?.at ?? 0)
      counts[at] = (counts[at] ?? 0) + 1
      lengths[place] = (lengths[place] ?? 0) + 1
    }
  const mean = sumOf([...lengths]) / Math.max(1, places.length)
  const speaks = new Float64Array(counts.length)
  for (const list of [0, 1, 2]) {
    const own = places.flatMap((place, index) => (listOf(place) === list ? [index] : []))
    for (let stem = 0; stem < stems.size; stem += 1) {
      const having = own.filter((place) => (counts[place * stems.size + stem] ?? 0) > 0)
      const rare = log(1 + (own.length - having.length + 0.5) / (having.length + 0.5))
      for (const place of having) {
        const count = counts[place * stems.size + stem] ?? 0
        speaks[place * stems.size + stem] =
          (rare * count) / (count + 1.2 * (0.3 + (0.7 * (lengths[place] ?? 0)) / mean))
      }
    }
  }
  return speaks
}

const NO_STEMS: ReadonlySet<string> = new Set()
/** "email" and "new_email": what the longer name adds decides between them. */
function twinsOf(places: readonly Place[]): readonly (readonly Twin[])[] {
  const names = places.map(({ name }) => new Set(stemsOf(name.replaceAll('_', ' '))))
  return places.map((place, index) =>
    places.flatMap((other, at) => {
      const [own, its] = [names[index] ?? NO_STEMS, names[at] ?? NO_STEMS]
      if (index === at || listOf(place) !== listOf(other) || own.size === its.size) return []
      const [short, long] = own.size < its.size ? [own, its] : [its, own]
      if (short.size === 0 || [...short].some((stem) => !long.has(stem))) return []
      return [{ isLonger: own.size > its.size, added: [...long].filter((stem) => !short.has(stem)) }]
    }),
  )
}

export const stemsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-zà-ÿ]+|\d+/g) ?? []).map((word) => stemOf(word, 'en'))

/** How alike places of different lists are, by the middle of their wordings. */
export function linksOf(
  places: readonly Place[],
  encoded: (text: string) => Encoded,
  encoder: Encoder,
): Float32Array {
  const rows = new Float32Array(places.length * WIDTH)
  for (const [at, { wordings }] of places.entries()) {
    const means = new Float32Array(wordings.length * WIDTH)
    for (const [one, { text }] of wordings.entries()) means.set(encoded(text).mean, one * WIDTH)
    rows.set(directionOf(means), at * WIDTH)
  }
  const links = encoder.cosines(rows, directionsOf(rows))
  return links.map((link, at) => {
    const [a, b] = [places[Math.floor(at / places.length)], places[at % places.length]]
    return a !== undefined && b !== undefined && listOf(a) !== listOf(b) ? link : 0
  })
}
