/**
 * Hits of many rates in each repetition of the suite. Most rates are never hit, so a rate has a column once it is: a table of
 * all of them would be the largest part of what a run of 1,000 repetitions keeps in memory.
 */
export type RunSums = { readonly repeats: number; readonly columns: readonly (Uint32Array | undefined)[] }

export class OpenRunSums implements RunSums {
  repeats = 0
  /** by place of the rate; a column may be shorter or longer than there are repetitions */
  readonly columns: (Uint32Array | undefined)[]

  constructor(rates: number) {
    this.columns = new Array<Uint32Array | undefined>(rates).fill(undefined)
  }

  /** A repetition that took part counts, also where nothing is ever added to it. */
  open(repeat: number): void {
    if (repeat >= this.repeats) this.repeats = repeat + 1
  }

  add(repeat: number, rate: number, hits: number): void {
    if (hits === 0) return
    this.open(repeat)
    let column = this.columns[rate]
    if (column === undefined || column.length <= repeat) {
      column = grown(column, this.repeats)
      this.columns[rate] = column
    }
    column[repeat] = (column[repeat] ?? 0) + hits
  }
}

function grown(column: Uint32Array | undefined, repeats: number): Uint32Array {
  const made = new Uint32Array(Math.ceil(repeats * 1.25))
  if (column !== undefined) made.set(column)
  return made
}

/** Of one rate: its hits in each repetition. */
export function hitsOf(runs: RunSums | undefined, rate: number): number[] {
  if (runs === undefined) return []
  const hits = Array.from(runs.columns[rate]?.subarray(0, runs.repeats) ?? [])
  while (hits.length < runs.repeats) hits.push(0)
  return hits
}
