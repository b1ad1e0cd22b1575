const FINENESS = 2 ** 36

/** On a grid (of sums up to 100,000) on which sums are exact: the same trials give the same numbers to the last digit, in any order. */
export const summable = (value: number): number => Math.round(value * FINENESS) / FINENESS
