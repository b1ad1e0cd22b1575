import { WIDTH } from '../encoder/directions.ts'
import type { Encoded, Encoder } from '../encoder/encoder.ts'
import { SORTS } from './places.ts'
import { innerRows, listOf, type PreparedDesk, stemsOf, sumOf } from './prepared-desk.ts'
import type { SaidUnit } from './said-units.ts'

/** How near a unit is to each place of a desk: raw likenesses, nothing learned, nothing that knows the desk. */
const LIKENESSES = ['last', 'fourth', 'covers', 'whole', 'window', 'words'] as const
const USUAL = ['last', 'fourth', 'whole', 'window'] as const
const SLOTS = SORTS.length
const FURTHER = ['speaks', 'share', 'customer', 'wish', 'previous', 'next', 'values'] as const
const AGAINST_RIVALS = LIKENESSES.length * SLOTS + USUAL.length + FURTHER.length
const PLAIN = [
  'figures shared',
  'figures missing',
  'twin is said',
  'added word is missing',
  'boolean',
  'enum',
  'hands over',
  'closes',
  'rivals',
  'length',
  'position',
  'last of the message',
  'question mark',
  'units',
  'list item',
] as const
export const FEATURES = 2 * AGAINST_RIVALS + PLAIN.length
export const FEATURE_NAMES: readonly string[] = [
  ...['', 'against rivals: '].flatMap((how) => [
    ...LIKENESSES.flatMap((one) => SORTS.map((sort) => `${how}${one} ${sort}`)),
    ...USUAL.map((one) => `${how}${one}, above what is usual`),
    ...FURTHER.map((one) => `${how}${one}`),
  ]),
  ...PLAIN,
]
/** Nothing to compare with. */
const NONE = -0.2
const WINDOWS = [3, 5, 8, 12, 18] as const

/** How alike a text is to every wording. */
type Likeness = Readonly<Record<(typeof LIKENESSES)[number], Float32Array>>
/** What every wording is usually like to: the greatest likenesses to wordings of other places. */
export type Usual = Readonly<
  Record<(typeof USUAL)[number], { readonly mean: Float64Array; readonly spread: Float64Array }>
>

export type NearDesk = PreparedDesk & { readonly usual: Usual }

function likenessTo(
  code: Encoded,
  stems: ReadonlySet<string>,
  desk: PreparedDesk,
  encoder: Encoder,
): Likeness {
  const rows = innerRows(code.last)
  const { there, back } = encoder.meet(rows, desk.last)
  const words = Float32Array.from(desk.wordings, (wording) => {
    let said = 0
    for (const stem of wording.stems) if (stems.has(stem)) said += desk.stems.get(stem)?.tells ?? 0
    return wording.tells === 0 ? 0 : said / wording.tells
  })
  return {
    last: there,
    fourth: encoder.meet(innerRows(code.fourth), desk.fourth).there,
    covers: back,
    whole: encoder.cosines(code.mean, desk.means),
    window: best(encoder.cosines(windowsOf(rows), desk.inner), desk.wordings.length),
    words,
  }
}

/** The sums of runs of some pieces: what stands in a part of a sentence. */
function windowsOf(rows: Float32Array): Float32Array {
  const pieces = rows.length / WIDTH
  const sums = new Float64Array((pieces + 1) * WIDTH)
  for (let at = 0; at < rows.length; at += 1) sums[at + WIDTH] = (sums[at] ?? 0) + (rows[at] ?? 0)
  const runs = WINDOWS.flatMap((wide, index) => {
    // One run that is longer than the sentence is the sentence; more would be the same.
    if (index > 0 && (WINDOWS[index - 1] ?? 0) >= pieces) return []
    const width = Math.min(wide, pieces)
    const step = width < 8 ? 1 : 2
    return Array.from({ length: Math.floor((pieces - width) / step) + 1 }, (_, at) => ({
      from: at * step,
      width,
    }))
  })
  const windows = new Float32Array(runs.length * WIDTH)
  for (const [at, { from, width }] of runs.entries())
    for (let column = 0; column < WIDTH; column += 1)
      windows[at * WIDTH + column] =
        (sums[(from + width) * WIDTH + column] ?? 0) - (sums[from * WIDTH + column] ?? 0)
  return windows
}

