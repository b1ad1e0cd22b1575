import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readYamlData } from '../../base/files/yaml-file.ts'
import type { Pack } from '../../cases/case.ts'
import type { PackLine } from '../../report/studio-views/pack-line.ts'
import type { StoredRun } from '../../storage/store.ts'
import { namedPacks } from '../files/find-pack.ts'
import { loadPack } from '../packs/load-pack.ts'
import { packFoldersOf } from '../runs/run-header.ts'

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
  const folders = (runs: readonly StoredRun[]): ReadonlyMap<string, string> =>
    new Map([
      ...runs.flatMap((run) => [...packFoldersOf(run)]),
      ...namedPacks(workingFolder).map(({ name, dir }) => [name, dir] as const),
    ])
  return {
    lines: (runs) => packLines(folders(runs)),
    find: async (id, runs) => {
      const dir = folders(runs).get(id)
      return dir === undefined ? undefined : loadPack(dir).catch(() => undefined)
    },
  }
}

const Named = z.object({ title: z.string() })
const Priced = z.object({ currency: z.string() })

/** Titles of packs by their folders: a list of packs must not wait until all of them are loaded and checked. */
const packLines = (folders: ReadonlyMap<string, string>): Promise<readonly PackLine[]> =>
  Promise.all(
    [...folders]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([pack, dir]) => ({
        pack,
        title: (await readAs(join(dir, 'pack.yaml'), Named))?.title ?? null,
        currency: (await readAs(join(dir, 'world.yaml'), Priced))?.currency ?? null,
      })),
  )

async function readAs<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.safeParse(readYamlData(file, await readFile(file, 'utf8')).value).data
  } catch {
    return undefined
  }
}
