import type { Place } from '../../base/files/problem.ts'
import type { Json } from '../../base/values/json.ts'
import type { Bucket, Intensity } from '../../cases/case.ts'
import type { Price } from '../../metrics/prices.ts'
import type { ModelSettings } from '../../models/chat-model.ts'
import type { OwnProviders } from '../../models/known-providers.ts'
import type {
  AgentKind,
  CustomerSetting,
  PlanSize,
  Protocol,
  RecogniserSetting,
  SopMode,
} from './run-settings.ts'

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
  readonly customer: CustomerSetting
  /** observed protocol: who says what an agent's words did */
  readonly recogniser: RecogniserSetting
  /** `lexical` or `provider:name` */
  readonly judges: readonly string[]
  readonly concurrency: number
  /** absolute path of an SQLite file, or postgres://... */
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
  /** threads for conversations that need no waiting; null: as many as help */
  readonly workers: number | null
  readonly dryRun: boolean
  /** null: a new run */
  readonly resume: ResumeWish | null
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

export type AgentRequest = {
  readonly id: string
  readonly kind: AgentKind
  readonly protocol: Protocol
  /** what the kind names: a reference's name, `provider:name`, an address, a command with its arguments, a file */
  readonly target: readonly [string, ...string[]]
  readonly sop: SopMode
  readonly tools: 'ours' | 'own'
  /** with tools of its own: absolute path of the file that ties them to the pack's */
  readonly mapping: string | null
  readonly stateless: boolean
  readonly model: ModelSettings
  readonly options: Readonly<Record<string, Json>>
  /** of agents that run outside: services, commands, modules, MCP clients */
  readonly outside?: OutsideSettings
}

export type OutsideSettings = {
  /** where commands are started: the folder sage runs in */
  readonly folder: string
  /** header -> the environment variable that holds its value */
  readonly headersEnv: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

export type CaseSelection = {
  /** absolute folders, no two alike */
  readonly packs: readonly [string, ...string[]]
  /** empty list: all */
  readonly cases: readonly string[]
  readonly buckets: readonly Bucket[]
  readonly tactics: readonly string[]
  /** empty list: each case at its own intensity */
  readonly intensities: readonly Intensity[]
  /** the packs' own cases */
  readonly own: boolean
  readonly planned: PlanSize
  /** only cases that failed in this run */
  readonly failedIn: string | null
}

/** A gate as written, with its place where it stands in a file. */
export type GateText = { readonly text: string; readonly at: Place | null }
