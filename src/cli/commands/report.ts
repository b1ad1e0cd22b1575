import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { reportSections } from '../../report/render/report-sections.ts'
import { sectionsToText } from '../../report/render/sections-to-text.ts'
import { redactCases, redactFile, redactReport } from '../../report/studio-views/redact.ts'
import { writeText } from '../../runner/files/write-text.ts'
import { reportRun } from '../../runner/runs/report-run.ts'
import type { ClosedRun } from '../../runner/runs/run-ledger.ts'
import {
  DEFAULT_STORE,
  namedStore,
  openStore,
  STORE_HELP,
  storePlace,
  withoutPassword,
} from '../../storage/open/open-store.ts'
import type { Store } from '../../storage/store.ts'
import { textFiles } from '../report/report-files.ts'
import { pageFiles } from '../report/write-pages.ts'
import { exitOf } from '../run/run-exit.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'

const Options = z.strictObject({
  store: z.string(),
  md: z.string().optional(),
  csv: z.string().optional(),
  junit: z.string().optional(),
  html: z.string().optional(),
  site: z.string().optional(),
  redact: z.boolean().default(false),
})

export const defineReport: DefineCommand = (command, does) =>
  command
    .argument('<run...>', 'stored runs: their ids, or latest')
    .option('--html <file>', 'write one self-contained page that opens offline')
    .option('--site <dir>', 'write a static site: a leaderboard and one page per agent')
    .option('--md <file>', 'write the report as Markdown')
    .option('--csv <dir>', 'write its tables as CSV: by agent, pack, intensity and tactic')
    .option(
      '--junit <file>',
      'write JUnit XML for CI: one test suite per agent, one test per case, and a suite for the gates',
    )
    .option('--redact', 'remove all messages and record values')
    .option('--store <place>', STORE_HELP, withoutPassword, DEFAULT_STORE)
    .addHelpText(
      'after',
      examples([
        [
          'sage report latest',
          'the latest run: a summary for managers, the figures, then how reliable they are',
        ],
        ['sage report latest --html report.html', 'one file to share, with the failed conversations inside'],
        ['sage report latest --site public --redact', 'a leaderboard to publish, without any messages'],
        ['sage report latest --md report.md --csv tables --junit junit.xml', 'the report as files'],
      ]),
    )
    .action(does(report))

async function report({ words, options, workingFolder, own }: Asked): Promise<Answer> {
  const asked = { ...Options.parse(options), workingFolder, own }
  const { runs, pages } = await readRuns(z.array(z.string()).parse(words[0]), asked)
  const store = namedStore(asked.store)
  const files = [...pages, ...textFiles(runs, { ...asked, store })]
  const written = await Promise.all(files.map(([path, text]) => writeText(path, text, workingFolder)))
  const [only] = runs
  return {
    json: runs.length === 1 && only !== undefined ? only.report : { runs: runs.map((run) => run.report) },
    text:
      written.length > 0
        ? sayWritten(written, asked, workingFolder)
        : runs.map((run) => sectionsToText(reportSections(run.report, { store, places: 0 }))).join('\n\n'),
    // A run that failed its gates fails them however often it is printed.
    exit: runs.map(({ result }) => exitOf(result)).sort((a, b) => b - a)[0] ?? EXIT.ok,
  }
}

type File = readonly [path: string, text: string]
type Wishes = z.infer<typeof Options> & Pick<Asked, 'workingFolder' | 'own'>

async function readRuns(
  ids: readonly string[],
  asked: Wishes,
): Promise<{ readonly runs: readonly ClosedRun[]; readonly pages: readonly File[] }> {
  const opened = await openStore(storePlace(asked.store, asked.workingFolder), 'read')
  try {
    const runs = await countRuns(opened, ids, asked)
    const pages = await pageFiles(
      opened,
      runs.map(({ result }) => result.run),
      {
        html: asked.html,
        site: asked.site,
        workingFolder: asked.workingFolder,
        own: asked.own,
        change: asked.redact ? redactFile : (file) => file,
      },
    )
    return { runs: asked.redact ? runs.map(redactRun) : runs, pages }
  } finally {
    await opened.close()
  }
}

async function countRuns(
  store: Store,
  ids: readonly string[],
  { md, html, workingFolder, own }: Wishes,
): Promise<readonly ClosedRun[]> {
  const path = html ?? md
  const runs: ClosedRun[] = []
  const report = path === undefined ? null : resolve(workingFolder, path)
  for (const id of ids) runs.push(await reportRun(store, id, { report, own }))
  return runs.filter((run, index) => runs.findIndex(({ result }) => result.run === run.result.run) === index)
}

const redactRun = ({ result, report: told, cases }: ClosedRun): ClosedRun => ({
  result,
  report: redactReport(told),
  cases: redactCases(cases),
})

/** Of a site only its first page: nobody opens the others by hand. */
function sayWritten(paths: readonly string[], { site }: Wishes, workingFolder: string): string {
  const folder = site === undefined ? null : resolve(workingFolder, site)
  return paths
    .filter(
      (path) => folder === null || !path.startsWith(folder + sep) || path === join(folder, 'index.html'),
    )
    .map((path) => `wrote ${path}`)
    .join('\n')
}
