import { memo } from '../../base/memo.ts'
/** A name of a closed list with the chance that words mean it. */
export type Ranked = {
  readonly name: string
  readonly chance: number /** of the next name */
  readonly second: number
}

/** Numbers of some words and each entry of a list. `fill` writes those of one entry over what stands in the row. */
export type Rows = {
  readonly names: readonly string[]
  readonly width: number
  readonly fill: (at: number, row: Float64Array) => void
  /** the stems said, and those of each entry's texts */
  readonly said: ReadonlySet<string>
  readonly ofEntries: readonly (readonly string[])[]
}

/** What a ranking has learned: a weight for each number of a row (the first is the bias), and which word said speaks for which word of an entry. */
export type Ranker = { readonly weights: readonly number[]; readonly pairs: Float32Array }

export const PAIRS = 1 << 16

/** The bucket of a word said and a word of an entry: "barred" and "block" may have a weight though they share no letter. */
export const pairOf = (said: string, ofEntry: string): number => bucketOf(hashed(said), ofEntry)

function bucketOf(hashedSaid: number, ofEntry: string): number {
  let sum = hashedSaid
  for (let at = 0; at < ofEntry.length; at += 1) sum = Math.imul(sum ^ ofEntry.charCodeAt(at), 0x01000193)
  return ((sum >>> 16) ^ sum) & (PAIRS - 1)
}

/** FNV-1a of a word and the gap after it. */
function hashed(word: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < word.length; at += 1) sum = Math.imul(sum ^ word.charCodeAt(at), 0x01000193)
  return Math.imul(sum ^ GAP, 0x01000193)
}
const GAP = 32

/** Long texts have more pairs, and are not meant more often. */
export const pairScale = (said: number, ofEntry: number): number =>
  1 / Math.sqrt(Math.max(1, said) * Math.max(4, ofEntry))

/** How much each word said speaks for each entry of a list; the same words come back in most messages. */
type Affinities = {
  readonly ofStem: Map<string, Float32Array>
  /** the sums of the words that were said last */
  readonly spoken: Float64Array
}
const affinitiesOf = memo((_: Float32Array) =>
  memo(
    (ofEntries: Rows['ofEntries']): Affinities => ({
      ofStem: new Map(),
      spoken: new Float64Array(ofEntries.length),
    }),
  ),
)
const STEMS_MAX = 4_096

function affinityOf(stem: string, pairs: Float32Array, ofEntries: Rows['ofEntries']): Float32Array {
  const said = hashed(stem)
  const own = new Float32Array(ofEntries.length)
  for (let at = 0; at < own.length; at += 1) {
    let sum = 0
    for (const word of ofEntries[at] ?? []) sum += pairs[bucketOf(said, word)] ?? 0
    own[at] = sum
  }
  return own
}

/** Far more than a list has features: one row is enough for all rankings, which do not run inside each other. */
const row = new Float64Array(256)

/**
 * Rows of numbers become chances. Entries compete with each other and with "none of them", so that two sisters that fit
 * alike are both unlikely. The best, if there is any entry.
 */
export function best(rows: Rows, { weights, pairs }: Ranker): Ranked | undefined {
  const { names, width, fill, said, ofEntries } = rows
  const { ofStem, spoken } = affinitiesOf(pairs)(ofEntries)
  if (ofStem.size > STEMS_MAX) ofStem.clear()
  spoken.fill(0)
  for (const stem of said) {
    let own = ofStem.get(stem)
    if (own === undefined) {
      own = affinityOf(stem, pairs, ofEntries)
      ofStem.set(stem, own)
    }
    for (let at = 0; at < own.length; at += 1) spoken[at] = (spoken[at] ?? 0) + (own[at] ?? 0)
  }
  let sum = 1
  let most = 0
  let second = 0
  let name: string | undefined
  for (let at = 0; at < names.length; at += 1) {
    fill(at, row)
    const scale = pairScale(said.size, ofEntries[at]?.length ?? 0)
    const score = Math.exp(Math.min(SCORE_MAX, scoreOf(row, width, weights) + (spoken[at] ?? 0) * scale))
    sum += score
    if (name === undefined || score > most) {
      second = most
      most = score
      name = names[at]
    } else if (score > second) second = score
  }
  return name === undefined ? undefined : { name, chance: most / sum, second: second / sum }
}

/** Beyond it a chance is one anyway, and the power overflows. */
const SCORE_MAX = 30

export function scoreOf(features: Float64Array, width: number, weights: readonly number[]): number {
  let sum = weights[0] ?? 0
  for (let at = 0; at < width; at += 1) sum += (features[at] ?? 0) * (weights[at + 1] ?? 0)
  return sum
}
