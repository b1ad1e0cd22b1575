import { SAGE } from '../../base/shell.ts'
import type { Transcript } from '../../transcript/event.ts'
import type { Decision } from '../result/decision.ts'
import type { Failure } from '../result/worst-first.ts'
import { type Paint, sayDecision, sayFailure, sayVerdictLine, sayVerdicts } from './say-decision.ts'
import { wrap } from './sections-to-text.ts'

/** What a newcomer asks first: did it do harm, was it of use, did it know when to stop. */
const ASKED_FIRST: readonly string[] = ['harm', 'resolution', 'escalation_accuracy']

/** The decision on the demo agent, from the first word to what to type next: one screen of 25 lines. `talk`: of the worst failure. */
export function sayFirstMinute(decision: Decision, talk: Transcript, paint: Paint): string {
  const agents = decision.agents.map((agent) => ({
    ...agent,
    headlines: agent.headlines.filter(({ metric }) => ASKED_FIRST.includes(metric)),
    flips: null,
  }))
  const [worst] = decision.failures
  const played = agents.map(({ passed, failed, could_not_tell }) => passed + failed + could_not_tell)
  return [
    'SAGE plays difficult customers against a support agent, and checks every deed against the handbook.',
    `Here: ${played.join(' and ')} customers of a small shop, and a friendly demo agent. No key, no model, no network.`,
    '',
    sayVerdictLine(decision, paint),
    ...sayVerdicts(decision),
    '',
    ...sayDecision({ ...decision, agents, failures: [] }, paint),
    ...(worst === undefined
      ? []
      : [
          '',
          paint.bold(wrap(`The worst of it: ${sayFailure({ ...worst, dues: [] })}`, '  ', '  ')),
          ...sayTalk(worst, talk, paint),
        ]),
    '',
    ...NEXT.map(([why, command]) => `  ${why.padEnd(22)} ${SAGE} ${command}`),
  ].join('\n')
}

const NEXT = [
  ['Read all of it', 'show 1'],
  ['See it in the browser', 'open'],
  ['Test your own agent', 'init'],
] as const

/** So many messages tell how it came to that. */
const MESSAGES = 4

/** What was said up to the deed, the deed, and the sentence it should have kept to. */
function sayTalk({ at, did, clause, sentence }: Failure, talk: Transcript, paint: Paint): readonly string[] {
  const said = talk.flatMap((event) => (event.type === 'message.sent' ? [event] : []))
  const end = said.findIndex(({ from, n }) => from === 'agent' && n >= at) + 1
  return [
    ...said.slice(Math.max(0, end - MESSAGES), end).map(({ from, text }) => [from, text]),
    ...(did === null ? [] : [['', `-> ${did}`]]),
    ...(sentence === null ? [] : [['handbook', `"${sentence}" (${clause})`]]),
  ].map(([who = '', text = '']) => {
    const lines = wrap(text, `    ${who}`.padEnd(LABEL_END), ' '.repeat(LABEL_END))
    return `${paint.dim(lines.slice(0, LABEL_END))}${lines.slice(LABEL_END)}`
  })
}

const LABEL_END = 14
