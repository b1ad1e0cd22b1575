import type { Cluster } from '../base/rate.ts'

/** Hits over trials of weighted cases; undefined where nothing was counted. */
export function ratio(clusters: readonly Cluster[], times: (index: number) => number): number | undefined {
  let hits = 0
  let of = 0
  clusters.forEach((cluster, index) => {
    hits += times(index) * cluster.hits
    of += times(index) * cluster.of
  })
  return of === 0 ? undefined : hits / of
}
