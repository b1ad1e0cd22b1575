import { z } from 'zod'
import { isCaseId, isTrialId } from '../../base/values/ids.ts'
import { readJson } from '../../base/values/json.ts'
import { ALL_METRICS, ownMetrics } from '../../metrics/all-metrics.ts'
import { KeptTally } from '../../metrics/kept-tally.ts'
import { BrokenSentence, WorstConversation } from '../../report/result/report.ts'
import { MARKS } from '../../report/studio-views/trial-row.ts'
import { StoredUse } from '../../storage/stored-facts.ts'
import { StoredDivergence } from '../../storage/stored-score.ts'
import { RULES_VERSION } from '../../verdicts/model/score.ts'
import type { KeptBooks } from './run-books.ts'

/**
 * Raised whenever trials are counted in another way: a metric, a book of a run, or the form below. Sums of another version are
 * counted again. `kept-ledger.test.ts` fails if a number changes and this does not.
 */
export const SUMS_VERSION = 2

/** What was counted, and how. Null: metrics of a plugin are among it. Their code is not ours, so their sums are never kept. */
export const countingOf = (catastrophes: readonly string[]): string | null =>
  ownMetrics().length > 0
    ? null
    : JSON.stringify([SUMS_VERSION, RULES_VERSION, ALL_METRICS.map(({ name }) => name), catastrophes])

const count = z.int()
const trial = z.string().refine(isTrialId)
const counts = z.record(z.string(), count)

const BOOKS = {
  failures: z.array(BrokenSentence),
  worst: z.array(z.object({ conversation: WorstConversation, harm: z.array(z.number()) })),
  cases: z.array(
    z.object({
      agent: z.string(),
      pack: z.string(),
      case: z.string().refine(isCaseId),
      trials: count,
      passed: count,
      failed: count,
      failure: z
        .object({
          trial,
          intensity: count,
          says: z.string(),
          finding: z.string().nullable(),
          divergence: StoredDivergence.nullable(),
        })
        .nullable(),
      missing: z.string().nullable(),
    }),
  ),
  usage: z.array(StoredUse.extend({ agent: z.string() })),
  heat: z.array(
    z.object({ pack: z.string(), agent: z.string().nullable(), trials: count, walked: counts, left: counts }),
  ),
  outcomes: z.array(
    z.object({
      agent: z.string(),
      bucket: z.string(),
      trials: count,
      marks: z.partialRecord(z.enum(MARKS), count),
    }),
  ),
  sentences: z.array(
    z.object({
      agent: z.string(),
      pack: z.string(),
      sentence: z.string(),
      clauses: z.array(z.string()),
      trials: count,
    }),
  ),
  usd: z.number().nullable(),
}
const Books = z.object(BOOKS)
const Kept: z.ZodType<KeptBooks> = z.object({ tally: KeptTally, ...BOOKS })

/**
 * Keys in the order of the form above: what was read back and counted on is the same text. The tally, the largest part, comes in that
 * order.
 */
export const writeKept = ({ tally, ...books }: KeptBooks): string =>
  JSON.stringify({ tally, ...Books.parse(books) })

/** Undefined: it is damaged. The trials are there to be counted again. */
export const readKept = (body: string): KeptBooks | undefined => Kept.safeParse(readJson(body)).data
