import type { Pack } from '../../cases/case.ts'
import type { PackLine } from '../../report/studio-views/pack-line.ts'
import type { StoredRun } from '../../storage/store.ts'
import { namedPacks } from '../files/find-pack.ts'
import { loadPack } from '../packs/load-pack.ts'
import { packFoldersOf } from '../runs/run-header.ts'
import { packLines } from './pack-lines.ts'

/**
 * Packs by id, for people who look at them in a browser. An id is looked up in the list of known packs and in the
 * store's own runs, never taken for a folder: no path of a request reaches the file system.
 */
export type PackFinder = {
  readonly lines: (runs: readonly StoredRun[]) => Promise<readonly PackLine[]>
  /** undefined: not here any more, or it does not load */
  readonly find: (id: string, runs: readonly StoredRun[]) => Promise<Pack | undefined>
}

export function openPackFinder(workingFolder: string): PackFinder {
  const loaded = new Map<string, Promise<Pack | undefined>>()
  const folders = (runs: readonly StoredRun[]): ReadonlyMap<string, string> =>
    new Map([
      ...runs.flatMap((run) => [...packFoldersOf(run)]),
      ...namedPacks(workingFolder).map(({ name, dir }) => [name, dir] as const),
    ])
  return {
    lines: (runs) => packLines(folders(runs)),
    find: (id, runs) => {
      const dir = folders(runs).get(id)
      if (dir === undefined) return Promise.resolve(undefined)
      const known = loaded.get(dir) ?? loadPack(dir).catch(() => undefined)
      loaded.set(dir, known)
      return known
    },
  }
}
