import type { RunId } from '../../base/values/ids.ts'
import type { AgentTally } from '../../metrics/agent-tally.ts'
import { compare, type Difference } from '../../metrics/compare.ts'
import type { Tally } from '../../metrics/tally.ts'

/** Which differences between agents on one metric are real and which are noise, paired by case. */
export type Noise = {
  readonly metric: string
  readonly pairs: readonly {
    readonly a: Entrant
    readonly b: Entrant
    readonly says: Difference['says']
  }[]
}
export type Entrant = { readonly run: RunId; readonly agent: string }

export function noiseOf(
  entrants: readonly (Entrant & { readonly tally: AgentTally })[],
  metric: string,
  tally: Pick<Tally, 'metrics' | 'placeOf'>,
): Noise {
  const pairs = entrants.flatMap((a, at) =>
    entrants.slice(at + 1).flatMap((b) => {
      const found = compare(a.tally, b.tally, { tally, only: metric, wanted: 0.05 }).metrics[metric]
      const side = ({ run, agent }: Entrant): Entrant => ({ run, agent })
      return found === undefined ? [] : [{ a: side(a), b: side(b), says: found.says }]
    }),
  )
  return { metric, pairs }
}
