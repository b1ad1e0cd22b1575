import { join } from 'node:path'
import { ciSummary } from '../../report/render/ci-summary.ts'
import { junitXml } from '../../report/render/junit-xml.ts'
import { reportCsv } from '../../report/render/report-csv.ts'
import { reportSections } from '../../report/render/report-sections.ts'
import { sectionsToMarkdown } from '../../report/render/sections-to-markdown.ts'
import type { ClosedRun } from '../../runner/runs/run-ledger.ts'

/** A file to write: its path as a person named it, and its text. */
type ReportFile = readonly [path: string, text: string]

/** The report of runs as files: Markdown, a summary, CSV tables, JUnit. */
export function textFiles(
  runs: readonly ClosedRun[],
  wishes: Readonly<Partial<Record<'md' | 'junit' | 'summary' | 'csv', string | undefined>>> & {
    readonly store: string | null
  },
): readonly ReportFile[] {
  const { md, csv, junit, summary, store } = wishes
  const reports = runs.map((run) => run.report)
  const markdown = () => reports.map((one) => sectionsToMarkdown(reportSections(one, store))).join('\n')
  return [
    ...(md === undefined ? [] : [[md, markdown()] as const]),
    ...(csv === undefined
      ? []
      : [...reportCsv(reports)].map(([name, text]) => [join(csv, name), text] as const)),
    ...(junit === undefined ? [] : [[junit, junitXml(runs)] as const]),
    ...(summary === undefined ? [] : [[summary, reports.map(ciSummary).join('\n')] as const]),
  ]
}
