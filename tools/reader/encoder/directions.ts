import { assert } from '../../../src/base/assert.ts'

/** How many numbers a state has. */
export const WIDTH = 384

/** Rows of states, prepared once to be compared with many others: each as int8, its scale such that its length is 1. */
export type Directions = {
  readonly count: number
  /** Of as many rows as are a multiple of four; what was added is 0. */
  readonly values: Int8Array
  readonly scales: Float32Array
}

/** The rows of several wordings, one after another, a multiple of four each. */
export type Wordings = {
  readonly count: number
  readonly rows: Directions
  readonly lengths: Int32Array
  /** What each row counts for, 1 for a wording in all. */
  readonly weights: Float32Array
}

const VALUE_MAX = 127

const upToFour = (count: number): number => Math.ceil(count / 4) * 4

export function directionsOf(states: Float32Array): Directions {
  const count = states.length / WIDTH
  assert(Number.isInteger(count), 'states come in whole rows')
  const values = new Int8Array(upToFour(count) * WIDTH)
  const scales = new Float32Array(upToFour(count))
  for (let row = 0; row < count; row += 1) {
    const numbers = states.subarray(row * WIDTH, (row + 1) * WIDTH)
    const length = lengthOf(numbers)
    const greatest = numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    if (greatest === 0) continue
    scales[row] = greatest / VALUE_MAX / length
    for (let at = 0; at < WIDTH; at += 1)
      values[row * WIDTH + at] = Math.round(((numbers[at] ?? 0) * VALUE_MAX) / greatest)
  }
  return { count, values, scales }
}

/** Wordings by their states and by what each row counts for, 0 or more. */
export function wordingsOf(
  texts: readonly { readonly states: Float32Array; readonly weights: readonly number[] }[],
): Wordings {
  const lengths = Int32Array.from(texts, ({ weights }) => upToFour(weights.length))
  const rows = lengths.reduce((sum, length) => sum + length, 0)
  const states = new Float32Array(rows * WIDTH)
  const counts = new Float32Array(rows)
  let from = 0
  for (const [at, text] of texts.entries()) {
    assert(
      text.weights.length > 0 && text.states.length === text.weights.length * WIDTH,
      'a weight for each row',
    )
    const total = text.weights.reduce((sum, weight) => sum + weight, 0)
    counts.set(
      text.weights.map((weight) => (total > 0 ? weight / total : 0)),
      from,
    )
    states.set(text.states, from * WIDTH)
    const to = from + (lengths[at] ?? 0)
    // Filled up with its first row, which counts for nothing: a row of zeros would be nearest to what points the other way.
    for (let row = from + text.weights.length; row < to; row += 1)
      states.copyWithin(row * WIDTH, from * WIDTH, (from + 1) * WIDTH)
    from = to
  }
  return { count: texts.length, rows: directionsOf(states), lengths, weights: counts }
}

/** The mean of rows of states, of length 1. */
export function directionOf(states: Float32Array): Float32Array {
  const sum = new Float64Array(WIDTH)
  for (let at = 0; at < states.length; at += 1) sum[at % WIDTH] = (sum[at % WIDTH] ?? 0) + (states[at] ?? 0)
  const length = lengthOf(sum)
  return Float32Array.from(sum, (value) => (length > 0 ? value / length : 0))
}

/** In a fixed order, as every sum here: the same bytes everywhere. */
export function lengthOf(numbers: Float32Array | Float64Array): number {
  let sum = 0
  for (const value of numbers) sum += value * value
  return Math.sqrt(sum)
}
