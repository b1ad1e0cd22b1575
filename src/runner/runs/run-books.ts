import type { TrialId } from '../../base/values/ids.ts'
import type { KeptTally } from '../../metrics/kept-tally.ts'
import { openTally, type Tally } from '../../metrics/tally.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { type AgentUse, added, openUsageBook, type UsageBook } from '../../metrics/usage.ts'
import { type CaseBook, type CaseResult, openCaseBook } from '../../report/result/case-results.ts'
import { type FailureBook, openFailureBook } from '../../report/result/failures.ts'
import type { BrokenSentence } from '../../report/result/report.ts'
import { type LeftSentence, openSentenceBook, type SentenceBook } from '../../report/result/sentences.ts'
import { openWorstBook, type WorstBook, type WorstEntry } from '../../report/result/worst-conversations.ts'
import { type Heat, type HeatBook, openHeatBook } from '../../report/studio-views/heat.ts'
import { type AgentOutcomes, type OutcomeBook, openOutcomeBook } from '../../report/studio-views/outcomes.ts'
import { markOf, UNREADABLE } from '../../report/studio-views/trial-row.ts'

/** Everything that is counted over trials, in any order and in any number of places: books of parts of a run add up to those of all of it. */
export type RunBooks = {
  readonly add: (trial: TrialId, facts: TrialFacts) => void
  /** a trial that cannot be read here: it is in no number */
  readonly skip: (agent: string) => void
  readonly tally: Tally
  readonly failures: FailureBook['failures']
  readonly worst: WorstBook['worst']
  readonly cases: CaseBook['results']
  readonly usage: UsageBook['uses']
  readonly heat: HeatBook['heat']
  readonly outcomes: OutcomeBook['all']
  readonly sentences: SentenceBook['sentences']
  /** what is known to be spent; null: nothing */
  readonly usd: () => number | null
  /** all of it; the same for the same trials */
  readonly keep: () => KeptBooks
  /** adds what other books have counted */
  readonly addKept: (kept: KeptBooks) => void
}

/** What books have counted, as plain data. */
export type KeptBooks = {
  readonly tally: KeptTally
  readonly failures: readonly BrokenSentence[]
  readonly worst: readonly WorstEntry[]
  readonly cases: readonly CaseResult[]
  readonly usage: readonly AgentUse[]
  readonly heat: readonly Heat[]
  readonly outcomes: readonly AgentOutcomes[]
  readonly sentences: readonly LeftSentence[]
  readonly usd: number | null
}

export function openBooks(ownCatastrophes: readonly string[]): RunBooks {
  const tally = openTally(ownCatastrophes)
  const failures = openFailureBook()
  const worst = openWorstBook()
  const cases = openCaseBook()
  const usage = openUsageBook()
  const heat = openHeatBook()
  const outcomes = openOutcomeBook()
  const sentences = openSentenceBook()
  let usd: number | null = null
  const spend = (more: number | null): void => {
    if (more !== null) usd = added(usd ?? 0, more)
  }
  return {
    tally,
    add: (trial, facts) => {
      const { agent, pack, bucket, score } = facts
      tally.add(facts)
      usage.add(facts)
      failures.add(trial, facts)
      worst.add(trial, facts)
      cases.add(trial, facts)
      heat.add(pack, agent, score)
      outcomes.add({ agent, bucket, mark: markOf(score) })
      sentences.add(facts)
      for (const use of facts.uses) spend(use.usd)
    },
    skip: (agent) => outcomes.add({ agent, ...UNREADABLE }),
    failures: failures.failures,
    worst: worst.worst,
    cases: cases.results,
    usage: usage.uses,
    heat: heat.heat,
    outcomes: outcomes.all,
    sentences: sentences.sentences,
    usd: () => usd,
    keep: () => ({
      tally: tally.keep(),
      failures: failures.failures(),
      worst: worst.entries(),
      cases: cases.results(),
      usage: usage.uses(),
      heat: heat.all(),
      outcomes: outcomes.all(),
      sentences: sentences.sentences(),
      usd,
    }),
    addKept: (kept) => {
      tally.addKept(kept.tally)
      failures.addKept(kept.failures)
      worst.addKept(kept.worst)
      cases.addKept(kept.cases)
      usage.addKept(kept.usage)
      heat.addKept(kept.heat)
      outcomes.addKept(kept.outcomes)
      sentences.addKept(kept.sentences)
      spend(kept.usd)
    },
  }
}
