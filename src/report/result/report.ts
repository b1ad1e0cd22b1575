import { z } from 'zod'
import { Decision } from './decision.ts'
import { Metric, RunResult } from './run-result.ts'

/**
 * What `sage report --json` prints of a run: its result, and what the figures and the first page are drawn from.
 * Published as schemas/report.schema.json. Every number in it was computed by the metrics; texts, pages and files only
 * lay it out.
 */
const count = z.int().min(0)

const curvePoint = {
  intensity: count,
  logic: Metric,
  quality: Metric,
  resilience: Metric.optional().describe('what it left of intensity 0: kept quality minus kept logic'),
}

export const Report = RunResult.extend({
  suite: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable().describe('null: the run was stopped, or is still running'),
  figures: z.strictObject({
    execution_gap: z.array(
      z.strictObject({
        agent: z.string(),
        rows: z.array(
          z.strictObject({
            pack: z.string().nullable().describe('null: all packs'),
            difference: Metric.describe('intent accuracy minus action accuracy'),
            conditional: Metric.describe('wrong actions where intent and relevant fields were right'),
            deeds: Metric.describe('the gap told from deeds: understood minus executed'),
          }),
        ),
      }),
    ),
    empathy_resilience: z.array(
      z.strictObject({
        agent: z.string(),
        cases: count.describe('judged at every intensity of the curve; truth-preserving tactics only'),
        curve: z.array(z.strictObject(curvePoint)),
        kept: z.strictObject({ logic: Metric, quality: Metric }).describe('intensity 3 over intensity 0'),
        resilience: Metric.describe('kept quality minus kept logic'),
      }),
    ),
    dose_response: z
      .array(
        z.strictObject({
          agent: z.string(),
          tactic: z.string(),
          cases: count.describe('judged at every intensity of the curve'),
          curve: z.array(z.strictObject(curvePoint)),
        }),
      )
      .describe('truth-preserving tactics that ran at more than one intensity'),
  }),
  decision: Decision.describe('what the run says before any table'),
}).describe('A run with the data of its figures, as printed by `sage report --json`.')
export type Report = z.infer<typeof Report>