/** The greatest of each column. */
function best(rows: Float32Array, columns: number): Float32Array {
  const most = rows.slice(0, columns)
  for (let at = columns; at < rows.length; at += 1) {
    const column = at % columns
    if ((rows[at] ?? 0) > (most[column] ?? 0)) most[column] = rows[at] ?? 0
  }
  return most
}

/** So many wordings of the desk show what is usual; the greatest of their likenesses are what a stranger comes to. */
const STRANGERS = 60
const GREATEST = 5

/** The desk's wordings against one another: what some wordings are like to everything, others to nothing. */
export function withUsual(
  desk: PreparedDesk,
  encoded: (text: string) => Encoded,
  encoder: Encoder,
): NearDesk {
  const count = desk.wordings.length
  const step = Math.max(1, Math.floor(count / STRANGERS))
  const strangers = desk.wordings
    .filter((_, at) => at % step === 0)
    .map(({ place, text }) => ({ place, likeness: likenessTo(encoded(text), new Set(), desk, encoder) }))
  const of = (one: (typeof USUAL)[number]): Usual[typeof one] => {
    const [mean, spread] = [new Float64Array(count), new Float64Array(count)]
    for (const [w, { place }] of desk.wordings.entries()) {
      const values = strangers.flatMap((stranger) =>
        stranger.place === place ? [] : [stranger.likeness[one][w] ?? 0],
      )
      const all = sumOf(values) / Math.max(1, values.length)
      const greatest = values.sort((a, b) => b - a).slice(0, GREATEST)
      mean[w] = sumOf(greatest) / Math.max(1, greatest.length)
      const squares = values.map((value) => (value - all) * (value - all))
      spread[w] = Math.max(0.02, Math.sqrt(sumOf(squares) / Math.max(1, values.length)))
    }
    return { mean, spread }
  }
  const usual = { last: of('last'), fourth: of('fourth'), whole: of('whole'), window: of('window') }
  return { ...desk, usual }
}

