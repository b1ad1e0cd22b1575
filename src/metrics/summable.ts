const FINENESS = 2 ** 36

/** On a grid (of sums up to 100,000) on which sums are exact: the same trials give the same numbers to the last digit, in any order. */
export const summable = (value: number): number => Math.round(value * FINENESS) / FINENESS

/** The largest number up to which all whole numbers are exact. */
const EXACT = 2 ** 53

/** Whether the sum of one number of each place, or of as many from one column, is exact in whatever order they are added. */
export function addsExactly(...columns: readonly (readonly number[] | Float64Array)[]): boolean {
  let [largest, isWhole, isOnGrid] = [0, true, true]
  for (const column of columns)
    for (let at = 0; at < column.length; at += 1) {
      const value = column[at] ?? 0
      largest = Math.max(largest, Math.abs(value) * column.length)
      isWhole &&= Number.isInteger(value)
      isOnGrid &&= isWhole || Number.isInteger(value * FINENESS)
    }
  return isWhole ? largest <= EXACT : isOnGrid && largest * FINENESS <= EXACT
}
