/** Rows of numbers by the number of their unit, in memory that several threads see. */
export type Table<Numbers extends Float32Array | Int32Array = Float32Array> = {
  readonly numbers: Numbers
  readonly starts: Uint32Array
}

export function startsOf(lengths: readonly number[]): Uint32Array {
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (lengths.length + 1)))
  for (const [at, length] of lengths.entries()) starts[at + 1] = (starts[at] ?? 0) + length
  return starts
}

export function tableOf(lengths: readonly number[]): Table {
  const starts = startsOf(lengths)
  return { starts, numbers: new Float32Array(new SharedArrayBuffer(4 * (starts[lengths.length] ?? 0))) }
}

export function wholeTableOf(lengths: readonly number[]): Table<Int32Array> {
  const starts = startsOf(lengths)
  return { starts, numbers: new Int32Array(new SharedArrayBuffer(4 * (starts[lengths.length] ?? 0))) }
}

export const rowAt = ({ numbers, starts }: Table, row: number): Float32Array =>
  numbers.subarray(starts[row], starts[row + 1])
export const wholeRowAt = ({ numbers, starts }: Table<Int32Array>, row: number): Int32Array =>
  numbers.subarray(starts[row], starts[row + 1])
