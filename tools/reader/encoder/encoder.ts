import { assert } from '../../../src/base/assert.ts'
import { type Directions, directionOf, lengthOf, WIDTH, type Wordings } from './directions.ts'
import { openKernel } from './kernel.ts'
import { wordPieces } from './wordpiece.ts'

/** A text by the frozen sentence encoder: a state of 384 numbers for each of its pieces, the marks of begin and end among them. */
export type Encoded = {
  /** Numbers of the vocabulary. */
  readonly pieces: readonly number[]
  /** [pieces][384], of the last layer and of the fourth of six. */
  readonly last: Float32Array
  readonly fourth: Float32Array
  /** The mean of the last layer's states, of length 1. */
  readonly mean: Float32Array
}

/** For each wording the mean of the greatest cosines: of its rows (weighted) with the text's, and of the text's rows with its own. */
export type Meetings = { readonly there: Float32Array; readonly back: Float32Array }

/** Synchronous, and exact: a text gives the same bytes on every machine, alone or among others. */
export type Encoder = {
  /** What of a text is seen: its first 126 pieces of words, between the marks. */
  readonly piecesOf: (text: string) => readonly number[]
  readonly encode: (texts: readonly string[]) => readonly Encoded[]
  /** The cosine of each row of states with each direction: [rows][against.count]. */
  readonly cosines: (states: Float32Array, against: Directions) => Float32Array
  /** Piece by piece (at most 128 rows of states): how much of each wording is in the text, and how much of the text is in each wording. */
  readonly meet: (states: Float32Array, wordings: Wordings) => Meetings
}

const MAGIC = 0x31474153
const HEAD_BYTES = 32
/** Rows that go through the layers together. More do not fit beside each other where the processor is quick. */
const ROWS = 128
const FOURTH = 3
/** Bytes of directions that stay in the kernel's memory: those of a few desks. */
const KEPT = 16_000_000
/** The greatest whole number of an activation: sums of 384 products with an int8, or of 1,536, stay within 31 bits. */
const FINE = 32_767
const COARSE = 8_191
/** Columns of cosines that are worked out together. */
const COLUMNS = 1_024

