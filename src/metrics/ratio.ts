import type { Cluster } from '../base/rate.ts'

/** Hits over trials of weighted cases; undefined where nothing was counted. */
export function ratio(clusters: readonly Cluster[], times: (index: number) => number): number | undefined {
  let hits = 0
  let of = 0
  for (let index = 0; index < clusters.length; index += 1) {
    const weight = times(index)
    const cluster = clusters[index]
    if (weight === 0 || cluster === undefined) continue
    hits += weight * cluster.hits
    of += weight * cluster.of
  }
  return of === 0 ? undefined : hits / of
}

/** The first share less the second. */
export const difference = ([first, second]: readonly (number | undefined)[]): number | undefined =>
  first === undefined || second === undefined ? undefined : first - second
