import { seededChance } from '../../src/base/chance.ts'
import { adam } from './adam.ts'
import { openLearnKernel } from './learn-kernel.ts'
import { exp } from './trained/exact.ts'
import type { Network } from './trained/network.ts'

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
  const row = Math.ceil(width / 4) * 4
  const kernel = openLearnKernel(2 * hidden * row + BATCH * (row + 2 * hidden) + 64)
  const [first, firstSlopes] = [kernel.take(hidden * row), kernel.take(hidden * row)]
  const [numbers, sums, back] = [
    kernel.take(BATCH * row),
    kernel.take(BATCH * hidden),
    kernel.take(BATCH * hidden),
  ]
  /** biases of the hidden units, what counts each, and what is always added */
  const rest = new Float32Array(2 * hidden + 1)
  const restSlopes = new Float64Array(rest.length)
  const last = rest.length - 1
  for (let at = 0; at < hidden * width; at += 1)
    first[Math.floor(at / width) * row + (at % width)] = ((chance.next() * 2 - 1) * 1.7) / Math.sqrt(width)
  for (let at = hidden; at < last; at += 1) rest[at] = (chance.next() * 2 - 1) * 0.3
  rest[last] = -3
  const learners = [first, rest].map((weights) => adam(weights, { rate, decay, steps }))
  const drawn = new Int32Array(BATCH)
  for (let step = 0; step < steps; step += 1) {
    firstSlopes.fill(0)
    restSlopes.fill(0)
    for (let one = 0; one < BATCH; one += 1) {
      drawn[one] = chance.below(count)
      const own = numbers.subarray(one * row, one * row + width)
      pairs.row(drawn[one] ?? 0, own)
      standardise(own, mean, inverse)
    }
    kernel.product(numbers, first, sums, BATCH, hidden, row)
    for (let one = 0; one < BATCH; one += 1) {
      const from = one * hidden
      let logit = rest[last] ?? 0
      for (let unit = 0; unit < hidden; unit += 1) {
        const sum = (sums[from + unit] ?? 0) + (rest[unit] ?? 0)
        const share = 1 / (1 + exp(-1.702 * sum))
        sums[from + unit] = sum * share
        back[from + unit] = share + 1.702 * sum * share * (1 - share)
        logit += sum * share * (rest[hidden + unit] ?? 0)
      }
      const pair = drawn[one] ?? 0
      const miss = ((1 / (1 + exp(-logit)) - (pairs.right[pair] ?? 0)) * (pairs.counts[pair] ?? 0)) / BATCH
      restSlopes[last] = (restSlopes[last] ?? 0) + miss
      for (let unit = 0; unit < hidden; unit += 1) {
        restSlopes[hidden + unit] = (restSlopes[hidden + unit] ?? 0) + miss * (sums[from + unit] ?? 0)
        const slope = miss * (rest[hidden + unit] ?? 0) * (back[from + unit] ?? 0)
        back[from + unit] = slope
        restSlopes[unit] = (restSlopes[unit] ?? 0) + slope
      }
    }
    kernel.gather(back, numbers, firstSlopes, BATCH, hidden, row)
    learners[0]?.step(firstSlopes)
    learners[1]?.step(restSlopes)
  }
  return {
    width,
    hidden,
    mean,
    inverse,
    weights: Float32Array.from(
      { length: hidden * width },
      (_, at) => first[Math.floor(at / width) * row + (at % width)] ?? 0,
    ),
    bias: rest.slice(0, hidden),
    out: rest.slice(hidden, last),
    outBias: rest[last] ?? 0,
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
