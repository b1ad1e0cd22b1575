/**
 * Sums of many numbers for each repetition of the suite, in one array. An array a repetition would cost a run of 1,000
 * repetitions ten times the memory of its numbers.
 */
export type RunSums = { readonly metrics: number; readonly repeats: number; readonly sums: Float64Array }

export class OpenRunSums implements RunSums {
  readonly metrics: number
  repeats = 0
  sums: Float64Array

  constructor(metrics: number) {
    this.metrics = metrics
    this.sums = new Float64Array(metrics)
  }

  /** A repetition that took part has a sum, also where nothing is ever added to it. */
  open(repeat: number): void {
    if (repeat < this.repeats) return
    this.repeats = repeat + 1
    if (this.repeats * this.metrics <= this.sums.length) return
    const grown = new Float64Array(Math.max(this.repeats, Math.ceil(this.repeats * 1.5)) * this.metrics)
    grown.set(this.sums)
    this.sums = grown
  }

  add(repeat: number, metric: number, hits: number): void {
    const at = repeat * this.metrics + metric
    this.sums[at] = (this.sums[at] ?? 0) + hits
  }
}

/** Of one number: its sum in each repetition. */
export const hitsOf = (runs: RunSums | undefined, metric: number): readonly number[] =>
  runs === undefined
    ? []
    : Array.from({ length: runs.repeats }, (_, repeat) => runs.sums[repeat * runs.metrics + metric] ?? 0)
