import { lengthOf, WIDTH } from '../encoder/directions.ts'
import type { Encoded } from '../encoder/encoder.ts'
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

/** The states of a unit's pieces, the last and the fourth layer side by side, each row of length one. */
export const BOTH = 2 * WIDTH
export function bothLayers({ pieces, last, fourth }: Encoded): Float32Array {
  const both = new Float32Array(pieces.length * BOTH)
  for (const [layer, states] of [last, fourth].entries())
    for (let piece = 0; piece < pieces.length; piece += 1) {
      const row = states.subarray(piece * WIDTH, (piece + 1) * WIDTH)
      const length = lengthOf(row)
      for (let at = 0; at < WIDTH; at += 1) both[piece * BOTH + layer * WIDTH + at] = (row[at] ?? 0) / length
    }
  return both
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

export function stateLogits(states: Float32Array, context: Float32Array, heads: StateHeads): Float32Array {
  const { hidden, statesBias } = heads
  const width = heads.states.length / hidden
  const pieces = states.length / width
  const z = new Float64Array(pieces * hidden)
  for (let piece = 0; piece < pieces; piece += 1)
    for (let unit = 0; unit < hidden; unit += 1) {
      let sum = statesBias[unit] ?? 0
      for (let at = 0; at < width; at += 1)
        sum += (states[piece * width + at] ?? 0) * (heads.states[unit * width + at] ?? 0)
      z[piece * hidden + unit] = bend(sum)
    }
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
