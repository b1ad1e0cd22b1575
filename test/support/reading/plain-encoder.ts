import { WIDTH } from '../../../tools/reader/encoder/directions.ts'

const HEAD_WIDTH = 32
const LANES = 4
const f = Math.fround

/**
 * The encoder once more, in plain numbers and as slow as they are: what encoder/kernel.ts must give to the last bit, on any processor.
 * Its own reading of the file, its own order of the same sums.
 */
export function encodePlainly(file: Uint8Array, pieces: readonly number[]): readonly Float32Array[] {
  const [, words = 0, layerCount = 0, positions = 0, numberCount = 0] = new Int32Array(
    Uint8Array.from(file.subarray(0, 32)).buffer,
  )
  const numbers = new Float32Array(Uint8Array.from(file.subarray(32, 32 + numberCount * 4)).buffer)
  const values = new Int8Array(file.buffer, file.byteOffset + 32 + numberCount * 4)
  let number = 0
  let value = 0
  const take = (count: number): Float32Array => {
    number += count
    return numbers.subarray(number - count, number)
  }
  const takeRows = (count: number, width: number): Int8Array => {
    value += count * width
    return values.subarray(value - count * width, value)
  }
  const linear = (columns: number, width: number) => {
    const weights = takeRows(columns, width)
    const [scales, bias] = [take(columns), take(columns)]
    return (x: Float32Array): Float32Array => product(x, weights, scales, bias, width)
  }
  const norm = () => {
    const [gain, shift] = [take(WIDTH), take(WIDTH)]
    return (x: Float32Array, y: Float32Array): Float32Array => addAndNorm(x, y, gain, shift)
  }
  const wordValues = takeRows(words, WIDTH)
  const wordScales = take(words)
  const places = take(positions * WIDTH)
  const embedded = Float32Array.from(
    pieces.flatMap((piece) =>
      Array.from(
        wordValues.subarray(piece * WIDTH, (piece + 1) * WIDTH),
        (one) => one * (wordScales[piece] ?? 0),
      ),
    ),
  )
  let x = norm()(embedded, places.subarray(0, embedded.length))
  return Array.from({ length: layerCount }, () => {
    const [qkv, output, up, down] = [
      linear(3 * WIDTH, WIDTH),
      linear(WIDTH, WIDTH),
      linear(4 * WIDTH, WIDTH),
      linear(WIDTH, 4 * WIDTH),
    ]
    const [attended, done] = [norm(), norm()]
    x = attended(x, output(attend(qkv(x), pieces.length)))
    x = done(x, down(up(x).map(gelu)))
    return x
  })
}

function product(
  x: Float32Array,
  weights: Int8Array,
  scales: Float32Array,
  bias: Float32Array,
  width: number,
): Float32Array {
  const most = width > WIDTH ? 8_191 : 32_767
  const out = new Float32Array((x.length / width) * scales.length)
  for (let row = 0; row < x.length / width; row += 1) {
    const given = x.subarray(row * width, (row + 1) * width)
    const top = given.reduce((found, one) => Math.max(found, Math.abs(one)), f(1e-20))
    const whole = given.map((one) => f(f(f(most / top) * one) + 12_582_912) - 12_582_912)
    for (let column = 0; column < scales.length; column += 1) {
      let sum = 0
      for (let at = 0; at < width; at += 1) sum += (whole[at] ?? 0) * (weights[column * width + at] ?? 0)
      const scaled = f(f(f(sum) * f(top / most)) * (scales[column] ?? 0))
      out[row * scales.length + column] = scaled + (bias[column] ?? 0)
    }
  }
  return out
}

/** Sums of each fourth number, then first and second, third and fourth. */
function sumInLanes(count: number, at: (index: number) => number): readonly number[] {
  const lanes = new Float32Array(LANES)
  for (let index = 0; index < count; index += 1)
    lanes[index % LANES] = (lanes[index % LANES] ?? 0) + f(at(index))
  return [...lanes]
}
const neighbours = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number => f(f(a + b) + f(c + d))

function addAndNorm(x: Float32Array, y: Float32Array, gain: Float32Array, shift: Float32Array): Float32Array {
  const out = x.map((one, at) => one + (y[at] ?? 0))
  for (let from = 0; from < out.length; from += WIDTH) {
    const row = out.subarray(from, from + WIDTH)
    const mean = f(neighbours(sumInLanes(WIDTH, (at) => row[at] ?? 0)) / WIDTH)
    const squares = neighbours(sumInLanes(WIDTH, (at) => f((row[at] ?? 0) - mean) ** 2))
    const by = f(1 / f(Math.sqrt(f(f(squares / WIDTH) + f(1e-12)))))
    for (const [at, one] of row.entries())
      row[at] = f(f(f(one - mean) * by) * (gain[at] ?? 0)) + (shift[at] ?? 0)
  }
  return out
}

const inPowers = (factors: readonly number[], x: number): number =>
  factors.reduce((sum, factor) => f(f(sum * x) + f(factor)))

const PHI = [
  -8.45964909235164e-10, 7.570285021074596e-8, -2.9386426376731833e-6, 6.552467675646767e-5,
  -0.0009404275915585458, 0.009257734753191471, -0.06545331329107285, 0.39841991662979126,
].map(f)
function gelu(x: number): number {
  const z = Math.max(-4.25, Math.min(4.25, x))
  return x * f(f(z * inPowers(PHI, f(z * z))) + 0.5)
}

const EXP = [
  0.000198756915, 0.0013981999507, 0.0083334519073, 0.041665795894, 0.16666665459, 0.50000001201,
].map(f)
function exp(given: number): number {
  const x = Math.max(-87, Math.min(87, given))
  const n = f(f(f(x * f(Math.LOG2E)) + 12_582_912) - 12_582_912)
  const r = f(f(x - f(n * f(0.693359375))) + f(n * f(0.00021219444)))
  return f(f(f(f(f(inPowers(EXP, r) * r) * r) + r) + 1) * 2 ** n)
}

function attend(qkv: Float32Array, count: number): Float32Array {
  const out = new Float32Array(count * WIDTH)
  const at = (row: number, part: number, column: number): number =>
    qkv[(row * 3 + part) * WIDTH + column] ?? 0
  for (let head = 0; head < WIDTH; head += HEAD_WIDTH)
    for (let row = 0; row < count; row += 1) {
      const scores = Array.from({ length: count }, (_, other) => {
        const [a = 0, b = 0, c = 0, d = 0] = sumInLanes(
          HEAD_WIDTH,
          (column) => at(row, 0, head + column) * at(other, 1, head + column),
        )
        return f(f(f(a + c) + f(b + d)) * f(0.17677669529663687))
      })
      const chances = scores.map((score) => exp(f(score - Math.max(...scores))))
      const by = f(1 / neighbours(sumInLanes(count, (other) => chances[other] ?? 0)))
      for (let column = head; column < head + HEAD_WIDTH; column += 1) {
        const sum = chances.reduce((found, chance, other) => f(found + f(chance * at(other, 2, column))), 0)
        out[row * WIDTH + column] = sum * by
      }
    }
  return out
}
