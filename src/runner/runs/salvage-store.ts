import { join } from 'node:path'
import { usageError } from '../../base/error.ts'
import type { RunId } from '../../base/values/ids.ts'
import { isStoreFile, isStoreThere } from '../../storage/open/open-store.ts'
import { isNothingLost, type SalvageLoss, salvageSqliteFile } from '../../storage/sqlite/salvage.ts'
import type { NewRun } from '../../storage/store.ts'
import { writeText } from '../files/write-text.ts'
import { exportRun, runFileName } from './export-run.ts'
import { runHeaderIfReadable } from './run-header.ts'

export type ExportedRun = { readonly run: RunId; readonly file: string; readonly trials: number }

export type SalvagedStore = {
  readonly runs: readonly (ExportedRun & {
    /** trials the run had when it finished; null: not known */
    readonly planned: number | null
  })[]
  readonly loss: SalvageLoss
  /** rows that can be read but not used; null: there are none */
  readonly unusable: string | null
  /** every page was read, and every finished run has all its trials */
  readonly whole: boolean
}

/** Exports all that can still be read of a damaged store (or those runs of it that are named). The store is left as it is. */
export async function salvageStore(
  store: string,
  folder: string,
  wanted: readonly string[],
): Promise<SalvagedStore> {
  if (!isStoreFile(store))
    throw usageError(
      'usage',
      '--salvage reads the pages of a damaged store file. This store is a database.',
      'Export without --salvage, or restore a backup of the database.',
    )
  if (!(await isStoreThere(store)))
    throw usageError('no-store', `There is no store ${store}.`, 'Give its path with --store.')
  const salvage = salvageSqliteFile(store)
  try {
    const runs: SalvagedStore['runs'][number][] = []
    for (const run of salvage.runs) {
      if (wanted.length > 0 && !wanted.includes(run.id)) continue
      const file = join(folder, runFileName(run.id))
      const { trials } = await exportRun(salvage, run, file)
      runs.push({ run: run.id, file, trials, planned: plannedOf(run) })
    }
    const complete = runs.every(({ trials, planned }) => planned === null || trials >= planned)
    const { loss } = salvage
    const unusable = await writeUnusable([...salvage.unusable()], folder)
    return { runs, loss, unusable, whole: isNothingLost(loss) && complete }
  } finally {
    salvage.close()
  }
}

const plannedOf = (run: NewRun): number | null =>
  run.finishedAt === null ? null : (runHeaderIfReadable(run)?.planned ?? null)

async function writeUnusable(rows: readonly object[], folder: string): Promise<string | null> {
  if (rows.length === 0) return null
  const file = join(folder, 'unusable-rows.jsonl')
  return writeText(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''), folder)
}
