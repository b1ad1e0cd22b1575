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
