/** Steps of AdamW over one list of numbers. Its rate rises over the first tenth of the steps and falls to nought. */
export type Learner = { readonly step: (slopes: Float32Array | Float64Array) => void }

export function adam(
  weights: Float32Array,
  { rate, decay, steps }: { readonly rate: number; readonly decay: number; readonly steps: number },
): Learner {
  const first = new Float64Array(weights.length)
  const second = new Float64Array(weights.length)
  let [done, firstLeft, secondLeft] = [0, 1, 1]
  return {
    step: (slopes) => {
      done += 1
      firstLeft *= 0.9
      secondLeft *= 0.999
      const now = rate * Math.min(1, done / (0.1 * steps)) * Math.max(0, 1 - (done - 1) / steps)
      for (let at = 0; at < weights.length; at += 1) {
        const slope = slopes[at] ?? 0
        first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope
        second[at] = 0.999 * (second[at] ?? 0) + 0.001 * slope * slope
        const move =
          (first[at] ?? 0) / (1 - firstLeft) / (Math.sqrt((second[at] ?? 0) / (1 - secondLeft)) + 1e-8)
        weights[at] = (weights[at] ?? 0) * (1 - now * decay) - now * move
      }
    },
  }
}
