import { seededChance } from '../../src/base/chance.ts'
import { exp } from '../../src/reading/trained/exact.ts'
import type { Network } from '../../src/reading/trained/network.ts'
import { adam } from './adam.ts'

/** Rows are made when they are drawn: all of them would not fit beside each other. */
export type Pairs = {
  readonly count: number
  readonly width: number
  /** writes the row of a pair */
  readonly row: (pair: number, into: Float32Array) => void
  readonly right: Float32Array
  readonly counts: Float32Array
}

const BATCH = 512

/** One small network, for chances of pairs. */
export function learnNetwork(
  pairs: Pairs,
  { hidden = 16, steps = 800, rate = 5e-3, decay = 0.02, seed = 1 } = {},
): Network {
  const { width, count } = pairs
  const chance = seededChance(seed)
  const { mean, inverse } = spreadOf(pairs)
  const weights = new Float32Array(hidden * width + 2 * hidden + 1)
  const slopes = new Float64Array(weights.length)
  const [toHidden, hiddenBias, out] = [0, hidden * width, hidden * width + hidden]
  const last = weights.length - 1
  for (let at = 0; at < hidden * width; at += 1)
    weights[at] = ((chance.next() * 2 - 1) * 1.7) / Math.sqrt(width)
  for (let at = out; at < last; at += 1) weights[at] = (chance.next() * 2 - 1) * 0.3
  weights[last] = -3
  const learner = adam(weights, { rate, decay, steps })
  const row = new Float32Array(width)
  const z = new Float64Array(hidden)
  const slope = new Float64Array(hidden)
  for (let step = 0; step < steps; step += 1) {
    slopes.fill(0)
    for (let one = 0; one < BATCH; one += 1) {
      const pair = chance.below(count)
      pairs.row(pair, row)
      standardise(row, mean, inverse)
      let logit = weights[last] ?? 0
      for (let unit = 0; unit < hidden; unit += 1) {
        let sum = weights[hiddenBias + unit] ?? 0
        const from = toHidden + unit * width
        for (let at = 0; at < width; at += 1) sum += (row[at] ?? 0) * (weights[from + at] ?? 0)
        const share = 1 / (1 + exp(-1.702 * sum))
        z[unit] = sum * share
        slope[unit] = share + 1.702 * sum * share * (1 - share)
        logit += sum * share * (weights[out + unit] ?? 0)
      }
      const miss = ((1 / (1 + exp(-logit)) - (pairs.right[pair] ?? 0)) * (pairs.counts[pair] ?? 0)) / BATCH
      slopes[last] = (slopes[last] ?? 0) + miss
      for (let unit = 0; unit < hidden; unit += 1) {
        slopes[out + unit] = (slopes[out + unit] ?? 0) + miss * (z[unit] ?? 0)
        const back = miss * (weights[out + unit] ?? 0) * (slope[unit] ?? 0)
        slopes[hiddenBias + unit] = (slopes[hiddenBias + unit] ?? 0) + back
        const from = toHidden + unit * width
        for (let at = 0; at < width; at += 1)
          slopes[from + at] = (slopes[from + at] ?? 0) + back * (row[at] ?? 0)
      }
    }
    learner.step(slopes)
  }
  return {
    width,
    hidden,
    mean,
    inverse,
    weights: weights.slice(0, hidden * width),
    bias: weights.slice(hiddenBias, hiddenBias + hidden),
    out: weights.slice(out, last),
    outBias: weights[last] ?? 0,
  }
}

function standardise(row: Float32Array, mean: Float32Array, inverse: Float32Array): void {
  for (let at = 0; at < row.length; at += 1) {
    const value = ((row[at] ?? 0) - (mean[at] ?? 0)) * (inverse[at] ?? 0)
    row[at] = Math.max(-5, Math.min(5, value))
  }
}

const SAMPLE = 20_000
function spreadOf({ count, width, row }: Pairs): {
  readonly mean: Float32Array
  readonly inverse: Float32Array
} {
  const [sum, squares] = [new Float64Array(width), new Float64Array(width)]
  const values = new Float32Array(width)
  const step = Math.max(1, Math.floor(count / SAMPLE))
  let seen = 0
  for (let pair = 0; pair < count; pair += step) {
    row(pair, values)
    seen += 1
    for (let at = 0; at < width; at += 1) {
      const value = values[at] ?? 0
      sum[at] = (sum[at] ?? 0) + value
      squares[at] = (squares[at] ?? 0) + value * value
    }
  }
  const mean = Float32Array.from(sum, (value) => value / seen)
  const inverse = Float32Array.from(
    squares,
    (value, at) => 1 / (Math.sqrt(Math.max(0, value / seen - (mean[at] ?? 0) ** 2)) + 1e-3),
  )
  return { mean, inverse }
}
