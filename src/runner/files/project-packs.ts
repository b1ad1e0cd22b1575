import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readYaml } from '../../base/files/yaml-file.ts'

/** A pack as named by a person, found on disk. */
export type PackPlace = { readonly name: string; readonly dir: string }

const ProjectFile = z.object({ packs: z.union([z.literal('all'), z.array(z.string())]).optional() })
const PackName = z.object({ id: z.string() })

/**
 * Packs that a project has outside ./packs: the working folder itself, and the folders that `packs:` in sage.yaml names.
 * Each by the id in its pack.yaml: reports name packs by that. A sage.yaml with mistakes names none here; whoever needs its
 * settings says what is wrong with it.
 */
export function projectPacks(workingFolder: string): readonly PackPlace[] {
  const { value } = readYaml('sage.yaml', textOf(join(workingFolder, 'sage.yaml')) || '{}', ProjectFile)
  const named = value?.packs === undefined || value.packs === 'all' ? [] : value.packs
  const dirs = [...new Set(['.', ...named].map((name) => resolve(workingFolder, name)))]
  return dirs.flatMap((dir) => {
    const id = packIdIn(dir)
    return id === undefined ? [] : [{ name: id, dir }]
  })
}

/** The id in a folder's pack.yaml; undefined: there is no pack. */
export const packIdIn = (dir: string): string | undefined =>
  existsSync(join(dir, 'pack.yaml'))
    ? readYaml('pack.yaml', textOf(join(dir, 'pack.yaml')), PackName).value?.id
    : undefined

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
