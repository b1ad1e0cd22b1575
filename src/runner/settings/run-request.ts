import { z } from 'zod'
import { PriceList } from '../../metrics/prices.ts'
import { storedAgent } from '../agents/kinds.ts'
import { CustomerSetting, ReaderSetting } from '../agents/party-settings.ts'
import { Bucket, Intensities, PlanSize } from './run-settings.ts'

const texts = z.array(z.string()).readonly()
const amount = z.number().nullable()

const CaseSelection = z.object({
  /** absolute folders, no two alike */
  packs: z.tuple([z.string()], z.string()).readonly(),
  /** empty list: all */
  cases: texts,
  buckets: z.array(Bucket).readonly(),
  tactics: texts,
  /** empty list: each case at its own intensity */
  intensities: Intensities.readonly(),
  /** the packs' own cases */
  own: z.boolean(),
  planned: PlanSize,
  /** only cases that failed in this run */
  failedIn: z.string().nullable(),
})
export type CaseSelection = Readonly<z.infer<typeof CaseSelection>>

/** A gate as written, with its place where it stands in a file. */
const GateText = z.object({
  text: z.string(),
  at: z.object({ file: z.string(), line: z.int(), column: z.int() }).nullable(),
  isDefault: z.boolean().exactOptional(),
})
export type GateText = Readonly<z.infer<typeof GateText>>

export type ResumeWish = {
  /** a run's id; null: the latest unfinished one */
  readonly run: string | null
  /** only a run that was asked for the same agents, cases, trials and seed: they were named again */
  readonly sameOnly: boolean
  /** also with packs or rules that have changed; the run is then marked mixed */
  readonly force: boolean
}

/**
 * One run, fully resolved, and as its header stores it: flags, sage.yaml, suite and defaults are merged, names are found, nothing is
 * optional. In: what a person asked for. Out: all the engine needs to know. It must not know where a setting came from.
 */
export const RunRequest = z.object({
  /** what was run, for reports: the suite's name, or `custom` */
  suite: z.string(),
  agents: z.array(storedAgent()).readonly(),
  selection: CaseSelection.readonly(),
  trials: z.int(),
  seed: z.int(),
  /** forks of each trial, after it; null: none */
  forks: z
    .object({ at: z.enum(['trap', 'divergence']), n: z.int(), until: z.enum(['turn', 'end']) })
    .readonly()
    .nullable(),
  customer: CustomerSetting,
  /** observed protocol: who says what an agent's words did */
  reader: ReaderSetting,
  /** `lexical` or `provider:name` */
  judges: texts,
  concurrency: z.int(),
  /** the place of the store: an absolute path, or what else a store engine recognises */
  store: z.string(),
  /** absolute path of the folder for reports */
  out: z.string(),
  gates: z.array(GateText.readonly()).readonly(),
  /** the stored run that gates are held against; null: none is named */
  baseline: z.string().nullable(),
  /** the project's own, over those that come with SAGE */
  prices: PriceList.readonly(),
  /** servers of the project's own that speak OpenAI's protocol */
  providers: z
    .record(z.string(), z.object({ baseUrl: z.string(), keyEnv: z.string().nullable() }).readonly())
    .readonly(),
  /** of one conversation; null: no limit but those of the pack */
  limits: z
    .object({ turns: amount, toolCalls: amount, tokens: amount, seconds: amount, usd: amount })
    .readonly(),
  /** of the whole run: no trial begins that would exceed it */
  budget: z.object({ usd: amount, minutes: amount }).readonly(),
  dryRun: z.boolean(),
  /** null: a new run. Whether a session starts or resumes the run is not part of the run, and not read back */
  resume: z.unknown().transform((): ResumeWish | null => null),
})
export type RunRequest = Readonly<z.infer<typeof RunRequest>>
