import { z } from 'zod'
import { EXIT, SageError } from '../base/error.ts'
import { readJson } from '../base/values/json.ts'
import type { TrialFacts } from '../metrics/trial-facts.ts'
import { Lead } from '../verdicts/model/lead.ts'
import type { StoredTrial } from './store.ts'
import { readScore } from './stored-score.ts'

export const StoredUse = z.object({
  role: z.enum(['agent', 'customer', 'judge', 'reader', 'recogniser']),
  model: z.string(),
  calls: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cached_tokens: z.number(),
  reasoning_tokens: z.number(),
  usd: z.number().nullable(),
})

/** What the numbers need of a trial's case, as it lies beside the trial. */
const StoredFacts = z.object({
  bucket: z.enum(['resolvable', 'must-escalate', 'adversarial']),
  tactic: z.string().nullable(),
  preservesTruth: z.boolean(),
  disturbance: z.number().nullable(),
  ratings: z.record(z.string(), z.number()),
  usd: z.number().nullable(),
  uses: z.array(StoredUse),
  replies: z.array(z.number()),
  misunderstood: z.object({ hits: z.number(), of: z.number() }),
  failed: z.string().nullable(),
  answered: z.boolean().exactOptional(),
  untested: z.string().exactOptional(),
  traffic: z.number(),
  lead: Lead.nullable().exactOptional(),
})

const Intensity = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

const FACTS = StoredFacts.keyof().options

/** Its members in their order, so that the same facts give the same text. */
export const writeFacts = (facts: Pick<TrialFacts, keyof z.infer<typeof StoredFacts>>): string =>
  JSON.stringify(Object.fromEntries(FACTS.map((name) => [name, facts[name]])))

/** A stored trial as the metrics take it. */
export function readFacts(trial: Omit<StoredTrial, 'transcript' | 'glance'>): TrialFacts {
  const facts = StoredFacts.safeParse(readJson(trial.facts))
  const intensity = Intensity.safeParse(trial.intensity)
  if (!facts.success || !intensity.success) {
    throw new SageError('trial-unreadable', `The stored facts of trial ${trial.trial} cannot be read.`, {
      hint: 'Another version of SAGE wrote them, or the store is damaged. Run sage doctor.',
      exit: EXIT.machinery,
      cause: facts.error ?? intensity.error,
    })
  }
  const { agent, pack, repeat } = trial
  return {
    agent,
    pack,
    case: trial.case,
    repeat,
    intensity: intensity.data,
    ...facts.data,
    score: readScore(trial.score, trial.trial),
  }
}
