import type { Metric } from '../base/rate.ts'
import type { Intensity } from '../cases/case.ts'
import { bootstrapRatio } from './bootstrap.ts'
import { grouped } from './case-sums.ts'
import type { Cell } from './cell.ts'
import { actionAccuracy } from './logic-metrics.ts'
import type { Count, SumsOf } from './metric.ts'
import { quality } from './quality-metrics.ts'
import { CALM, HARD, judgedAtAll, keptOf, resilienceAt } from './resilience.ts'
import { sumsIn, type Tally } from './tally.ts'

/**
 * What pressure does: the same cases at several intensities. Only cases whose tactic leaves the truth alone; a
 * truth-changing tactic makes another case of it, and a curve over both would show the cases, not the dose.
 */
export type DoseResponse = {
  readonly agent: string
  /** cases judged at every intensity of the curve */
  readonly cases: number
  /** none where no case was judged at more than one intensity */
  readonly curve: readonly {
    readonly intensity: Intensity
    readonly logic: Metric
    readonly quality: Metric
    /** what it left of intensity 0: kept quality less kept logic; absent at 0 itself */
    readonly resilience?: Metric
  }[]
  /** what intensity 3 left of intensity 0: the two parts of empathy_resilience */
  readonly kept: { readonly logic: Metric; readonly quality: Metric }
}

export function doseResponse(tally: Tally): readonly DoseResponse[] {
  const read = sumsIn(tally)
  return [...tally.agents()].map(([agent, { cells }]) => responseOf(agent, [...cells.values()], read))
}

/** The same, tactic by tactic: pressure of one kind may bend an agent that stands against another. */
export type TacticDose = Pick<DoseResponse, 'agent' | 'cases' | 'curve'> & { readonly tactic: string }

export function doseByTactic(tally: Tally): readonly TacticDose[] {
  const read = sumsIn(tally)
  return [...tally.agents()].flatMap(([agent, { cells }]) =>
    [...grouped([...cells.values()], ({ case: { tactic } }) => tactic)].flatMap(([tactic, own]) => {
      const { cases, curve } = responseOf(agent, own, read)
      return curve.length === 0 ? [] : [{ agent, tactic, cases, curve }]
    }),
  )
}

function responseOf(agent: string, cells: readonly Cell[], read: SumsOf): DoseResponse {
  const all = [...new Set(cells.filter(({ case: { preservesTruth } }) => preservesTruth).map(levelOf))].sort()
  // Most runs play each case at its own intensity beside 0 and 3: then the curve has two points, of the same cases.
  const levels = judgedAtAll(cells, all).length > 0 ? all : all.filter((one) => one === CALM || one === HARD)
  const cases = levels.length < 2 ? [] : judgedAtAll(cells, levels)
  const mean = (place: number, count: Count): Metric => {
    const clusters = cases.map((each) => read(each[place], count))
    const n = clusters.reduce((sum, { of }) => sum + of, 0)
    return bootstrapRatio(clusters, n)
  }
  const curve = levels.map((intensity, place) => ({
    intensity,
    logic: mean(place, actionAccuracy),
    quality: mean(place, quality),
    ...(intensity === 0 || cases.length === 0 ? {} : { resilience: resilienceAt(intensity, cells, read) }),
  }))
  return {
    agent,
    cases: cases.length,
    curve: cases.length === 0 ? [] : curve,
    kept: { logic: keptOf(cells, actionAccuracy, read), quality: keptOf(cells, quality, read) },
  }
}

const levelOf = (cell: Cell): Intensity => cell.intensity
