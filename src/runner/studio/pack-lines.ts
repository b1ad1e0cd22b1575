import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readYamlData } from '../../base/files/yaml-file.ts'
import type { PackLine } from '../../report/studio-views/pack-line.ts'

const Named = z.object({ title: z.string() })
const Priced = z.object({ currency: z.string() })

/** Titles of packs by their folders: a list of packs must not wait until all of them are loaded and checked. */
export const packLines = (folders: ReadonlyMap<string, string>): Promise<readonly PackLine[]> =>
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
