import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { usageError } from '../../base/error.ts'
import { readJson } from '../../base/values/json.ts'
import { contentHash, contentHashOf } from '../../cases/pack-hash.ts'
import type { Team } from '../../storage/team.ts'
import { readPackFiles } from '../files/pack-files.ts'
import type { RunHeader } from '../runs/run-header.ts'

/** Packs travel with the store, by their content: a worker plays what was submitted, not what lies in its own folders. */
export async function storePacks(team: Pick<Team, 'savePack'>, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const files = await readPackFiles(folder)
    await team.savePack(contentHash(files), JSON.stringify(Object.fromEntries(files)))
  }
}

/** The folders of a run's packs on this machine, in their order; fetched unless they are here already. */
export async function fetchPacks(
  team: Pick<Team, 'packFiles'>,
  { versions, files }: Pick<RunHeader, 'versions' | 'files'>,
  cache = cacheFolder(),
): Promise<readonly string[]> {
  const folders: string[] = []
  for (const pack of Object.keys(versions.packs)) {
    const hash = contentHashOf(files[pack] ?? {})
    const folder = join(cache, hash)
    if (!existsSync(folder)) await unpack(folder, readCarried(await team.packFiles(hash), { pack, hash }))
    folders.push(folder)
  }
  return folders
}

/** Of this user alone: nobody else can put a pack there. What is found there is hashed again before it is played. */
const cacheFolder = (): string => join(homedir(), '.cache/sage/packs')

const Files = z.record(z.string().refine(isInside), z.string())

function isInside(name: string): boolean {
  return (
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !/[\\:\0]/.test(name)
  )
}

function readCarried(
  text: string | undefined,
  { pack, hash }: { readonly pack: string; readonly hash: string },
): ReadonlyMap<string, string> {
  const read = Files.safeParse(text === undefined ? undefined : readJson(text))
  const files = new Map(Object.entries(read.data ?? {}))
  if (read.success && contentHash(files) === hash) return files
  throw usageError(
    'unknown-pack',
    text === undefined
      ? `The store does not have the files of pack ${pack}.`
      : `The files of pack ${pack} in the store are damaged.`,
    'Submit the run again.',
  )
}

/** Whole or not at all: several workers of one machine may fetch a pack at once. */
async function unpack(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const part = await mkdtemp(`${folder}-`)
  for (const [name, text] of files) {
    const file = join(part, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await rename(part, folder).catch(async (error: unknown) => {
    await rm(part, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  })
}
