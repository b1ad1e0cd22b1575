import type { Transcript } from '../../transcript/event.ts'
import { type Fail, isFail, type TrialScore, type Verdict } from '../model/score.ts'
import { outcomeAccuracy } from '../rules/outcome-accuracy/rule.ts'
import { movesNothing } from './causes.ts'
import type { CustomerFault } from './failed-by-customer.ts'

/** How the customer, or the desk, failed the agent. */
const VOID: Readonly<Record<string, string>> = {
  'unanswered-question': 'the customer never answered what it was asked',
  'unanswered-proposal': 'the customer never answered what was proposed',
  'against-card': 'the customer answered against its card',
  'desk-refused': 'the desk refused the very call that was due',
} satisfies Record<CustomerFault, string>

/** What became of a trial, in one line. */
export function headline(score: TrialScore): string {
  if (score.state === 'voided')
    return `void: ${VOID[score.code] ?? 'the customer did not keep to its card'}; how it ended does not count against the agent`
  if (score.state === 'faulted')
    return 'fault: SAGE, a provider or the network failed, or the record is broken; counted as missing, not against the agent'
  const failed = failedRules(score.verdicts)
  const outcome =
    score.outcome === 'not-judged' ? 'the outcome could not be judged' : `the outcome is ${score.outcome}`
  return failed.length === 0 ? `${outcome}, no rule broken` : `${outcome}; broken: ${failed.join(', ')}`
}

const failedRules = (verdicts: readonly Verdict[]): readonly string[] => [
  ...new Set(verdicts.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule)),
]

/** The failure of an agent that ended its conversation, in its own words. */
export function agentFault(transcript: Transcript): string | undefined {
  const fault = transcript.findLast((event) => event.type === 'fault.raised' && event.side === 'agent')
  return fault?.type === 'fault.raised' ? short(fault.message) : undefined
}

/** A stack trace of an agent's module has several lines. */
const FAULT_CHARS_MAX = 1000

const short = (text: string): string =>
  text.length <= FAULT_CHARS_MAX ? text : `${text.slice(0, FAULT_CHARS_MAX)}...`

/**
 * The finding that matters most, in its rule's own sentence: what was done and what was due instead. A first cause before what
 * follows from it; what changed nothing about the ending after that; the outcome last, because it only says that something went wrong.
 */
export function mainFinding({ verdicts }: TrialScore): Fail | undefined {
  const failed = verdicts.filter(isFail)
  const causes = failed.filter(({ follows }) => follows === undefined)
  const telling = causes.filter(({ rule }) => rule !== outcomeAccuracy.id)
  return [...telling.filter(({ rule }) => !movesNothing(rule)), ...telling, ...causes, ...failed][0]
}
