import type { Basis, NotJudged, Verdict } from '../model/score.ts'
import type { Seen } from '../trial-view/seen.ts'

/**
 * A rule is data: what it is called, when it applies, what it finds. A new rule is a new file and a line in
 * `all-rules.ts`; nothing else names one.
 */
export type Rule = {
  readonly id: string
  /** true, or why it does not apply, for a person */
  readonly appliesTo: (seen: Seen) => true | string
  readonly check: (seen: Seen) => readonly Verdict[]
  /**
   * a fail stays a fail however the conversation goes on. False: the verdict rests on the whole trial, and a transcript
   * that breaks off leaves it not judged.
   */
  readonly failsForGood: boolean
  /** rests on words and reported calls alone: judged also where the agent's tools were its own */
  readonly withoutDesk?: true
}

export type Evidence = readonly [number, ...number[]]

type Found = {
  readonly rule: string
  readonly evidence: readonly number[]
  readonly basis: Basis
  readonly because: string
  readonly clauses?: readonly string[]
  readonly request?: string | null
}

export const passed = (found: Found): Verdict => judged(found, 'pass')
export const failed = (found: Found): Verdict => judged(found, 'fail')

function judged(found: Found, outcome: 'pass' | 'fail'): Verdict {
  const { rule, basis, because, clauses = [], request } = found
  const [first, ...rest] = found.evidence
  // No evidence is our mistake, never a pass: say so rather than invent an event.
  if (first === undefined) return notJudged(rule, 'broken-transcript')
  const evidence: Evidence = rest.length === 0 ? [first] : inOrder([first, ...rest])
  const blame = 'agent'
  return request === undefined || request === null
    ? { rule, clauses, outcome, evidence, basis, because, blame }
    : { rule, request, clauses, outcome, evidence, basis, because, blame }
}

function inOrder([first, ...rest]: Evidence): Evidence {
  const [least = first, ...others] = [...new Set([first, ...rest])].sort((a, b) => a - b)
  return [least, ...others]
}

export const notApplicable = (rule: string, because: string): Verdict => ({
  rule,
  clauses: [],
  outcome: 'not-applicable',
  because,
})
export const notJudged = (rule: string, because: NotJudged): Verdict => ({
  rule,
  clauses: [],
  outcome: 'not-judged',
  because,
})

/** The weakest ground among several: a verdict is as sure as the least sure thing it rests on. */
export function weakest(bases: readonly Basis[]): Basis {
  const order: readonly Basis[] = ['recognised', 'reported', 'text', 'calls']
  return order.find((basis) => bases.includes(basis)) ?? 'calls'
}
