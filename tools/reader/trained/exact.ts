/**
 * Powers and logarithms by + - * / alone. `Math.exp` and `Math.log` may differ in the last bit between engines, and readings are
 * stored, compared and made again on other machines.
 */
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10
const EXPONENT_MAX = 1_000

/** 2^n for n from -1,000 to 1,000: doubling and halving are exact. */
const TWO_TO = ((): Float64Array => {
  const powers = new Float64Array(2 * EXPONENT_MAX + 1)
  powers[EXPONENT_MAX] = 1
  for (let n = 1; n <= EXPONENT_MAX; n += 1) {
    powers[EXPONENT_MAX + n] = 2 * (powers[EXPONENT_MAX + n - 1] ?? 0)
    powers[EXPONENT_MAX - n] = (powers[EXPONENT_MAX - n + 1] ?? 0) / 2
  }
  return powers
})()

export function exp(x: number): number {
  const bounded = Math.max(-690, Math.min(690, x))
  const n = Math.round(bounded / Math.LN2)
  const r = bounded - n * LN2_HIGH - n * LN2_LOW
  let sum = 1
  for (let term = 13; term > 0; term -= 1) sum = 1 + (sum * r) / term
  return sum * (TWO_TO[EXPONENT_MAX + n] ?? 0)
}

/** The logarithm of a number above nought. */
export function log(x: number): number {
  let [m, n] = [x, 0]
  for (; m > Math.SQRT2; n += 1) m /= 2
  for (; m < Math.SQRT1_2; n -= 1) m *= 2
  const s = (m - 1) / (m + 1)
  let sum = 0
  for (let term = 23; term > 0; term -= 2) sum = sum * s * s + 1 / term
  return 2 * s * sum + n * Math.LN2
}

export const chanceOf = (logit: number): number => 1 / (1 + exp(-logit))
