import { stemOf } from '../../text/stems.ts'
import { type Encoded, inverseLengths, smallRows, WIDTH } from './encoded.ts'
import { log } from './exact.ts'
import { type Place, SORTS } from './places.ts'

/** A desk's own wordings, made ready once: whatever is said later is held against them. */
export type PreparedDesk = {
  readonly places: readonly Place[]
  readonly wordings: readonly Wording[]
  /** the pieces of all wordings, one after the other: where each begins, and how much each piece tells */
  readonly starts: Int32Array
  readonly tells: Float64Array
  readonly last: Layer
  readonly fourth: Layer
  readonly means: Layer
  /** means without the marks of start and end: for parts of sentences */
  readonly inner: Layer
  /** stems of wordings and values, with how much each tells */
  readonly stems: ReadonlyMap<string, { readonly at: number; readonly tells: number }>
  /** what saying a stem speaks for each place, against the other places of its list */
  readonly speaks: Float64Array
  /** for each place: places that are named like it with something added, and what is added */
  readonly twins: readonly (readonly Twin[])[]
  readonly figures: readonly ReadonlySet<string>[]
}
export type Layer = { readonly rows: Int8Array; readonly inverse: Float64Array }
export type Wording = {
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
    wordings.map(({ sort, text }) => ({ place, sort: SORTS.indexOf(sort), text, stems: new Set(stemsOf(text)) })),
  )
  const codes = texts.map(({ text }) => encoded(text))
  const pieces = codes.map((code) => innerPieces(code, PIECES_MAX))
  const starts = new Int32Array(texts.length + 1)
  for (const [index, { length }] of pieces.entries()) starts[index + 1] = (starts[index] ?? 0) + length
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
    wordings: texts.map(({ place, sort, stems: own }) => ({
      place,
      sort,
      stems: own,
      tells: sumOf([...own].map((stem) => stems.get(stem)?.tells ?? 0)),
    })),
    starts,
    tells: tellingOf(codes, pieces),
    last: layerOf(codes.flatMap(({ last }, index) => pieces[index]?.map((at) => rowOf(last, at)) ?? [])),
    fourth: layerOf(codes.flatMap(({ fourth }, index) => pieces[index]?.map((at) => rowOf(fourth, at)) ?? [])),
    means: layerOf(codes.map(({ mean }) => mean)),
    inner: layerOf(codes.map(innerMean)),
    stems,
    speaks: speaksOf(places, texts, stems),
    twins: twinsOf(places),
    figures: places.map(({ wordings }) => new Set(wordings.flatMap(({ text }) => text.match(/\d+/g) ?? []))),
  }
}

const rowOf = (rows: Int8Array, at: number): Int8Array => rows.subarray(at * WIDTH, (at + 1) * WIDTH)
function layerOf(parts: readonly Int8Array[]): Layer {
  const rows = new Int8Array(parts.length * WIDTH)
  for (const [index, part] of parts.entries()) rows.set(part, index * WIDTH)
  return { rows, inverse: inverseLengths(rows) }
}

const innerPieces = ({ pieces }: Encoded, most: number): readonly number[] =>
  Array.from({ length: Math.max(1, Math.min(most, pieces.length - 2)) }, (_, index) => index + 1)

/** The mean of what stands between the marks. */
function innerMean({ pieces, last, lastScales }: Encoded): Int8Array {
  const sum = new Float32Array(WIDTH)
  for (let piece = 1; piece < Math.max(2, pieces.length - 1); piece += 1)
    for (let at = 0; at < WIDTH; at += 1)
      sum[at] = (sum[at] ?? 0) + (last[piece * WIDTH + at] ?? 0) * (lastScales[piece] ?? 0)
  return smallRows(sum).rows
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
function countOf<Item>(sets: readonly ReadonlySet<Item>[]): Map<Item, number> {
  const counts = new Map<Item, number>()
  for (const set of sets) for (const item of set) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** A piece that stands in few of the desk's wordings tells most; those of one wording add up to one. */
function tellingOf(codes: readonly Encoded[], pieces: readonly (readonly number[])[]): Float64Array {
  const own = codes.map((code, index) => pieces[index]?.map((at) => code.pieces[at] ?? 0) ?? [])
  const wordings = countOf(own.map((ids) => new Set(ids)))
  return Float64Array.from(
    own.flatMap((ids) => {
      const tells = ids.map((id) => log(1 + codes.length / (wordings.get(id) ?? 1)))
      const sum = sumOf(tells)
      return tells.map((value) => value / sum)
    }),
  )
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

/** "email" and "new_email": what the longer name adds decides between them. */
function twinsOf(places: readonly Place[]): readonly (readonly Twin[])[] {
  const names = places.map(({ name }) => new Set(stemsOf(name.replaceAll('_', ' '))))
  return places.map((place, index) =>
    places.flatMap((other, at) => {
      const [own, its] = [names[index] ?? new Set(), names[at] ?? new Set()]
      if (index === at || listOf(place) !== listOf(other) || own.size === its.size) return []
      const [short, long] = own.size < its.size ? [own, its] : [its, own]
      if (short.size === 0 || [...short].some((stem) => !long.has(stem))) return []
      return [{ isLonger: own.size > its.size, added: [...long].filter((stem) => !short.has(stem)) }]
    }),
  )
}

export const stemsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-zà-ÿ]+|\d+/g) ?? []).map((word) => stemOf(word, 'en'))
