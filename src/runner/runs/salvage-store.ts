import { join } from 'node:path'
import { usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import { isStoreThere } from '../../storage/open/open-store.ts'
import { salvageSqliteFile } from '../../storage/sqlite/salvage.ts'
import { exportRun, runFileName } from './export-run.ts'

export type ExportedRun = { readonly run: RunId; readonly file: string; readonly trials: number }

/** Exports all that can still be read of a damaged store (or those runs of it that are named). The store is left as it is. */
export async function salvageStore(
  store: string,
  folder: string,
  wanted: readonly string[],
): Promise<{ readonly runs: readonly ExportedRun[]; readonly lost: number }> {
  if (!(await isStoreThere(store)))
    throw usageError('no-store', `There is no store ${store}.`, 'Give its path with --store.')
  const salvage = salvageSqliteFile(store)
  try {
    const runs: ExportedRun[] = []
    for (const run of salvage.runs) {
      if (wanted.length > 0 && !wanted.includes(run.id)) continue
      const file = join(folder, runFileName(run.id))
      const { trials } = await exportRun(salvage, run, file)
      runs.push({ run: run.id, file, trials })
    }
    return { runs, lost: salvage.lost() }
  } finally {
    salvage.close()
  }
}
