import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isStoreFile, openStore } from '../../../storage/open/open-store.ts'
import { inspectSqliteFile } from '../../../storage/sqlite/check.ts'
import { runHeaderIfReadable } from '../../runs/run-header.ts'

const FINDINGS_SHOWN = 5

/** What the doctor looks at. */
export type DoctorOutside = ReturnType<typeof thisMachine>

/** The machine itself. */
export const thisMachine = (env: Readonly<Record<string, string | undefined>>) => ({
  node: process.version,
  env,
  clock: Date.now,
  /** bytes; null: there is no such file */
  sizeOf: async (file: string) => (await stat(file).catch(() => undefined))?.size ?? null,
  inspect: (file: string) => inspectSqliteFile(file, FINDINGS_SHOWN),
  isFile: isStoreFile,
  /** of a store, with the ids of those whose header cannot be read; null: a database that holds no store yet */
  runsIn: async (place: string): Promise<{ count: number; unreadable: readonly string[] } | null> => {
    const store = await openStore(place, 'if-there')
    if (store === null) return null
    try {
      const runs = await store.runs()
      const unreadable = runs.filter((run) => runHeaderIfReadable(run) === undefined).map(({ id }) => id)
      return { count: runs.length, unreadable }
    } finally {
      await store.close()
    }
  },
  /** of the folder a file lies or would lie in */
  disk: async (file: string) => {
    const folder = await nearestFolder(isStoreFile(file) ? dirname(file) : process.cwd())
    const { bavail, bsize } = await statfs(folder)
    const writable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    )
    return { free: bavail * bsize, writable }
  },
  reach,
})

/** The folder itself, or the first one above it that is there. */
async function nearestFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined)
  return found?.isDirectory() === true || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

/** One HEAD, through the proxy that calls to models go through. Out: an HTTP status, or why there was none. */
async function reach(url: string, timeoutMs: number): Promise<number | string> {
  const { request, EnvHttpProxyAgent } = await import('undici')
  const dispatcher = new EnvHttpProxyAgent()
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { statusCode, body } = await request(url, { method: 'HEAD', dispatcher, signal })
    await body.dump()
    return statusCode
  } catch (error) {
    if (!(error instanceof Error)) return String(error)
    if (error.name === 'TimeoutError') return 'no answer in time'
    return 'code' in error && typeof error.code === 'string' ? error.code : error.message
  } finally {
    await dispatcher.destroy()
  }
}
