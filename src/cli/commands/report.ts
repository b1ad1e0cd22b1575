import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { SAGE } from '../../base/shell.ts'
import { mediansOf, mediansSections } from '../../report/render/medians-of-runs.ts'
import { reportSections } from '../../report/render/report-sections.ts'
import { sayDecision, sayVerdictLine } from '../../report/render/say-decision.ts'
import { sectionsToText } from '../../report/render/sections-to-text.ts'
import { exitOf } from '../../report/result/decision.ts'
import type { Report } from '../../report/result/report.ts'
import { redactCases, redactFile, redactReport } from '../../report/studio-views/redact.ts'
import type { ReportFile } from '../../report/studio-views/report-file.ts'
import { writeText } from '../../runner/files/write-text.ts'
import { reportRun } from '../../runner/runs/report-run.ts'
import type { ClosedRun } from '../../runner/runs/run-ledger.ts'
import { namedStore } from '../../storage/open/open-store.ts'
import type { Store } from '../../storage/store.ts'
import { textFiles } from '../report/report-files.ts'
import { pageFiles } from '../report/write-pages.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { storeOption, withStore } from '../terminal/store-option.ts'
import { NO_COLOURS, type Terminal } from '../terminal/terminal.ts'

const Options = z.strictObject({
  store: z.string(),
  md: z.string().optional(),
  csv: z.string().optional(),
  junit: z.string().optional(),
  html: z.string().optional(),
  site: z.string().optional(),
  summary: z.string().optional(),
  wide: z.boolean().default(false),
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
    .option('--summary <file>', 'write one screen as Markdown, for a pull-request comment')
    .option('--wide', 'print the whole report: every table, and the ids of conversations')
    .option('--redact', 'remove all messages and record values')
    .addOption(storeOption())
    .addHelpText(
      'after',
      examples([
        ['sage report latest', 'the decision of the latest run, as it was printed when the run ended'],
        ['sage report latest --wide', 'all of it: figures, tables, ids, and how reliable they are'],
        ['sage report latest --html report.html', 'one file to share, with the failed conversations inside'],
        ['sage report latest --site public --redact', 'a leaderboard to publish, without any messages'],
        ['sage report latest --md report.md --csv tables --junit junit.xml', 'the report as files'],
      ]),
    )
    .action(does(report))

async function report({ words, options, terminal, workingFolder, own }: Asked): Promise<Answer> {
  const asked = { ...Options.parse(options), workingFolder, own }
  const { runs, pages } = await readRuns(z.array(z.string()).parse(words[0]), asked)
  const store = namedStore(asked.store)
  const files = [...pages, ...textFiles(runs, { ...asked, store })]
  const written = await Promise.all(files.map(([path, text]) => writeText(path, text, workingFolder)))
  const [only] = runs
  const reports = runs.map((run) => run.report)
  return {
    json:
      runs.length === 1 && only !== undefined ? only.report : { runs: reports, medians: mediansOf(reports) },
    text:
      written.length > 0
        ? sayWritten(written, asked, workingFolder)
        : [
            ...runs.map(({ report: one }) => (asked.wide ? sayWide(one, store) : sayShort(one, terminal))),
            ...(mediansSections(reports).length === 0 ? [] : [sectionsToText(mediansSections(reports))]),
          ].join('\n\n'),
    // A run that failed its gates fails them however often it is printed.
    exit: runs.map(({ result }) => exitOf(result)).sort((a, b) => b - a)[0] ?? EXIT.ok,
  }
}

/** What the run printed when it ended. */
function sayShort(told: Report, { paintOut = NO_COLOURS }: Terminal): string {
  const { decision } = told
  const numbers = sayDecision(decision, paintOut).join('\n')
  return `${sayVerdictLine(decision, paintOut)}   run ${told.run}\n\n${numbers}\n\nTables and ids:    ${SAGE} report ${told.run} --wide`
}

const sayWide = (told: Report, store: string | null): string => sectionsToText(reportSections(told, store))

type Wishes = z.infer<typeof Options> & Pick<Asked, 'workingFolder' | 'own'>

const readRuns = (ids: readonly string[], asked: Wishes) =>
  withStore({ named: asked.store, workingFolder: asked.workingFolder }, async (opened) => {
    const runs = await countRuns(opened, ids, asked)
    const change = asked.redact ? redactFile : (file: ReportFile) => file
    const told = runs.map(({ result }) => result.run)
    const pages = await pageFiles(opened, told, { ...asked, change })
    return { runs: asked.redact ? runs.map(redactRun) : runs, pages }
  })

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