/** From the bytes of encoder/minilm-l6-int8.bin (encoder/make.py says what is in it) and of encoder/kernel.wasm. */
export function createEncoder(weights: Uint8Array, wasm: Uint8Array): Encoder {
  const head = new Int32Array(Uint8Array.from(weights.subarray(0, HEAD_BYTES)).buffer)
  const [magic, words = 0, layerCount = 0, positions = 0, numberCount = 0, vocabularySize = 0] = head
  assert(magic === MAGIC && positions >= ROWS, 'these are weights of the encoder')
  const kernel = openKernel(wasm, KEPT)

  // The whole file lies in the kernel's memory as it is, and after it what ROWS rows need, and one that stands beside an odd last one.
  const file = kernel.take(weights.length)
  const rowsOf = (bytes: number): number => kernel.take((ROWS + 1) * bytes)
  const states = rowsOf(WIDTH * 4)
  const added = rowsOf(WIDTH * 4)
  const context = rowsOf(WIDTH * 4)
  const wide = rowsOf(WIDTH * 4 * 4)
  const rounded = rowsOf(WIDTH * 4 * 2)
  const scales = rowsOf(4)
  const chances = kernel.take((ROWS + 3) * 4)
  const panel = kernel.take(WIDTH * 4 * 4 * 2)
  kernel.bytes(file, weights.length).set(weights)

  let nextNumber = file + HEAD_BYTES
  let nextWeight = nextNumber + numberCount * 4
  const numbers = (count: number): number => {
    nextNumber += count * 4
    return nextNumber - count * 4
  }
  const rows = (count: number, width: number): number => {
    nextWeight += count * width
    return nextWeight - count * width
  }
  const linear = (columns: number, width: number) => ({
    columns,
    width,
    at: rows(columns, width),
    scales: numbers(columns),
    bias: numbers(columns),
  })
  const norm = () => ({ gain: numbers(WIDTH), shift: numbers(WIDTH) })
  const wordRows = rows(words, WIDTH)
  const wordScales = numbers(words)
  const positionRows = numbers(positions * WIDTH)
  const first = norm()
  const layers = Array.from({ length: layerCount }, () => ({
    attention: linear(3 * WIDTH, WIDTH),
    output: linear(WIDTH, WIDTH),
    up: linear(4 * WIDTH, WIDTH),
    down: linear(WIDTH, 4 * WIDTH),
    attended: norm(),
    done: norm(),
  }))
  const vocabulary = new TextDecoder().decode(weights.subarray(weights.length - vocabularySize))
  const piecesOf = wordPieces(vocabulary.trimEnd().split('\n'), ROWS)

  const multiply = (from: number, by: ReturnType<typeof linear>, to: number, count: number): void => {
    kernel.quantise(from, rounded, scales, count, by.width, by.width > WIDTH ? COARSE : FINE)
    kernel.product(rounded, scales, by.at, by.scales, by.bias, to, count, by.columns, by.width, panel)
  }
  const addAndNorm = ({ gain, shift }: ReturnType<typeof norm>, count: number): void =>
    kernel.addAndNorm(states, added, gain, shift, count)

  const embed = (texts: readonly (readonly number[])[], count: number): void => {
    const [word, at] = [kernel.numbers(states, count * WIDTH), kernel.numbers(added, count * WIDTH)]
    const places = kernel.numbers(positionRows, positions * WIDTH)
    const values = kernel.bytes(wordRows, words * WIDTH)
    const scale = kernel.numbers(wordScales, words)
    let to = 0
    for (const pieces of texts) {
      at.set(places.subarray(0, pieces.length * WIDTH), to)
      for (const piece of pieces)
        for (let from = piece * WIDTH; from < (piece + 1) * WIDTH; from += 1, to += 1)
          word[to] = (values[from] ?? 0) * (scale[piece] ?? 0)
    }
  }

  /** Texts of at most ROWS pieces in all. */
  const encodeTogether = (texts: readonly (readonly number[])[]): readonly Encoded[] => {
    const count = texts.reduce((sum, pieces) => sum + pieces.length, 0)
    embed(texts, count)
    addAndNorm(first, count)
    let fourth = new Float32Array()
    for (const [index, { attention, output, up, down, attended, done }] of layers.entries()) {
      multiply(states, attention, wide, count)
      let row = 0
      for (const { length } of texts) {
        kernel.attend(wide + row * WIDTH * 12, length, context + row * WIDTH * 4, chances)
        row += length
      }
      multiply(context, output, added, count)
      addAndNorm(attended, count)
      multiply(states, up, wide, count)
      kernel.gelu(wide, count * WIDTH * 4)
      multiply(wide, down, added, count)
      addAndNorm(done, count)
      if (index === FOURTH) fourth = kernel.numbers(states, count * WIDTH).slice()
    }
    let row = 0
    return texts.map((pieces) => {
      const from = row * WIDTH
      row += pieces.length
      const last = kernel.numbers(states, count * WIDTH).slice(from, row * WIDTH)
      return { pieces, last, fourth: fourth.slice(from, row * WIDTH), mean: directionOf(last) }
    })
  }

  /** Rows of states as the kernel multiplies them, their length taken out. */
  const turn = (given: Float32Array, count: number): void => {
    kernel.numbers(states, given.length).set(given)
    kernel.quantise(states, rounded, scales, count, WIDTH, FINE)
    const scale = kernel.numbers(scales, count)
    for (let row = 0; row < count; row += 1) {
      const length = lengthOf(given.subarray(row * WIDTH, (row + 1) * WIDTH))
      scale[row] = length > 0 ? (scale[row] ?? 0) / length : 0
    }
  }

  return {
    piecesOf,
    encode: (texts) => {
      const encoded: Encoded[] = []
      let together: (readonly number[])[] = []
      let count = 0
      for (const text of texts) {
        const pieces = piecesOf(text)
        if (count + pieces.length > ROWS) {
          encoded.push(...encodeTogether(together))
          together = []
          count = 0
        }
        together.push(pieces)
        count += pieces.length
      }
      return [...encoded, ...encodeTogether(together)]
    },
    cosines: (given, { count, values, scales: columnScales }) => {
      const found = new Float32Array((given.length / WIDTH) * count)
      const [at = 0, by = 0] = kernel.place([values, columnScales])
      for (let from = 0; from < given.length; from += ROWS * WIDTH) {
        const part = given.subarray(from, from + ROWS * WIDTH)
        const partRows = part.length / WIDTH
        turn(part, partRows)
        for (let column = 0; column < count; column += COLUMNS) {
          const columns = Math.min(COLUMNS, columnScales.length - column)
          kernel.product(
            rounded,
            scales,
            at + column * WIDTH,
            by + column * 4,
            0,
            wide,
            partRows,
            columns,
            WIDTH,
            panel,
          )
          const wanted = Math.min(columns, count - column)
          for (let row = 0; row < partRows; row += 1)
            found.set(kernel.numbers(wide + row * columns * 4, wanted), (from / WIDTH + row) * count + column)
        }
      }
      return found
    },
    meet: (given, { count, rows: { values, scales: rowScales }, lengths, weights: counts }) => {
      const rowCount = given.length / WIDTH
      assert(
        rowCount > 0 && rowCount <= ROWS && count <= ROWS * WIDTH,
        'a text of 1 to 128 rows, and no heap of wordings',
      )
      const [at = 0, by = 0, sizes = 0, weightsAt = 0] = kernel.place([values, rowScales, lengths, counts])
      turn(given, rowCount)
      kernel.meet(rounded, scales, rowCount, at, by, sizes, weightsAt, count, context, added, wide, panel)
      return { there: kernel.numbers(context, count).slice(), back: kernel.numbers(added, count).slice() }
    },
  }
}
