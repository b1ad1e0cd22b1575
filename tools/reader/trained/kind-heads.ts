import { type Directions, directionsOf, lengthOf, WIDTH } from '../encoder/directions.ts'
import type { Encoded, Encoder } from '../encoder/encoder.ts'
import { exp } from './exact.ts'
import { HEADS } from './kinds-of-heads.ts'
import { BUCKETS, type Patterns } from './word-patterns.ts'

/** Two readers of kinds: words as they stand, and the encoder's states. Each gives a logit a head. */
export type PatternHeads = { readonly bias: Float32Array; readonly weights: Float32Array }
const KINDS = HEADS.length

export function patternLogits({ buckets, weights }: Patterns, heads: PatternHeads): Float32Array {
  const logits = Float64Array.from(heads.bias)
  for (let one = 0; one < buckets.length; one += 1) {
    const [from, weight] = [(buckets[one] ?? 0) * KINDS, weights[one] ?? 0]
    for (let kind = 0; kind < KINDS; kind += 1)
      logits[kind] = (logits[kind] ?? 0) + (heads.weights[from + kind] ?? 0) * weight
  }
  return Float32Array.from(logits)
}
export const PATTERN_WEIGHTS = BUCKETS * KINDS

/** The states of a piece, the last and the fourth layer side by side, each of length one. */
export const BOTH = 2 * WIDTH

/** Rows of BOTH numbers, made ready for the kernel: each half by its direction and its length. */
export type Halves = readonly { readonly directions: Directions; readonly lengths: Float32Array }[]

export function halvesOf(rows: Float32Array): Halves {
  const count = rows.length / BOTH
  return [0, WIDTH].map((from) => {
    const half = new Float32Array(count * WIDTH)
    for (let row = 0; row < count; row += 1)
      half.set(rows.subarray(row * BOTH + from, row * BOTH + from + WIDTH), row * WIDTH)
    const lengths = Float32Array.from({ length: count }, (_, row) =>
      lengthOf(half.subarray(row * WIDTH, (row + 1) * WIDTH)),
    )
    return { directions: directionsOf(half), lengths }
  })
}

/** How far each piece's states go along each row: what `bothLayers` times the rows would be. */
export function along(
  { last, fourth }: Pick<Encoded, 'last' | 'fourth'>,
  halves: Halves,
  encoder: Encoder,
): Float32Array {
  const sums = new Float32Array((last.length / WIDTH) * (halves[0]?.lengths.length ?? 0))
  for (const [layer, { directions, lengths }] of halves.entries()) {
    const found = encoder.cosines(layer === 0 ? last : fourth, directions)
    for (let at = 0; at < found.length; at += 1)
      sums[at] = (sums[at] ?? 0) + (found[at] ?? 0) * (lengths[at % lengths.length] ?? 0)
  }
  return sums
}

/** What was said around a unit: the means of the customer's wish and of the unit before. */
export function around(before: Encoded | undefined, previous: Encoded | undefined): Float32Array {
  const both = new Float32Array(BOTH)
  if (before !== undefined) both.set(before.mean)
  if (previous !== undefined) both.set(previous.mean, WIDTH)
  return both
}

/** Each head looks at some pieces more than at others, and at their mean, and at what was said around. */
export type StateHeads = {
  readonly hidden: number
  readonly context: number
  /** rows of `hidden`: from states, or from what was reduced of them */
  readonly states: Float32Array
  readonly statesBias: Float32Array
  readonly looks: Float32Array
  readonly finds: Float32Array
  readonly mean: Float32Array
  readonly around: Float32Array
  readonly aroundBias: Float32Array
  readonly fromAround: Float32Array
  readonly bias: Float32Array
}

/** x times how likely a number below x is: bends like GELU, by our own powers. */
export const bend = (x: number): number => x / (1 + exp(-1.702 * x))

/** `sums`: for each piece how far its states go along each row of the heads. */
export function stateLogits(sums: Float32Array, context: Float32Array, heads: StateHeads): Float32Array {
  const { hidden, statesBias } = heads
  const pieces = sums.length / hidden
  const z = Float64Array.from(sums, (sum, at) => bend(sum + (statesBias[at % hidden] ?? 0)))
  const c = new Float64Array(heads.context)
  for (let unit = 0; unit < c.length; unit += 1) {
    let sum = heads.aroundBias[unit] ?? 0
    for (let at = 0; at < context.length; at += 1)
      sum += (context[at] ?? 0) * (heads.around[unit * context.length + at] ?? 0)
    c[unit] = bend(sum)
  }
  return Float32Array.from({ length: KINDS }, (_, kind) => {
    const looks = new Float64Array(pieces)
    let most = -1e9
    for (let piece = 0; piece < pieces; piece += 1) {
      let sum = 0
      for (let unit = 0; unit < hidden; unit += 1)
        sum += (z[piece * hidden + unit] ?? 0) * (heads.looks[kind * hidden + unit] ?? 0)
      looks[piece] = sum
      if (sum > most) most = sum
    }
    let all = 0
    for (let piece = 0; piece < pieces; piece += 1) {
      looks[piece] = exp((looks[piece] ?? 0) - most)
      all += looks[piece] ?? 0
    }
    let logit = heads.bias[kind] ?? 0
    for (let unit = 0; unit < hidden; unit += 1) {
      let [seen, sum] = [0, 0]
      for (let piece = 0; piece < pieces; piece += 1) {
        const value = z[piece * hidden + unit] ?? 0
        seen += ((looks[piece] ?? 0) / all) * value
        sum += value
      }
      logit +=
        seen * (heads.finds[kind * hidden + unit] ?? 0) +
        (sum / pieces) * (heads.mean[kind * hidden + unit] ?? 0)
    }
    for (let unit = 0; unit < c.length; unit += 1)
      logit += (c[unit] ?? 0) * (heads.fromAround[kind * c.length + unit] ?? 0)
    return logit
  })
}
