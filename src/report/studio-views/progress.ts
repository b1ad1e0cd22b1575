import type { RunId } from '../../base/values/ids.ts'
/** How far a run is, as its page shows it while it runs. */
export type ProgressView = {
  readonly run: RunId
  readonly started_at: string
  readonly finished_at: string | null
  /** somebody is writing it now, or was a moment ago */
  readonly live: boolean
  readonly stored: number
  /** how many of them the server has read so far */
  readonly read: number
  /** how many there will be; null: not known any more, its packs are gone */
  readonly planned: number | null
  readonly judged: number
  readonly voided: number
  readonly faulted: number
  /** over the last seconds somebody looked; null: nothing new came */
  readonly per_second: number | null
  /** money models cost so far; null: no priced model was called */
  readonly usd: number | null
  /** false: the server has not read all of the run yet */
  readonly complete: boolean
}
