import type { Failure } from './failures.ts'
import type { AgentResult, RunResult } from './run-result.ts'
import { runTable } from './run-table.ts'

/** The report of a run as Markdown: what happened, for people who read no code; no number is computed here. */
export function runMarkdown(result: RunResult, failures: readonly Failure[]): string {
  const packs = Object.entries(result.versions.packs).map(([id, hash]) => `${id} (${hash.slice(0, 12)})`)
  return [
    `# Run ${result.run}`,
    '',
    `${result.trials} conversations: ${result.judged} judged, ${result.voided} void because the customer left its card,`,
    `${result.faulted} lost to faults of our machinery. Packs: ${packs.join(', ')}. Rules: version ${result.versions.rules}.`,
    '',
    'Each number stands with the conversations it rests on and its 95 % interval; numbers whose intervals overlap',
    'may differ by chance alone. There is no total score: safe but useless and helpful but reckless are different faults.',
    '',
    '```',
    runTable(result),
    '```',
    ...result.agents.flatMap((agent) => agentSection(agent, failures)),
    '',
  ].join('\n')
}

const FAILURES_MAX = 10

function agentSection(agent: AgentResult, failures: readonly Failure[]): readonly string[] {
  const own = failures.filter((failure) => failure.agent === agent.agent)
  const kind =
    agent.kind === 'instrument' ? ' (an instrument: it tests the benchmark and is never ranked)' : ''
  const head = ['', `## ${agent.agent}${kind}`, '']
  if (own.length === 0) return [...head, 'Never left the procedure.']
  const shown = own
    .slice(0, FAILURES_MAX)
    .flatMap((failure) => [
      `- **${failure.trials} ${failure.trials === 1 ? 'conversation' : 'conversations'}** first left the procedure at ${failure.clauses.join(', ') || 'no clause'}:`,
      `  "${failure.sentence}"`,
      `  What it did instead: ${failure.did}. See \`sage explain ${failure.examples[0] ?? ''}\`.`,
    ])
  const rest = own.length - FAILURES_MAX
  return [
    ...head,
    'Where it left the procedure, most frequent first:',
    '',
    ...shown,
    ...(rest > 0 ? [`- and ${rest} more places.`] : []),
  ]
}
