import { SAGE } from '../../base/shell.ts'
import type { Report } from '../result/report.ts'
import type { Failure } from '../result/worst-first.ts'
import { unjudgedDeeds, warnings } from './beware.ts'
import { PLAIN, sayDecision, sayFailure, sayQuotes } from './say-decision.ts'
import { sayTrials } from './say-runs.ts'
import { inMarkdown } from './sections-to-markdown.ts'

/** Above this many a comment is no longer read. */
const SHOWN_MAX = 10

/**
 * A run on one screen, as Markdown, for a CI job's summary and a pull-request comment. What comes from packs, agents and
 * conversations is text here: no markup, picture, link or mention.
 */
export function ciSummary(report: Report): string {
  const { decision, agents } = report
  const { verdict, because, failures } = decision
  const numbers = sayDecision({ ...decision, failures: [] }, PLAIN)
    .join('\n')
    .trim()
  const more = failures.length - SHOWN_MAX
  return [
    `### SAGE: ${verdict === 'none' ? '' : `${verdict}, `}${inMarkdown(because)}`,
    '',
    ...unjudgedDeeds(report).map((text) => `> **Beware:** ${inMarkdown(text)}\n`),
    ...agents.flatMap((agent) =>
      warnings(agent, report).map(
        (text) => `> **Beware:** ${inMarkdown(agent.agent)}: ${inMarkdown(text)}\n`,
      ),
    ),
    '```text',
    numbers.replaceAll('```', "'''"),
    '```',
    '',
    ...failures.slice(0, SHOWN_MAX).flatMap((each, index) => [...failedLines(each, index + 1), '']),
    ...(more > 0 ? [`and ${more} more.`, ''] : []),
    `Run ${inMarkdown(report.run)}: ${sayTrials(report)}. \`${SAGE} show 1\` reads the first.`,
    '',
  ].join('\n')
}

const failedLines = (failure: Failure, number: number): readonly string[] => [
  `**${number}. ${inMarkdown(`${failure.agent}: ${sayFailure(failure)}`)}**`,
  '',
  ...sayQuotes(failure).map((line) => `- ${inMarkdown(line)}`),
  `- ${inMarkdown(failure.case)} at intensity ${failure.intensity}`,
]

/** Ten annotations a step is all that GitHub shows. */
const ANNOTATIONS_MAX = 10

/** Lines that GitHub Actions turns into annotations: unmet gates are errors, what went wrong warnings, the worst first. */
export const githubAnnotations = ({ gates, decision }: Report): readonly string[] =>
  [
    ...gates
      .filter(({ met }) => !met)
      .map(({ gate, agent, says }) =>
        annotation('error', `Gate not met: ${gate}`, `${agent}: ${says ?? 'no data'}`),
      ),
    ...decision.failures.map((each) =>
      annotation(
        'warning',
        `${each.agent} failed ${each.case}`,
        [sayFailure(each), ...sayQuotes(each)].join('\n'),
      ),
    ),
  ].slice(0, ANNOTATIONS_MAX)

const annotation = (level: 'error' | 'warning', title: string, text: string): string =>
  `::${level} title=${inProperty(title)}::${inMessage(text)}`

/** A line break of an agent's would begin a command of its own. */
const inMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
