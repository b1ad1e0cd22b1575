import type { Place } from '../../base/files/problem.ts'
import type { Bucket, Intensity } from '../../cases/case.ts'
import type { Price } from '../../metrics/prices.ts'
import type { OwnProviders } from '../../models/known-providers.ts'
import type { AgentRequest } from '../agents/kinds.ts'
import type { CustomerSetting, ReaderSetting } from '../agents/party-settings.ts'
import type { PlanSize } from './run-settings.ts'

/**
 * One run, fully resolved: flags, sage.yaml, suite and defaults are merged, names are found, nothing is optional.
 * In: what a person asked for. Out: all the engine needs to know. It must not know where a setting came from.
 */
export type RunRequest = {
  /** what was run, for reports: the suite's name, or `custom` */
  readonly suite: string
  readonly agents: readonly AgentRequest[]
  readonly selection: CaseSelection
  readonly trials: number
  readonly seed: number
  /** forks of each trial, after it; null: none */
  readonly forks: ForkPlan | null
  readonly customer: CustomerSetting
  /** observed protocol: who says what an agent's words did */
  readonly reader: ReaderSetting
  /** `lexical` or `provider:name` */
  readonly judges: readonly string[]
  readonly concurrency: number
  /** the place of the store: an absolute path, or what else a store engine recognises */
  readonly store: string
  /** absolute path of the folder for reports */
  readonly out: string
  readonly gates: readonly GateText[]
  /** the stored run that gates are held against; null: none is named */
  readonly baseline: string | null
  /** the project's own, over those that come with SAGE */
  readonly prices: readonly Price[]
  /** servers of the project's own that speak OpenAI's protocol */
  readonly providers: OwnProviders
  /** of one conversation; null: no limit but those of the pack */
  readonly limits: TrialLimits
  /** of the whole run: no trial begins that would exceed it */
  readonly budget: { readonly usd: number | null; readonly minutes: number | null }
  readonly dryRun: boolean
  /** null: a new run */
  readonly resume: ResumeWish | null
}

export type ForkPlan = {
  readonly at: 'trap' | 'divergence'
  readonly n: number
  readonly until: 'turn' | 'end'
}

export type TrialLimits = {
  readonly turns: number | null
  readonly toolCalls: number | null
  readonly tokens: number | null
  readonly seconds: number | null
  readonly usd: number | null
}

export type ResumeWish = {
  /** a run's id; null: the latest unfinished one */
  readonly run: string | null
  /** only a run that was asked for the same agents, cases, trials and seed: they were named again */
  readonly sameOnly: boolean
  /** also with packs or rules that have changed; the run is then marked mixed */
  readonly force: boolean
}

export type CaseSelection = {
  /** absolute folders, no two alike */
  readonly packs: readonly [string, ...string[]]
  /** empty list: all */
  readonly cases: readonly string[]
  readonly buckets: readonly Bucket[]
  readonly tactics: readonly string[]
  /** empty list: each case at its own intensity */
  readonly intensities: readonly (Intensity | 'own')[]
  /** the packs' own cases */
  readonly own: boolean
  readonly planned: PlanSize
  /** only cases that failed in this run */
  readonly failedIn: string | null
}

/** A gate as written, with its place where it stands in a file. */
export type GateText = { readonly text: string; readonly at: Place | null; readonly isDefault?: boolean }
