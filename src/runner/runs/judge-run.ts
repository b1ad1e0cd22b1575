import type { RunId } from '../../base/values/ids.ts'
import type { MayGate } from '../../metrics/gates.ts'
import { type Judging, openJudgingBook } from '../../metrics/judges/judging.ts'
import type { JudgingFound } from '../../report/result/to-run-result.ts'
import type { Store } from '../../storage/store.ts'
import type { AgentBase } from '../agents/shared/agent-request.ts'
import { entrantsAmong, isModelJudge, promptHashOf } from '../judges/judge-kinds.ts'
import { isCalibrated, mayGateOn, readCalibrated, readOutdated } from './judge-calibrated.ts'
import { ratingsOfRun } from './judge-ratings.ts'

/** What a report says of a run's judges, and which of their metrics gates may read. */
export type RunJudging = JudgingFound & { readonly mayGate: MayGate }

/** Reads what judges said of a stored run. Costs nothing but a look at the calibrations where no model rated. */
export async function judgingOf(
  store: Store,
  run: {
    readonly id: RunId
    readonly judges: readonly string[]
    readonly agents: readonly Pick<AgentBase, 'id' | 'kind' | 'target'>[]
  },
): Promise<RunJudging> {
  const calibrated = await readCalibrated(store)
  const outdated = await readOutdated(store)
  const prompts = new Map(run.judges.map((judge) => [judge, promptHashOf(judge)]))
  const judging = run.judges.some(isModelJudge) ? await countRatings(store, run, prompts) : null
  const judges = [...prompts].map(([judge, promptHash]) => {
    const dimensions = calibrated({ judge, promptHash })
    return {
      judge,
      promptHash,
      calibrated: isCalibrated(dimensions),
      calibratedIn: [...dimensions].sort(),
      outdated: outdated({ judge, promptHash }),
    }
  })
  return { judges, judging, mayGate: mayGateOn(judges, calibrated) }
}

/** Also notes the prompt each judge rated with: that of the ratings, not today's. */
async function countRatings(
  store: Store,
  { id, judges, agents }: Parameters<typeof judgingOf>[1],
  prompts: Map<string, string>,
): Promise<Judging> {
  const book = openJudgingBook(entrantsAmong(judges, agents))
  for await (const { trial, rows } of ratingsOfRun(store, id, judges)) {
    book.add({ case: trial.case, agent: trial.agent, rows })
    for (const { judge, promptHash } of rows) prompts.set(judge, promptHash)
  }
  return book.close()
}

/** Before a run: may its gates read these metrics of judges that will rate with today's prompts? */
export async function mayGateBefore(store: Store, judges: readonly string[]): Promise<RunJudging['mayGate']> {
  const named = judges.map((judge) => ({ judge, promptHash: promptHashOf(judge) }))
  return mayGateOn(named, await readCalibrated(store))
}
