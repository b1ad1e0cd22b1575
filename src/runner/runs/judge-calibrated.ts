import { z } from 'zod'
import { readJson } from '../../base/values/json.ts'
import type { MayGate } from '../../metrics/gates.ts'
import type { Store } from '../../storage/store.ts'
import { DIMENSIONS, type Dimension } from '../../verdicts/judges/judge.ts'
import { isWhole } from '../../verdicts/judges/label.ts'
import { isModelJudge } from '../judges/judge-kinds.ts'

/** Which dimensions of which judges have been held against people, by the prompt they rate with. */
export type Calibrated = (judge: JudgePrompt) => ReadonlySet<string>
type JudgePrompt = { readonly judge: string; readonly promptHash: string }

const Verdict = z.object({ calibrated: z.boolean() })

/** The last calibration of a judge, prompt and dimension holds, whichever way it went; an imported one may be older. */
export async function readCalibrated(store: Store): Promise<Calibrated> {
  const found = new Map<string, Set<string>>()
  const byDate = [...(await store.calibrations())].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  for (const { judge, promptHash, dimension, result } of byDate) {
    const key = `${judge}\n${promptHash}`
    const dimensions = found.get(key) ?? new Set()
    found.set(key, dimensions)
    if (Verdict.safeParse(readJson(result)).data?.calibrated === true) dimensions.add(dimension)
    else dimensions.delete(dimension)
  }
  return ({ judge, promptHash }) => found.get(`${judge}\n${promptHash}`) ?? new Set()
}

/** Was this judge held against people under another prompt only? That calibration no longer applies. */
export async function readOutdated(store: Store): Promise<(judge: JudgePrompt) => boolean> {
  const all = await store.calibrations()
  return ({ judge, promptHash }) => {
    const own = all.filter((each) => each.judge === judge)
    return own.length > 0 && own.every((each) => each.promptHash !== promptHash)
  }
}

/** The dimensions a metric of judges rests on. */
function dimensionsOf(metric: string): readonly Dimension[] {
  const one = DIMENSIONS.find((dimension) => metric === `quality_${dimension}`)
  if (one !== undefined) return [one]
  return metric === 'resolution_quality' || metric === 'policy_adherence_judged' ? [metric] : DIMENSIONS
}

/** Whether gates may read a metric: every judge behind it is calibrated in all it rests on. */
export const mayGateOn =
  (
    judges: readonly { readonly judge: string; readonly promptHash: string }[],
    calibrated: Calibrated,
  ): MayGate =>
  (metric) =>
    dimensionsOf(metric).every((dimension) => {
      // The embedded judge rates no conversation as a whole: such a metric does not rest on it.
      const behind = judges.filter(({ judge }) => isModelJudge(judge) || !isWhole(dimension))
      return behind.length > 0 && behind.every((judge) => calibrated(judge).has(dimension))
    })

/** In the five dimensions of messages, which is what `quality` and all drawn from it rest on. */
export const isCalibrated = (dimensions: ReadonlySet<string>): boolean =>
  DIMENSIONS.every((dimension) => dimensions.has(dimension))
