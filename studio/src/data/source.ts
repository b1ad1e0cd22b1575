import type { Compared } from '../../../src/report/result/compared.ts'
import type { Report } from '../../../src/report/result/report.ts'
import type { AuditView } from '../../../src/report/studio-views/audit-view.ts'
import type { Heat } from '../../../src/report/studio-views/heat.ts'
import type { League } from '../../../src/report/studio-views/leagues.ts'
import type { MatrixFilter, MatrixPage } from '../../../src/report/studio-views/matrix.ts'
import type { Noise } from '../../../src/report/studio-views/noise.ts'
import type { PackLine } from '../../../src/report/studio-views/pack-line.ts'
import type { CoverageView, PackView } from '../../../src/report/studio-views/pack-view.ts'
import type { ProgressView } from '../../../src/report/studio-views/progress.ts'
import type { ReviewTask } from '../../../src/report/studio-views/review.ts'
import type { RunRow } from '../../../src/report/studio-views/run-row.ts'
import type { TrialView } from '../../../src/report/studio-views/trial-view.ts'

/**
 * Where documents come from: the server of `sage open`, or what was put into a report file. The pages know this type
 * only, so that one page serves both.
 */
export type Source = {
  readonly about: () => Promise<About>
  readonly runs: () => Promise<readonly RunRow[]>
  readonly leagues: () => Promise<readonly League[]>
  readonly progress: (run: string) => Promise<ProgressView>
  readonly report: (run: string) => Promise<Report>
  readonly matrix: (ask: MatrixAsk) => Promise<MatrixPage>
  readonly noise: (runs: readonly string[], metric: string) => Promise<Noise>
  readonly trial: (trial: string) => Promise<TrialView>
  readonly packs: () => Promise<readonly PackLine[]>
  readonly pack: (pack: string) => Promise<PackView>
  readonly heat: (ask: {
    readonly pack: string
    readonly run: string
    readonly agent?: string
  }) => Promise<Heat>
  readonly coverage: (pack: string) => Promise<CoverageView>
  /** null: it was never audited */
  readonly audit: (pack: string) => Promise<AuditView | null>
  readonly compare: (ask: CompareAsk) => Promise<Compared>
  readonly review: (run: string, author: string) => Promise<ReviewTask>
  readonly rate: (post: RatingPost) => Promise<void>
  readonly dispute: (post: DisputePost) => Promise<void>
}

export type RatingPost = {
  readonly run: string
  readonly task: string
  readonly author: string
  readonly ratings: readonly { readonly n: number; readonly dimension: string; readonly value: number }[]
}
export type DisputePost = {
  readonly trial: string
  readonly author: string
  readonly rule: string
  readonly n: number
  readonly because: string
}

export type About = {
  readonly version: string
  readonly store: string
  /** a server answers: runs may grow, reviews can be kept */
  readonly live: boolean
  /** nobody's words are in it any more */
  readonly redacted?: boolean
  /** pages may write desks and start runs: `sage open --edit` */
  readonly edit?: boolean
  /** who works here, as git or the system says; no one has verified it */
  readonly author?: string
}
export type MatrixAsk = MatrixFilter & {
  readonly run: string
  readonly offset: number
  readonly limit: number
}
export type CompareAsk = {
  readonly a: string
  readonly b: string
  readonly agentA?: string | undefined
  readonly agentB?: string | undefined
  readonly anyway?: 'yes' | undefined
}

/** What went wrong, in words for a person, as the server said it. */
export class SourceError extends Error {
  readonly code: string
  readonly hint: string
  constructor(code: string, message: string, hint: string) {
    super(message)
    this.name = 'SourceError'
    this.code = code
    this.hint = hint
  }
}
