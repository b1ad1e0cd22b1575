import { z } from 'zod'
import { EXIT, SageError } from '../base/error.ts'
import { readJson } from '../base/values/json.ts'
import { BesideScore, type TrialFacts } from '../metrics/trial-facts.ts'
import type { StoredTrial } from './store.ts'
import { readScore } from './stored-score.ts'

const Intensity = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])

const FACTS = BesideScore.keyof().options

/** Its members in their order, so that the same facts give the same text. */
export const writeFacts = (facts: Pick<TrialFacts, keyof z.infer<typeof BesideScore>>): string =>
  JSON.stringify(Object.fromEntries(FACTS.map((name) => [name, facts[name]])))

/** A stored trial as the metrics take it. */
export function readFacts(trial: Omit<StoredTrial, 'transcript' | 'glance'>): TrialFacts {
  const facts = BesideScore.safeParse(readJson(trial.facts))
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

/** Undefined: another version of SAGE wrote it, or the store is damaged. */
export function factsIfReadable(trial: Parameters<typeof readFacts>[0]): TrialFacts | undefined {
  try {
    return readFacts(trial)
  } catch {
    return undefined
  }
}
