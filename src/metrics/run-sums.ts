/**
 * Counts of many rates for each repetition of the suite, in one array: an array a repetition, with its own overhead, would
 * cost a run of 1,000 repetitions several times the memory.
 */
export type RunSums = { readonly rates: number; readonly repeats: number; readonly sums: Uint32Array }

export class OpenRunSums implements RunSums {
  readonly rates: number
  repeats = 0
  sums: Uint32Array

  constructor(rates: number) {
    this.rates = rates
    this.sums = new Uint32Array(rates)
  }

  /** A repetition that took part has a sum, also where nothing is ever added to it. */
  open(repeat: number): void {
    if (repeat < this.repeats) return
    this.repeats = repeat + 1
    if (this.repeats * this.rates <= this.sums.length) return
    const grown = new Uint32Array(Math.ceil(this.repeats * 1.25) * this.rates)
    grown.set(this.sums)
    this.sums = grown
  }

  add(repeat: number, rate: number, hits: number): void {
    const at = repeat * this.rates + rate
    this.sums[at] = (this.sums[at] ?? 0) + hits
  }
}

/** Of one rate: its hits in each repetition. */
export const hitsOf = (runs: RunSums | undefined, rate: number): readonly number[] =>
  runs === undefined
    ? []
    : Array.from({ length: runs.repeats }, (_, repeat) => runs.sums[repeat * runs.rates + rate] ?? 0)
