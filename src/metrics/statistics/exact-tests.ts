/** Small exact tests, tested against published digits and against enumeration. */

/** ln n!, by summation with a cache: exact to the last digits for the sizes of benchmarks. */
const LOG_FACTORIAL: number[] = [0]
function logFactorial(n: number): number {
  for (let i = LOG_FACTORIAL.length; i <= n; i += 1)
    LOG_FACTORIAL.push((LOG_FACTORIAL[i - 1] ?? 0) + Math.log(i))
  return LOG_FACTORIAL[n] ?? 0
}
const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

/** McNemar, exact: of the pairs that differ, is one direction more frequent than a fair coin makes it? */
export function mcNemarExact(onlyA: number, onlyB: number): number {
  const differ = onlyA + onlyB
  if (differ === 0) return 1
  let tail = 0
  for (let k = 0; k <= Math.min(onlyA, onlyB); k += 1)
    tail += Math.exp(logChoose(differ, k) - differ * Math.LN2)
  return Math.min(1, 2 * tail)
}

/** Holm's step-down correction: p-values of many metrics, each as honest as if it had been asked alone. */
export function holm(ps: readonly number[]): readonly number[] {
  const order = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p)
  const corrected = new Array<number>(ps.length).fill(1)
  let highest = 0
  order.forEach(({ p, index }, rank) => {
    highest = Math.max(highest, Math.min(1, p * (ps.length - rank)))
    corrected[index] = highest
  })
  return corrected
}
