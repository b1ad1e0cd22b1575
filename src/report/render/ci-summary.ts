import { explainCommand } from '../../base/shell.ts'
import type { FailedCase, FailedList } from '../result/failed-case.ts'
import type { RunResult } from '../result/run-result.ts'
import { warnings } from './first-page.ts'
import { runTable } from './run-table.ts'
import { gateLines, sayVerdict, unjudgedDeeds } from './say-gate.ts'
import { sayTrials } from './say-runs.ts'
import { inMarkdown } from './sections-to-markdown.ts'

/**
 * A run on one screen, as Markdown, for a CI job's summary and a pull-request comment. What comes from packs, agents and
 * conversations is text here: no markup, picture, link or mention.
 */
export function ciSummary(result: RunResult, failures: FailedList): string {
  const told = failures.shown.reduce((sum, { alike }) => sum + 1 + alike, 0)
  const gates = gateLines(result).map(
    ({ state, gate, says }) =>
      `- ${state === 'NOT MET' ? `**${state}**` : state}: ${inMarkdown(gate)} (${inMarkdown(says)})`,
  )
  return [
    `### SAGE: ${sayVerdict(result) ?? 'no gates'}, ${failures.total} of ${failures.of} cases failed`,
    '',
    ...unjudgedDeeds(result).map((text) => `> **Beware:** ${inMarkdown(text)}\n`),
    ...result.agents.flatMap((agent) =>
      warnings(agent, result).map(
        (text) => `> **Beware:** ${inMarkdown(agent.agent)}: ${inMarkdown(text)}\n`,
      ),
    ),
    '```text',
    runTable(result).replaceAll('```', "'''"),
    '```',
    '',
    ...(gates.length === 0 ? [] : [...gates, '']),
    ...failures.shown.flatMap((each) => [...failedLines(each), '']),
    ...(failures.total > told ? [`and ${failures.total - told} more.`, ''] : []),
    `Run ${inMarkdown(result.run)}: ${result.trials} trials (${sayTrials(result)}).`,
    '',
  ].join('\n')
}

const failedLines = ({
  agent,
  case: id,
  intensity,
  alike,
  finding,
  said,
  sentence,
  trial,
}: FailedCase): readonly string[] => [
  `**${inMarkdown(agent)}: ${inMarkdown(id)}** at intensity ${intensity}${alike === 0 ? '' : `, and ${alike} more ${alike === 1 ? 'case' : 'cases'} in the same way`}`,
  '',
  `- ${inMarkdown(firstLine(finding))}`,
  ...(said === null ? [] : [`- ${inMarkdown(said)}`]),
  ...(sentence === null ? [] : [`- SOP ${inMarkdown(sentence.clause)}: ${inMarkdown(sentence.text)}`]),
  `- \`${explainCommand(trial, null).replaceAll('`', '')}\``,
]

const firstLine = (text: string): string => text.split('\n')[0] ?? text

/** Ten annotations a step is all that GitHub shows. */
const ANNOTATIONS_MAX = 10

/** Lines that GitHub Actions turns into annotations: unmet gates are errors, failed cases warnings. */
export const githubAnnotations = (result: RunResult, { shown }: FailedList): readonly string[] =>
  [
    ...result.gates
      .filter(({ met }) => !met)
      .map(({ gate, agent, says }) =>
        annotation('error', `Gate not met: ${gate}`, `${agent}: ${says ?? 'no data'}`),
      ),
    ...shown.map(({ agent, case: id, finding, sentence }) =>
      annotation(
        'warning',
        `${agent} failed ${id}`,
        sentence === null ? finding : `${finding}\nSOP ${sentence.clause}: "${sentence.text}"`,
      ),
    ),
  ].slice(0, ANNOTATIONS_MAX)

const annotation = (level: 'error' | 'warning', title: string, text: string): string =>
  `::${level} title=${inProperty(title)}::${inMessage(text)}`

/** A line break of an agent's would begin a command of its own. */
const inMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
