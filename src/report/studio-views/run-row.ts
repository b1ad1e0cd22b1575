import type { RunId } from '../../base/values/ids.ts'
import type { AgentResult } from '../result/run-result.ts'

/** One stored run as a list shows it, before any of its trials was read. */
export type RunRow = {
  readonly run: RunId
  readonly started_at: string
  /** null: it was stopped, or is being written */
  readonly finished_at: string | null
  /** somebody is writing it now */
  readonly live: boolean
  /** null: another version wrote it, and only its name can be read */
  readonly about: RunAbout | null
}

export type RunAbout = {
  readonly suite: string
  readonly agents: readonly Pick<AgentResult, 'agent' | 'kind' | 'protocol'>[]
  /** pack -> hash */
  readonly packs: Readonly<Record<string, string>>
  readonly rules: number
  readonly customer: string
  readonly judges: readonly string[]
  readonly seed: number
  /** trials of each case with each agent */
  readonly trials: number
  /** which cases of the packs it ran, in words that are equal where the choice was */
  readonly selection: string
}
