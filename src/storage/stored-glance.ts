import { z } from 'zod'
import { readJson } from '../base/values/json.ts'
import type { TrialFacts } from '../metrics/trial-facts.ts'
import { type Glance, glanceOf, MARKS } from '../report/studio-views/trial-row.ts'
import type { StoredGlance, StoredTrial } from './store.ts'
import { factsIfReadable } from './stored-facts.ts'

/** What lists show of a trial, as texts in columns beside it. If its meaning changes, a migration must empty those of older rows. */
export function writeGlance(facts: TrialFacts): StoredGlance {
  const { broke, ...glance } = glanceOf(facts)
  return { ...glance, broke: JSON.stringify(broke) }
}

/** The same of a trial that was written elsewhere; null: its score cannot be read here. */
export function glanceAt(trial: Parameters<typeof factsIfReadable>[0]): StoredGlance | null {
  const facts = factsIfReadable(trial)
  return facts === undefined ? null : writeGlance(facts)
}

const Mark = z.enum(MARKS)
const Broke = z.array(z.string())

/** Null: a trial of an older store, or another version wrote it. Its score says what became of it. */
export function readGlance({ glance }: Pick<StoredTrial, 'glance'>): Glance | null {
  if (glance === null) return null
  const { bucket, tactic } = glance
  const [mark, broke] = [Mark.safeParse(glance.mark), Broke.safeParse(readJson(glance.broke))]
  return mark.success && broke.success ? { mark: mark.data, bucket, tactic, broke: broke.data } : null
}
