import { join } from 'node:path'
import { junitXml } from '../../report/render/junit-xml.ts'
import { reportCsv } from '../../report/render/report-csv.ts'
import { reportSections } from '../../report/render/report-sections.ts'
import { sectionsToMarkdown } from '../../report/render/sections-to-markdown.ts'
import type { OwnParts } from '../../report/result/to-run-result.ts'
import { REPORTED_PLACES } from '../../runner/runs/report-run.ts'
import type { ClosedRun } from '../../runner/runs/run-ledger.ts'
import type { Store } from '../../storage/store.ts'
import { pageFiles } from './write-pages.ts'

/** A file to write: its path as a person named it, and its text. */
export type ReportFile = readonly [path: string, text: string]

export type ReportFileWishes = {
  readonly md?: string | undefined
  readonly junit?: string | undefined
  readonly html?: string | undefined
}

/** The report of runs as files: Markdown, CSV tables, JUnit. */
export function textFiles(
  runs: readonly ClosedRun[],
  wishes: Pick<ReportFileWishes, 'md' | 'junit'> & {
    readonly csv?: string | undefined
    readonly store: string | null
  },
): readonly ReportFile[] {
  const { md, csv, junit, store } = wishes
  const reports = runs.map((run) => run.report)
  const markdown = () =>
    reports
      .map((one) => sectionsToMarkdown(reportSections(one, { store, places: REPORTED_PLACES })))
      .join('\n')
  return [
    ...(md === undefined ? [] : [[md, markdown()] as const]),
    ...(csv === undefined
      ? []
      : [...reportCsv(reports)].map(([name, text]) => [join(csv, name), text] as const)),
    ...(junit === undefined ? [] : [[junit, junitXml(runs)] as const]),
  ]
}

/** The same with the page that opens offline, which needs the conversations. */
export async function reportFiles(
  store: Store,
  runs: readonly ClosedRun[],
  wishes: ReportFileWishes & {
    readonly store: string | null
    readonly workingFolder: string
    readonly own: OwnParts
  },
): Promise<readonly ReportFile[]> {
  const { html, workingFolder, own } = wishes
  const pages = await pageFiles(
    store,
    runs.map(({ result }) => result.run),
    { html, site: undefined, workingFolder, own, change: (file) => file },
  )
  return [...textFiles(runs, wishes), ...pages]
}
