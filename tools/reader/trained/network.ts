import { bend } from './kind-heads.ts'

/** A small network: numbers of a pair in, one logit out. Numbers are first set against what is usual for them. */
export type Network = {
  readonly width: number
  readonly hidden: number
  readonly mean: Float32Array
  readonly inverse: Float32Array
  readonly weights: Float32Array
  readonly bias: Float32Array
  readonly out: Float32Array
  readonly outBias: number
}

export function logitBy(
  { width, hidden, mean, inverse, weights, bias, out, outBias }: Network,
  row: Float32Array,
): number {
  let logit = outBias
  const plain = new Float32Array(width)
  for (let at = 0; at < width; at += 1) {
    const value = ((row[at] ?? 0) - (mean[at] ?? 0)) * (inverse[at] ?? 0)
    plain[at] = Math.max(-5, Math.min(5, value))
  }
  for (let unit = 0; unit < hidden; unit += 1) {
    let sum = bias[unit] ?? 0
    for (let at = 0; at < width; at += 1) sum += (plain[at] ?? 0) * (weights[unit * width + at] ?? 0)
    logit += bend(sum) * (out[unit] ?? 0)
  }
  return logit
}
