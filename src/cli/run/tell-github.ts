import { appendFile } from 'node:fs/promises'
import { ciSummary, githubAnnotations } from '../../report/render/ci-summary.ts'
import type { ClosedRun } from '../../runner/runs/run-ledger.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** GitHub Actions names files for the summary and the outputs of a step; annotations are lines of its log. */
export async function tellGithub(
  { result, report, cases }: ClosedRun,
  terminal: Terminal,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = env
  if (env['GITHUB_ACTIONS'] === 'true')
    for (const line of githubAnnotations(report)) terminal.err(`${line}\n`)
  if (summary !== undefined && summary !== '') await appendFile(summary, `${ciSummary(report)}\n`)
  if (output !== undefined && output !== '')
    await appendFile(
      output,
      [
        `run=${result.run}`,
        `report=${result.report ?? ''}`,
        `gates_met=${result.gates.every(({ met }) => met)}`,
        `failed_cases=${cases.filter(({ failure }) => failure !== null).length}`,
        '',
      ].join('\n'),
    )
}
