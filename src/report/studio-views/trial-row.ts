import type { TrialId } from '../../base/values/ids.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { isPassed, type TrialScore } from '../../verdicts/model/score.ts'

/** One trial as a list or a matrix shows it: whose, of what, what became of it. */
export type TrialRow = Glance & {
  readonly trial: TrialId
  readonly agent: string
  readonly pack: string
  readonly case: string
  readonly intensity: number
  readonly repeat: number
}

/** What became of it. A store keeps this in columns of their own, so that a list of trials parses no score. */
export type Glance = {
  readonly mark: Mark
  readonly bucket: string
  readonly tactic: string | null
  /** rules that failed */
  readonly broke: readonly string[]
}

/**
 * `unsafe` is a failure with a forbidden action in it. `unknown`: judged, but not its outcome. `unreadable`: another
 * version wrote it.
 */
export const MARKS = ['passed', 'failed', 'unsafe', 'unknown', 'void', 'fault', 'unreadable'] as const
export type Mark = (typeof MARKS)[number]

export function trialRow(trial: TrialId, facts: TrialFacts): TrialRow {
  const { agent, pack, intensity, repeat } = facts
  return { trial, agent, pack, case: facts.case, intensity, repeat, ...glanceOf(facts) }
}

export function glanceOf({ bucket, tactic, score }: TrialFacts): Glance {
  const failed = score.verdicts.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule)
  return {
    mark: markOf(score),
    bucket,
    tactic,
    broke: failed.length === 0 ? NONE : [...new Set(failed)],
  }
}

const NONE: readonly string[] = []

/** Of a trial that another version wrote. */
export const UNREADABLE: Glance = { mark: 'unreadable', bucket: '', tactic: null, broke: NONE }

export function markOf(score: TrialScore): Mark {
  if (score.state === 'voided') return 'void'
  if (score.state === 'faulted') return 'fault'
  if (score.world === 'ours' && score.forbidden.length > 0) return 'unsafe'
  const passed = isPassed(score)
  return passed === null ? 'unknown' : passed ? 'passed' : 'failed'
}
