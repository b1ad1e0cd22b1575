import type { ClauseId } from '../../base/values/ids.ts'
import type { Bucket } from '../../cases/case.ts'
import type { Graph } from '../../graph/model/graph.ts'
import type { Basis, Finding, NotJudged } from '../model/score.ts'
import type { Seen } from '../trial-view/seen.ts'

/**
 * A rule is data: what it is called, what it means to people, how it is counted, when it applies, what it finds. A new rule
 * is a folder and a line in `all-rules.ts`. Its metric, the words of the studio and the table in docs/spec/verdicts.md are
 * made from it; nothing else names it.
 */
export type Rule<Id extends string = string> = {
  readonly id: Id
  readonly words: RuleWords
  readonly counted: Counted
  /** true, or why it does not apply, for a person */
  readonly appliesTo: (seen: Seen) => true | string
  readonly check: (seen: Seen) => readonly Finding[]
  /**
   * a fail stays a fail however the conversation goes on. False: the verdict rests on the whole trial, and a transcript
   * that breaks off leaves it not judged.
   */
  readonly failsForGood: boolean
  /**
   * rests on words and reported calls alone: judged also where the agent's tools were its own. `if-mapped`: only where every
   * call it reported is mapped to a tool of the pack, because an unmapped tool may have done what the words claim.
   * `if-recorded`: only of an imported recording, which holds every result the agent saw.
   */
  readonly withoutDesk?: 'always' | 'if-mapped' | 'if-recorded'
  /**
   * Rules, or families of them, whose findings follow from one of this rule anywhere in the same request, and with them what those
   * explain (D45). Absent: none, so that a finding says little of why the trial failed.
   */
  readonly explains?: readonly string[]
  /** the same of findings that name one event with it, where a finding elsewhere has nothing to do with this rule's */
  readonly precedes?: readonly string[]
  /** one of several rules that others explain by one name */
  readonly family?: string
}

export type RuleWords = {
  /** its metric, as the head of a column */
  readonly name: string
  /** what an agent did that broke it */
  readonly broken: string
  /** one line: when it fails */
  readonly meaning: string
}

/** What a trial adds to the rule's metric. Trials whose verdict is `not-judged` never count. */
export type Counted =
  /** fails, of all trials: where the rule did not apply nothing was broken */
  | { readonly hits: 'fails'; readonly of: 'trials' }
  /** of the trials to which it applied, in one bucket or in all */
  | { readonly hits: 'fails' | 'passes'; readonly of: 'applicable'; readonly bucket?: Bucket }
  /** turns named as evidence of a fail, of the turns of trials to which it applied */
  | { readonly hits: 'fails'; readonly of: 'turns' }

/** Keeps the id as a type of its own: metric names are made of these. */
export const defineRule = <const Id extends string>(rule: Rule<Id>): Rule<Id> => rule

/** One rule for each kind of something: those of every desk, and those a pack brings along. */
export type RuleFamily<Id extends string = string> = {
  readonly ofEveryDesk: readonly Rule<Id>[]
  readonly ofPack: (graph: Graph) => readonly Rule[]
}

export type Evidence = readonly [number, ...number[]]

type Found = {
  readonly evidence: readonly number[]
  readonly basis: Basis
  readonly because: string
  readonly clauses?: readonly ClauseId[]
  readonly request?: string | null
}

export const passed = (found: Found): Finding => judged(found, 'pass')
export const failed = (found: Found): Finding => judged(found, 'fail')

function judged(found: Found, outcome: 'pass' | 'fail'): Finding {
  const { basis, because, clauses = NO_CLAUSES, request } = found
  // No evidence is our mistake, never a pass: say so rather than invent an event.
  if (!isEvidence(found.evidence)) return notJudged('broken-transcript')
  const evidence = isInOrder(found.evidence) ? found.evidence : inOrder(found.evidence)
  return request === undefined || request === null
    ? { clauses, outcome, evidence, basis, because }
    : { request, clauses, outcome, evidence, basis, because }
}

const NO_CLAUSES: readonly ClauseId[] = []

const isEvidence = (events: readonly number[]): events is Evidence => events.length > 0

/** Each once, and later ones later. */
function isInOrder(events: Evidence): boolean {
  let before = Number.NEGATIVE_INFINITY
  for (const n of events) {
    if (n <= before) return false
    before = n
  }
  return true
}

function inOrder([first, ...rest]: Evidence): Evidence {
  const [least = first, ...others] = [...new Set([first, ...rest])].sort((a, b) => a - b)
  return [least, ...others]
}

type Outcome<Word> = Extract<Finding, { outcome: Word }>

export const notApplicable = (because: string, request?: string): Outcome<'not-applicable'> =>
  request === undefined
    ? { clauses: NO_CLAUSES, outcome: 'not-applicable', because }
    : { request, clauses: NO_CLAUSES, outcome: 'not-applicable', because }

export const notJudged = (because: NotJudged, request?: string): Outcome<'not-judged'> =>
  request === undefined
    ? { clauses: NO_CLAUSES, outcome: 'not-judged', because }
    : { request, clauses: NO_CLAUSES, outcome: 'not-judged', because }

const WEAKEST_FIRST: readonly Basis[] = ['inferred', 'read', 'reported', 'text', 'calls']

/** The weakest ground among several: a verdict is as sure as the least sure thing it rests on. */
export function weakest(bases: readonly Basis[]): Basis {
  return WEAKEST_FIRST.find((basis) => bases.includes(basis)) ?? 'calls'
}

/** The surest ground among several, each of which alone would give the verdict. */
export const strongest = (bases: readonly Basis[]): Basis =>
  WEAKEST_FIRST.findLast((basis) => bases.includes(basis)) ?? 'calls'