/** A row of FEATURES numbers for each place of the desk. */
export function nearness(
  unit: SaidUnit,
  desk: NearDesk,
  encoded: (text: string) => Encoded,
  encoder: Encoder,
): Float32Array {
  const code = encoded(unit.text)
  const stems = new Set(stemsOf(unit.text))
  const likeness = likenessTo(code, stems, desk, encoder)
  const places = desk.places.length
  const out = new Float32Array(places * FEATURES)
  const put = (place: number, feature: number, value: number): void => {
    out[place * FEATURES + feature] = value
  }
  const raise = (place: number, feature: number, value: number): void => {
    const at = place * FEATURES + feature
    if (value > (out[at] ?? 0)) out[at] = value
  }
  for (let place = 0; place < places; place += 1)
    for (let feature = 0; feature < AGAINST_RIVALS; feature += 1) put(place, feature, NONE)
  let base = 0
  for (const one of LIKENESSES) {
    for (const [w, { place, sort }] of desk.wordings.entries())
      raise(place, base + sort, likeness[one][w] ?? 0)
    base += SLOTS
  }
  for (const [at, one] of USUAL.entries()) {
    for (let place = 0; place < places; place += 1) put(place, base + at, -2)
    const { mean, spread } = desk.usual[one]
    for (const [w, { place, sort }] of desk.wordings.entries())
      if (sort < 2) raise(place, base + at, ((likeness[one][w] ?? 0) - (mean[w] ?? 0)) / (spread[w] ?? 1) / 4)
  }
  base += USUAL.length
  const heard = new Set(stemsOf(unit.before))
  const spoken = spokenFor(stems, desk)
  const wished = spokenFor(heard, desk)
  const all = spoken.reduce((sum, value) => sum + value, 0)
  for (let place = 0; place < places; place += 1) {
    put(place, base, (spoken[place] ?? 0) / 5)
    put(place, base + 1, (spoken[place] ?? 0) / Math.max(0.5, all))
    put(place, base + 2, (wished[place] ?? 0) / 5)
  }
  for (const [at, text] of [unit.before, unit.previous, unit.next].entries()) {
    if (text === '') {
      for (let place = 0; place < places; place += 1) put(place, base + 3 + at, 0)
      continue
    }
    const { mean } = encoded(text)
    const alike = encoder.cosines(mean, desk.means)
    for (const [w, { place }] of desk.wordings.entries()) raise(place, base + 3 + at, alike[w] ?? 0)
  }
  for (const [place, { of }] of desk.places.entries()) {
    const values = new Set(of.flatMap((value) => stemsOf(value.replaceAll('_', ' '))))
    let said = 0
    for (const stem of values) if (stems.has(stem)) said += desk.stems.get(stem)?.tells ?? 0
    put(place, base + 6, said / 5)
  }
  againstRivals(out, desk)
  const figures = new Set(unit.text.match(/\d+/g) ?? [])
  const lists = desk.places.map(listOf)
  for (const [place, { type, role }] of desk.places.entries()) {
    const own = desk.figures[place] ?? new Set()
    const twins = desk.twins[place] ?? []
    const isSaid = ({ added }: { readonly added: readonly string[] }): boolean =>
      added.some((stem) => stems.has(stem))
    const plain = [
      [...own].filter((figure) => figures.has(figure)).length,
      Number([...own].some((figure) => !figures.has(figure))),
      Number(twins.some((twin) => !twin.isLonger && isSaid(twin))),
      Number(twins.some((twin) => twin.isLonger && !isSaid(twin))),
      Number(type === 'boolean'),
      Number(type === 'enum'),
      Number(role === 'handover'),
      Number(role === 'close'),
      lists.filter((list) => list === lists[place]).length / 20,
      Math.min(60, unit.text.split(/\s+/).length) / 20,
      Math.min(unit.at, 5) / 5,
      Number(unit.at === unit.of - 1),
      Number(unit.text.includes('?')),
      Math.min(unit.of, 8) / 8,
      Number(unit.isItem),
    ]
    for (const [at, value] of plain.entries()) put(place, 2 * AGAINST_RIVALS + at, value)
  }
  return out
}

function spokenFor(stems: ReadonlySet<string>, desk: PreparedDesk): Float64Array {
  const spoken = new Float64Array(desk.places.length)
  for (const stem of stems) {
    const at = desk.stems.get(stem)?.at
    if (at === undefined) continue
    for (let place = 0; place < spoken.length; place += 1)
      spoken[place] = (spoken[place] ?? 0) + (desk.speaks[place * desk.stems.size + at] ?? 0)
  }
  return spoken
}

/** Each likeness less the best of the other places of the same list. */
function againstRivals(out: Float32Array, { places }: PreparedDesk): void {
  for (const list of [0, 1, 2]) {
    const own = places.flatMap((place, index) => (listOf(place) === list ? [index] : []))
    for (let feature = 0; feature < AGAINST_RIVALS; feature += 1) {
      let [most, second] = [own.length === 1 ? NONE : -9, own.length === 1 ? NONE : -9]
      for (const place of own) {
        const value = out[place * FEATURES + feature] ?? 0
        if (value > most) [most, second] = [value, most]
        else if (value > second) second = value
      }
      for (const place of own) {
        const value = out[place * FEATURES + feature] ?? 0
        out[place * FEATURES + AGAINST_RIVALS + feature] = value - (value === most ? second : most)
      }
    }
  }
}
