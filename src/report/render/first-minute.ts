import { SAGE } from '../../base/shell.ts'
import type { Decision } from '../result/decision.ts'
import { type Paint, sayDecision, sayFailure, sayQuotes, sayVerdictLine } from './say-decision.ts'

/** What a newcomer asks first: did it do harm, was it of use, did it know when to stop. */
const ASKED_FIRST: readonly string[] = ['harm', 'resolution', 'escalation_accuracy']

/** The decision on the demo agent on one screen: 25 lines of 100 columns, from the first word to what to type next. */
export function sayFirstMinute(decision: Decision, paint: Paint): string {
  const agents = decision.agents.map((agent) => ({
    ...agent,
    headlines: agent.headlines.filter(({ metric }) => ASKED_FIRST.includes(metric)),
    flips: null,
  }))
  const customers = agents.reduce(
    (sum, { passed, failed, could_not_tell }) => sum + passed + failed + could_not_tell,
    0,
  )
  const [worst] = decision.failures
  return [
    'SAGE plays difficult customers against a support agent, and checks every deed against the handbook.',
    `Here: ${customers} customers and a friendly demo agent, at a small shop. No key, no model, no network.`,
    '',
    sayVerdictLine(decision, paint),
    ...sayDecision({ ...decision, agents, failures: [] }, paint),
    ...(worst === undefined
      ? []
      : [
          '',
          `  ${paint.bold('The worst of it:')} ${sayFailure(worst)}`,
          ...sayQuotes(worst, '     ', paint),
        ]),
    '',
    ...NEXT.map(([why, command]) => `  ${why.padEnd(22)} ${SAGE} ${command}`),
  ].join('\n')
}

const NEXT = [
  ['Read it all', 'show 1'],
  ['See it in the browser', 'open'],
  ['Test your own agent', 'init'],
] as const
