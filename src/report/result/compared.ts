import { z } from 'zod'
import { isRunId } from '../../base/values/ids.ts'
import { Difference } from '../../metrics/compare.ts'
import { ChangedCases } from './changed-cases.ts'
import { Score } from './run-result.ts'

const Side = z.object({ run: z.string().refine(isRunId), agent: z.string() })

/** Two agents side by side, as `sage compare --json` prints it: which cases changed, by how much, and whether that is noise. */
export const Compared = z
  .object({
    a: Side,
    b: Side,
    differs: z
      .array(z.string())
      .readonly()
      .describe('what the two runs do not have in common; empty unless asked for anyway'),
    wanted: z.number().describe('the smallest difference one wants to be able to see'),
    pairs: z.number(),
    cases: ChangedCases,
    metrics: z.record(z.string(), Difference).readonly(),
    forks: Score.exactOptional().describe(
      'how much more often b is unsafe at the same decisions, sampled again; absent: they have none in common',
    ),
  })
  .describe('Two agents side by side, as printed by `sage compare --json`.')
export type Compared = z.infer<typeof Compared>

/** A new harm is worse however few conversations there are: no p-value says that it did not happen. */
export function verdictOf({ cases, metrics }: Compared): 'worse' | 'better' | 'cannot tell' {
  const says = new Set(Object.values(metrics).map((each) => each.says))
  if (cases.newly_harmful.length > 0 || says.has('worse')) return 'worse'
  return says.has('better') ? 'better' : 'cannot tell'
}
