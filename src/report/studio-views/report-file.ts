import type { RunId } from '../../base/values/ids.ts'
import type { Report } from '../result/report.ts'
import type { AuditView } from './audit-view.ts'
import type { Heat } from './heat.ts'
import type { League } from './leagues.ts'
import type { Noise } from './noise.ts'
import type { CoverageView, PackView } from './pack-view.ts'
import type { ProgressView } from './progress.ts'
import type { RunRow } from './run-row.ts'
import type { TrialRow } from './trial-row.ts'
import type { TrialView } from './trial-view.ts'

/**
 * Everything a report file holds: the answers to all its pages can ask, worked out when it was written. It opens from
 * disk, years later, with nobody to ask.
 */
export type ReportFile = {
  readonly version: string
  readonly redacted: boolean
  readonly runs: readonly RunRow[]
  readonly leagues: readonly League[]
  readonly held: readonly RunHeld[]
  readonly noise: readonly Noise[]
  readonly packs: readonly PackHeld[]
  /** conversations that can be opened: those that failed, worst first */
  readonly trials: readonly TrialView[]
}

/** What the file knows of one pack. */
export type PackHeld = {
  readonly view: PackView
  readonly coverage: CoverageView
  readonly audit: AuditView | null
}

/** What the file knows of one run. */
export type RunHeld = {
  readonly run: RunId
  readonly progress: ProgressView
  readonly report: Report
  readonly rows: readonly TrialRow[]
  readonly heat: readonly Heat[]
  /** failing conversations, and how many of them are in the file */
  readonly failing: number
  readonly inside: number
}
