import { SAGE } from '../../base/shell.ts'
import type { AgentDecision } from '../result/decision.ts'
import type { Report } from '../result/report.ts'
import type { AgentResult } from '../result/run-result.ts'
import { unjudgedDeeds, warnings } from './beware.ts'
import { decisionSentence } from './decision-sentence.ts'
import { PLAIN, sayDecision, sayFailure, sayQuotes } from './say-decision.ts'
import { sayTrials } from './say-runs.ts'
import { type Block, figure, list, type Section, say } from './section.ts'
import { findingsOf } from './two-findings.ts'

/** The decision as a document begins with it: one sentence, the numbers, then what went wrong, worst first. */

/** Further ones have a number of their own: `sage show 6`. */
const SHOWN_MAX = 5

export const firstPage = (report: Report): readonly Section[] =>
  report.decision.agents.map((agent, place) => ({
    title: decisionSentence(report.decision, agent).sentence,
    blocks: [...(place === 0 ? aboutRun(report) : []), ...agentBlocks(agent, report)],
  }))

const aboutRun = (report: Report): readonly Block[] => [
  ...unjudgedDeeds(report).map((text) => say(text, 'Beware')),
  say(sayTested(report), 'What was tested'),
  ...(report.finished_at === null
    ? [say('This run is not finished. The numbers below count the conversations stored so far.')]
    : []),
]

function agentBlocks(agent: AgentDecision, report: Report): readonly Block[] {
  const { decision } = report
  const result = report.agents.find((each) => each.agent === agent.agent)
  const failures = decision.failures.flatMap((failure, place) =>
    failure.agent === agent.agent ? [{ failure, number: place + 1 }] : [],
  )
  const more = failures.length - SHOWN_MAX
  return [
    ...(result === undefined ? [] : warnings(result, report)).map((text) => say(text, 'Beware')),
    say(
      `${agent.passed} passed, ${agent.failed} failed, ${agent.could_not_tell} could not be told.`,
      'Conversations',
    ),
    figure(
      sayDecision({ ...decision, agents: [agent], failures: [] }, PLAIN)
        .join('\n')
        .replace(/^\n|^ {2}/gm, ''),
    ),
    ...(result === undefined
      ? []
      : findingsOf(report, result).map(({ title, sentence }) => say(sentence, title))),
    ...(failures.length === 0
      ? []
      : [
          say(`worst first. ${SAGE} show 1 reads the first of them.`, 'What went wrong'),
          list(
            failures.slice(0, SHOWN_MAX).map(({ failure, number }) => ({
              text: `${number}. ${sayFailure(failure)}`,
              notes: sayQuotes(failure),
            })),
          ),
          ...(more > 0 ? [say(`and ${more} more.`)] : []),
        ]),
  ]
}

export const nameOf = (result: AgentResult): string => {
  const notes = notesOn(result)
  return notes === '' ? result.agent : `${result.agent} (${notes})`
}

/** What sets an agent apart: built in, told the SOP in another way than whole, or at work in another back office. */
export const notesOn = ({ kind, sop, tools }: Pick<AgentResult, 'kind' | 'sop' | 'tools'>): string =>
  [
    ...(kind === 'agent' ? [] : [kind]),
    ...(sop === undefined ? [] : [sop === 'steps' ? 'aided: sop steps' : `sop ${sop}`]),
    ...(tools === undefined ? [] : [`${tools} tools`]),
  ].join(', ')

/** Shown only the sentences now due: what the graph's state would buy, no agent of its own. */
export const isAided = ({ sop }: Pick<AgentResult, 'sop'>): boolean => sop === 'steps'

export function sayTested(report: Report): string {
  const { run, agents, trials, suite, versions } = report
  const packs = Object.keys(versions.packs)
  const who = `${agents.length} ${agents.length === 1 ? 'agent' : 'agents'}`
  const desks = `${packs.length === 1 ? 'the desk' : `${packs.length} desks:`} ${packs.join(', ')}`
  const how = suite.startsWith('import ')
    ? 'that were recorded elsewhere'
    : `with simulated customers of ${desks}`
  return `run ${run}: ${who}, ${grouped(trials)} conversations ${how} (suite ${suite}): ${sayTrials(report)}.`
}

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')
