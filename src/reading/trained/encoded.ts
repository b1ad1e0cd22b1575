/** What the frozen encoder says of one text: small whole numbers, so that every likeness is an exact sum. */
export type Encoded = {
  /** pieces of words, the marks of start and end among them */
  readonly pieces: Int32Array
  /** a row of WIDTH numbers for each piece: the last layer, and the fourth of six */
  readonly last: Int8Array
  readonly fourth: Int8Array
  /** a row's greatest number stands for so much */
  readonly lastScales: Float32Array
  readonly mean: Int8Array
}
export const WIDTH = 384

export type Encoder = {
  readonly encode: (texts: readonly string[]) => readonly Encoded[]
  /** every row of `a` times every row of `b`: exact whole numbers, row by row of `a` */
  readonly products: (a: Int8Array, b: Int8Array) => Float32Array
}

/** Rows of numbers as small whole ones, each row by its own greatest. */
export function smallRows(
  states: Float32Array,
  width = WIDTH,
): { readonly rows: Int8Array; readonly scales: Float32Array } {
  const rows = new Int8Array(states.length)
  const scales = new Float32Array(states.length / width)
  for (let row = 0; row < scales.length; row += 1) {
    let most = 1e-12
    for (let at = row * width; at < (row + 1) * width; at += 1) most = Math.max(most, Math.abs(states[at] ?? 0))
    scales[row] = most / 127
    for (let at = row * width; at < (row + 1) * width; at += 1)
      rows[at] = Math.round(((states[at] ?? 0) * 127) / most)
  }
  return { rows, scales }
}

/** One over the length of each row. */
export function inverseLengths(rows: Int8Array, width = WIDTH): Float64Array {
  const lengths = new Float64Array(rows.length / width)
  for (let row = 0; row < lengths.length; row += 1) {
    let squares = 0
    for (let at = row * width; at < (row + 1) * width; at += 1) squares += (rows[at] ?? 0) * (rows[at] ?? 0)
    lengths[row] = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  }
  return lengths
}
