import { appendFile } from 'node:fs/promises'
import { ciSummary, githubAnnotations } from '../../report/render/ci-summary.ts'
import type { FailedList } from '../../report/result/failed-case.ts'
import type { OwnParts } from '../../report/result/to-run-result.ts'
import { writeText } from '../../runner/files/write-text.ts'
import { listFailed } from '../../runner/runs/failed-list.ts'
import type { ClosedRun } from '../../runner/runs/run-ledger.ts'
import type { RunRequest } from '../../runner/settings/run-request.ts'
import { namedStore, openStore } from '../../storage/open/open-store.ts'
import type { Store } from '../../storage/store.ts'
import { type ReportFileWishes, reportFiles } from '../report/report-files.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { sayFailures } from './say-failures.ts'

/** Above this many a list at the end of a run is no longer read. */
const SHOWN_MAX = 10

export type AfterRun = ReportFileWishes & {
  readonly verbose: boolean
  /** file for the summary of the run, as Markdown */
  readonly summary: string | undefined
  readonly workingFolder: string
  readonly own: OwnParts
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
}

/** What a run leaves behind besides its result: the list of what failed, the files asked for, and what GitHub shows. */
export async function afterRun(
  closed: ClosedRun,
  request: Pick<RunRequest, 'store'>,
  wishes: AfterRun,
): Promise<readonly string[]> {
  const store = await openStore(request.store, 'read')
  try {
    const failures = await listFailed(store, closed, {
      max: wishes.verbose ? Number.POSITIVE_INFINITY : SHOWN_MAX,
      kinds: wishes.verbose ? ['agent', 'instrument'] : ['agent'],
      by: wishes.verbose ? 'case' : 'cause',
    })
    await tellGithub(closed, failures, wishes)
    const wrote = await writeFiles(store, closed, { failures, wishes, place: namedStore(request.store) })
    return [
      ...sayFailures(failures, {
        severalAgents: closed.result.agents.length > 1,
        store: namedStore(request.store),
      }),
      ...wrote.map((path) => `Wrote:   ${path}`),
    ]
  } finally {
    await store.close()
  }
}

async function writeFiles(
  store: Store,
  closed: ClosedRun,
  of: { readonly failures: FailedList; readonly wishes: AfterRun; readonly place: string | null },
): Promise<readonly string[]> {
  const { wishes, failures, place } = of
  const files = await reportFiles(store, [closed], { ...wishes, store: place })
  const summary =
    wishes.summary === undefined ? [] : [[wishes.summary, ciSummary(closed.result, failures)] as const]
  return Promise.all(
    [...files, ...summary].map(([path, text]) => writeText(path, text, wishes.workingFolder)),
  )
}

/** GitHub Actions names files for the summary and the outputs of a step; annotations are lines of its log. */
async function tellGithub(
  { result }: ClosedRun,
  failures: FailedList,
  { env, terminal }: Pick<AfterRun, 'env' | 'terminal'>,
): Promise<void> {
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = env
  if (env['GITHUB_ACTIONS'] === 'true')
    for (const line of githubAnnotations(result, failures)) terminal.err(`${line}\n`)
  if (summary !== undefined && summary !== '') await appendFile(summary, `${ciSummary(result, failures)}\n`)
  if (output !== undefined && output !== '')
    await appendFile(
      output,
      [
        `run=${result.run}`,
        `report=${result.report ?? ''}`,
        `gates_met=${result.gates.every(({ met }) => met)}`,
        `failed_cases=${failures.total}`,
        '',
      ].join('\n'),
    )
}
