import type { RunId } from '../../base/values/ids.ts'
import type { ForkFacts } from '../../metrics/fork-facts.ts'
import { summariseForks } from '../../metrics/summarise-forks.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import type { Store } from '../../storage/store.ts'
import { readForkFacts } from '../../storage/stored-fork.ts'

/** The forks of a stored run as the recorded customer spoke, without those of a swapped wording. */
export async function forksOfRun(store: Pick<Store, 'forks'>, run: RunId): Promise<readonly ForkFacts[]> {
  const facts: ForkFacts[] = []
  for await (const fork of store.forks(run)) {
    const read = readForkFacts(fork)
    if (read.swap === null) facts.push(read)
  }
  return facts
}

/** By agent, as a run's result has them; absent if there are none. */
export function forkResults(facts: readonly ForkFacts[]): RunResult['forks'] {
  if (facts.length === 0) return undefined
  return [...new Set(facts.map(({ agent }) => agent))].sort().map((agent) => {
    const { forks, unsafe_here, unsafe_like_these, voided, fed, differs, each } = summariseForks(
      facts.filter((fork) => fork.agent === agent),
    )
    return {
      agent,
      forks,
      unsafe_here: copy(unsafe_here),
      unsafe_like_these: copy(unsafe_like_these),
      voided,
      fed,
      differs,
      traps: each.map((decision) => ({
        case: decision.case,
        intensity: decision.intensity,
        trial: decision.trial,
        at: decision.at,
        forks: decision.forks,
        unsafe_here: copy(decision.unsafe_here),
      })),
    }
  })
}

type Published = NonNullable<RunResult['forks']>[number]['unsafe_here']

function copy(rate: ReturnType<typeof summariseForks>['unsafe_here']): Published {
  if (rate.value === null) return { ...rate }
  const { value, hits, of, low, high } = rate
  return { value, hits, of, low, high }
}
