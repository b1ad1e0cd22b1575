import { join } from 'node:path'
import type { RunId } from '../../base/values/ids.ts'
import type { ReportFile } from '../../report/studio-views/report-file.ts'
import { packageRoot } from '../../runner/files/package-root.ts'
import { CONVERSATIONS_MAX, gatherReport } from '../../runner/studio/gather-report.ts'
import { openStudioData } from '../../runner/studio/studio-data.ts'
import type { Store } from '../../storage/store.ts'
import { ownVersion } from '../terminal/own-version.ts'
import { htmlFile, loadReportPage } from './html-file.ts'
import { siteFiles } from './site-files.ts'

/** The files that pages were asked for: path -> text. `runs`: their ids. */
export async function pageFiles(
  store: Store,
  runs: readonly RunId[],
  asked: {
    readonly html: string | undefined
    readonly site: string | undefined
    readonly change: (file: ReportFile) => ReportFile
    readonly workingFolder: string
  },
): Promise<readonly (readonly [path: string, text: string])[]> {
  const { html, site, workingFolder } = asked
  if (html === undefined && site === undefined) return []
  const page = loadReportPage(join(packageRoot(), 'dist/report-page'))
  const data = openStudioData(store, { workingFolder, clock: Date.now, apart: null })
  const about = { version: ownVersion(), conversationsMax: CONVERSATIONS_MAX }
  const file = asked.change(await gatherReport(data, runs, about))
  return [
    ...(html === undefined
      ? []
      : [[html, htmlFile(page, { title: titleOf(file), document: file, start: '/summary' })] as const]),
    ...(site === undefined
      ? []
      : [...siteFiles(page, file)].map(([path, text]) => [join(site, path), text] as const)),
  ]
}

const titleOf = ({ runs }: ReportFile): string => `SAGE report: ${runs.map(({ run }) => run).join(', ')}`
