import { z } from 'zod'
import { isTrialId, type TrialId } from '../../base/values/ids.ts'
import type { TrialFacts } from '../../metrics/trial-facts.ts'
import { Lead } from '../../verdicts/model/lead.ts'

const count = z.int().min(1)

/** What an agent did wrong in one way, however often: told by the conversation in which it was worst. */
export const Failure = Lead.omit({ cause: true }).extend({
  agent: z.string(),
  pack: z.string(),
  case: z.string(),
  intensity: z.int().min(0),
  trial: z.string().refine(isTrialId).describe('the conversation that is quoted'),
  conversations: count.describe('that went wrong in the same way'),
  cases: count,
  dues: z
    .array(z.strictObject({ due: z.string(), conversations: count }))
    .describe('what was due in them, most frequent first'),
  total: z.number().describe('money at risk in all of them'),
})
export type Failure = z.infer<typeof Failure>

/** Gathered while trials come in, in any order. Memory grows with the causes, not with the trials. */
export type WorstFirst = {
  readonly add: (trial: TrialId, facts: TrialFacts) => void
  /** harm by money, then wrong outcomes, then words, then what could not be told */
  readonly failures: () => readonly Failure[]
}

type Fold = {
  readonly failure: Failure
  readonly cases: ReadonlySet<string>
  readonly dues: ReadonlyMap<string, number>
}

export function openWorstFirst(): WorstFirst {
  const folds = new Map<string, Fold>()
  return {
    add: (trial, facts) => {
      const { lead, agent, pack } = facts
      if (lead == null) return
      const key = JSON.stringify([agent, pack, lead.kind, lead.cause])
      const fold = foldOf(lead, trial, facts)
      const before = folds.get(key)
      folds.set(key, before === undefined ? fold : both(before, fold))
    },
    failures: () => [...folds.values()].map(told).sort(compareFailures),
  }
}

function foldOf(
  { cause: _cause, ...lead }: Lead,
  trial: TrialId,
  { agent, pack, case: id, intensity }: TrialFacts,
): Fold {
  const about = { agent, pack, case: id, intensity, trial, conversations: 1, cases: 1, dues: [] }
  return {
    failure: { ...lead, ...about, total: lead.money },
    cases: new Set([id]),
    dues: new Map(lead.due === null ? [] : [[lead.due, 1]]),
  }
}

/** Told of the worse one; of two equally bad ones of the one whose name comes first: which came first says nothing. */
function both(a: Fold, b: Fold): Fold {
  const isB =
    b.failure.money > a.failure.money ||
    (b.failure.money === a.failure.money && b.failure.trial < a.failure.trial)
  const dues = new Map(a.dues)
  for (const [due, conversations] of b.dues) dues.set(due, (dues.get(due) ?? 0) + conversations)
  return {
    failure: {
      ...(isB ? b : a).failure,
      conversations: a.failure.conversations + b.failure.conversations,
      total: a.failure.total + b.failure.total,
    },
    cases: new Set([...a.cases, ...b.cases]),
    dues,
  }
}

const told = ({ failure, cases, dues }: Fold): Failure => ({
  ...failure,
  cases: cases.size,
  total: Math.round(failure.total * 100) / 100,
  dues: [...dues]
    .map(([due, conversations]) => ({ due, conversations }))
    .sort((a, b) => b.conversations - a.conversations || (a.due < b.due ? -1 : 1)),
})

const ORDER: readonly Failure['kind'][] = ['harm', 'outcome', 'words', 'unclear']

const compareFailures = (a: Failure, b: Failure): number =>
  ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
  b.total - a.total ||
  b.conversations - a.conversations ||
  (a.trial < b.trial ? -1 : 1)
