import { AssertionError } from 'node:assert'
import { showCommand } from '../../base/shell.ts'
import { sayLead, sayQuotes } from '../../report/render/say-decision.ts'
import type { CaseResult, FailedTrial } from '../../report/result/case-results.ts'
import { type Metric, Metric as MetricShape } from '../../report/result/run-result.ts'
import type { RunOutcome } from './run.ts'

/** What a test can ask of a run. Each throws an AssertionError that says which conversations failed and why. */
export type ExpectAgent = {
  /** every gate of the run is met */
  readonly meetsGates: () => ExpectAgent
  /** these cases, or all, passed in every conversation */
  readonly passes: (...cases: readonly string[]) => ExpectAgent
  /** it answered: no conversation ended because the agent itself failed */
  readonly answers: () => ExpectAgent
  /** a metric with its interval; throws where there is no data */
  readonly metric: (name: string) => Extract<Metric, { readonly value: number }>
}

export function expectAgent(outcome: RunOutcome): ExpectAgent {
  const { result, cases } = outcome
  const self: ExpectAgent = {
    meetsGates: () => {
      const unmet = result.gates.filter(({ met }) => !met)
      if (unmet.length > 0)
        throw failure(unmet.map(({ gate, says }) => `gate not met: ${gate} (${says ?? 'no data'})`))
      return self
    },
    passes: (...names) => {
      const wanted = names.length === 0 ? cases.map((each) => each.case) : names
      const missing = wanted.filter((name) => !cases.some((each) => each.case === name))
      const wrong = cases.flatMap((each) =>
        each.failure !== null && wanted.includes(each.case) ? [sayFailed(each, each.failure)] : [],
      )
      if (missing.length > 0 || wrong.length > 0)
        throw failure([...missing.map((name) => `${name} was not played`), ...wrong])
      return self
    },
    answers: () => {
      const broken = result.validity.agents.flatMap((each) => Object.entries(each.failed ?? {}))
      if (broken.length > 0)
        throw failure(broken.map(([code, count]) => `the agent failed in ${count} conversations: ${code}`))
      return self
    },
    metric: (name) => {
      const read = MetricShape.safeParse(result.agents[0]?.metrics[name])
      if (read.success && read.data.value !== null) return read.data
      throw failure([`${name} has no data in run ${result.run}`])
    },
  }
  return self
}

const sayFailed = ({ case: id }: CaseResult, { says, lead, trial }: FailedTrial): string =>
  [
    `${id}: ${lead === null ? says : sayLead(lead)}`,
    ...(lead === null ? [] : sayQuotes(lead).map((line) => `  ${line}`)),
    `  ${showCommand(trial, null)}`,
  ].join('\n')

const failure = (lines: readonly string[]): AssertionError =>
  new AssertionError({ message: lines.join('\n') })
