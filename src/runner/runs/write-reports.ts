import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT, SageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import { jsonPieces } from '../../base/values/json-pieces.ts'
import { reportSections } from '../../report/render/report-sections.ts'
import { sectionsToMarkdown } from '../../report/render/sections-to-markdown.ts'
import type { RunResult } from '../../report/result/run-result.ts'
import { namedStore } from '../../storage/open/open-store.ts'
import { makeFolder } from '../files/make-folder.ts'
import type { RunRequest } from '../settings/run-request.ts'
import type { ClosedRun } from './run-ledger.ts'

type ReportPlace = Pick<RunRequest, 'out' | 'store'>

export const reportPath = ({ out }: Pick<ReportPlace, 'out'>, run: RunId): string => join(out, `${run}.md`)

/** What a run came to, as data and as a page. By now the run is stored: where there is no room for these, nothing is lost. */
export async function writeReports(where: ReportPlace, { result, report }: ClosedRun): Promise<RunResult> {
  const sections = reportSections(report, namedStore(where.store))
  await makeFolder(where.out, '--out')
  try {
    await writeFile(join(where.out, `${result.run}.json`), jsonPieces(result))
    await writeFile(reportPath(where, result.run), sectionsToMarkdown(sections))
  } catch (cause) {
    throw new SageError(
      'report-unwritten',
      `The report of run ${result.run} cannot be written to ${where.out}.`,
      {
        hint: `The run itself is stored. Free disk space, or choose another folder: sage run --resume ${result.run} --out <dir>`,
        exit: EXIT.machinery,
        cause,
      },
    )
  }
  return result
}
