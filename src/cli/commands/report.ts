import { join, resolve } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { junitXml } from '../../report/junit-xml.ts'
import { reportCsv } from '../../report/report-csv.ts'
import { reportSections } from '../../report/report-sections.ts'
import { sectionsToMarkdown } from '../../report/sections-to-markdown.ts'
import { sectionsToText } from '../../report/sections-to-text.ts'
import { DEFAULT_STORE, namedStore, openStoreToRead } from '../../runner/open-store.ts'
import { REPORTED_PLACES, reportRun } from '../../runner/report-run.ts'
import type { ClosedRun } from '../../runner/run-ledger.ts'
import { writeText } from '../../runner/write-text.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../command.ts'

const Options = z.strictObject({
  store: z.string(),
  md: z.string().optional(),
  csv: z.string().optional(),
  junit: z.string().optional(),
})

export const defineReport: DefineCommand = (command, does) =>
  command
    .argument('<run...>', 'stored runs: their ids, or latest')
    .option('--md <file>', 'write the report as Markdown')
    .option('--csv <dir>', 'write its tables as CSV: by agent, pack, intensity and tactic')
    .option('--junit <file>', 'write one test suite an agent and one test a case, for CI')
    .option('--store <file.db>', 'where runs are kept', DEFAULT_STORE)
    .addHelpText(
      'after',
      examples([
        [
          'sage report latest',
          'the latest run: for a manager first, then figures, then how far to trust them',
        ],
        ['sage report latest --md report.md --csv tables --junit junit.xml', 'the same as files'],
      ]),
    )
    .action(does(report))

async function report({ words, options, workingFolder }: Asked): Promise<Answer> {
  const asked = Options.parse(options)
  const runs = await countRuns(z.array(z.string()).parse(words[0]), asked, workingFolder)
  const store = namedStore(asked.store)
  const written = await writeAll(runs, { ...asked, store }, workingFolder)
  const [only] = runs
  return {
    json: runs.length === 1 && only !== undefined ? only.report : { runs: runs.map((run) => run.report) },
    text:
      written.length > 0
        ? written.map((path) => `wrote ${path}`).join('\n')
        : runs.map((run) => sectionsToText(reportSections(run.report, { store, places: 0 }))).join('\n\n'),
    exit: EXIT.ok,
  }
}

async function countRuns(
  ids: readonly string[],
  { store, md }: z.infer<typeof Options>,
  workingFolder: string,
): Promise<readonly ClosedRun[]> {
  const opened = await openStoreToRead(store, workingFolder)
  try {
    const runs: ClosedRun[] = []
    for (const id of ids)
      runs.push(await reportRun(opened, id, md === undefined ? null : resolve(workingFolder, md)))
    return runs.filter(
      (run, index) => runs.findIndex(({ result }) => result.run === run.result.run) === index,
    )
  } finally {
    await opened.close()
  }
}

/** Writes the files that were asked for; returns their paths. */
async function writeAll(
  runs: readonly ClosedRun[],
  { md, csv, junit, store }: Pick<z.infer<typeof Options>, 'md' | 'csv' | 'junit'> & { store: string | null },
  workingFolder: string,
): Promise<readonly string[]> {
  const reports = runs.map(({ report }) => report)
  const markdown = () =>
    reports
      .map((one) => sectionsToMarkdown(reportSections(one, { store, places: REPORTED_PLACES })))
      .join('\n')
  const files: readonly (readonly [path: string, text: string])[] = [
    ...(md === undefined ? [] : [[md, markdown()] as const]),
    ...(csv === undefined
      ? []
      : [...reportCsv(reports)].map(([name, text]) => [join(csv, name), text] as const)),
    ...(junit === undefined ? [] : [[junit, junitXml(runs)] as const]),
  ]
  return Promise.all(files.map(([path, text]) => writeText(path, text, workingFolder)))
}
