import type { MetricRecord } from '../../metrics/metric.ts'
import type { RecordingFormat } from '../../recordings/model/recording-format.ts'
import type { Rule } from '../../verdicts/rules/rule.ts'
import type { AgentKinds } from '../agents/kinds.ts'

/**
 * What the plugins of one project add to what SAGE has. Read once, when a command or a run begins, and handed on from there: two runs
 * in one process do not see each other's.
 */
export type Extensions = {
  readonly rules: readonly Rule[]
  /** those of the rules among them */
  readonly metrics: readonly MetricRecord[]
  readonly kinds: AgentKinds
  readonly formats: readonly RecordingFormat[]
  /** file, as sage.yaml names it, with the hash of its text: what a run is stored and compared with */
  readonly plugins: Readonly<Record<string, string>>
}

export const NO_EXTENSIONS: Extensions = { rules: [], metrics: [], kinds: [], formats: [], plugins: {} }
