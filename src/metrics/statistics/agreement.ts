/** How far two or more raters agree beyond chance. */

/** Cohen's kappa of two raters over the same items; undefined where chance alone agrees on everything. */
export function cohenKappa(
  pairs: readonly (readonly [string | number, string | number])[],
): number | undefined {
  const n = pairs.length
  if (n === 0) return undefined
  const observed = pairs.filter(([a, b]) => a === b).length / n
  const share = (value: string | number, side: 0 | 1) =>
    pairs.filter((pair) => pair[side] === value).length / n
  const values = new Set(pairs.flat())
  const expected = [...values].reduce((sum: number, value) => sum + share(value, 0) * share(value, 1), 0)
  return expected === 1 ? undefined : (observed - expected) / (1 - expected)
}

/** Krippendorff's alpha. `units`: the ratings each item got, from however many raters rated it. */
export function krippendorffAlpha(
  units: readonly (readonly number[])[],
  metric: 'nominal' | 'interval',
): number | undefined {
  const pairable = units.filter((ratings) => ratings.length > 1)
  const values = pairable.flat()
  const n = values.length
  if (n < 2) return undefined
  const distance =
    metric === 'nominal'
      ? (a: number, b: number) => (a === b ? 0 : 1)
      : (a: number, b: number) => (a - b) ** 2
  const within =
    pairable.reduce((sum, ratings) => sum + pairSum(ratings, distance) / (ratings.length - 1), 0) / n
  const between = pairSumOf(values, metric) / (n * (n - 1))
  return between === 0 ? undefined : 1 - within / between
}

/** Sum of distances over ordered pairs. */
function pairSum(values: readonly number[], distance: (a: number, b: number) => number): number {
  let sum = 0
  for (const a of values) for (const b of values) sum += distance(a, b)
  return sum
}

/** The same over all values at once, in linear time: a million ratings must not take a trillion steps. */
function pairSumOf(values: readonly number[], metric: 'nominal' | 'interval'): number {
  const n = values.length
  if (metric === 'interval') {
    const sum = values.reduce((total, value) => total + value, 0)
    const squares = values.reduce((total, value) => total + value * value, 0)
    return 2 * (n * squares - sum * sum)
  }
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return n * n - [...counts.values()].reduce((total, count) => total + count * count, 0)
}

/** Mean absolute difference of two raters. */
export function meanAbsoluteDifference(pairs: readonly (readonly [number, number])[]): number | undefined {
  return pairs.length === 0
    ? undefined
    : pairs.reduce((sum, [a, b]) => sum + Math.abs(a - b), 0) / pairs.length
}
