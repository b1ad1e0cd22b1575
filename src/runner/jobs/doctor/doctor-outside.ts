import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isStoreFile, openStore } from '../../../storage/open/open-store.ts'
import { inspectSqliteFile } from '../../../storage/sqlite/check.ts'
import type { DoctorOutside } from './doctor.ts'

const FINDINGS_SHOWN = 5

/** The machine itself. */
export const thisMachine = (env: DoctorOutside['env']): DoctorOutside => ({
  node: process.version,
  env,
  clock: Date.now,
  ticks: () => performance.now(),
  sleep: async (ms) => void (await sleep(ms)),
  sizeOf: async (file) => (await stat(file).catch(() => undefined))?.size ?? null,
  inspect: (file) => inspectSqliteFile(file, FINDINGS_SHOWN),
  isFile: isStoreFile,
  countRuns,
  disk: async (file) => {
    const folder = await nearestFolder(isStoreFile(file) ? dirname(file) : process.cwd())
    const { bavail, bsize } = await statfs(folder)
    return { free: bavail * bsize, writable: await isWritable(folder) }
  },
  reach: (url, timeoutMs) => reach(url, timeoutMs, env),
})

async function countRuns(place: string): Promise<number | null> {
  const store = await openStore(place, 'if-there')
  if (store === null) return null
  try {
    return (await store.runs()).length
  } finally {
    await store.close()
  }
}

/** The folder itself, or the first one above it that is there. */
async function nearestFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined)
  return found?.isDirectory() === true || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

/** One HEAD, through the proxy that calls to models go through. */
async function reach(url: string, timeoutMs: number, env: DoctorOutside['env']): Promise<number | string> {
  const { request, EnvHttpProxyAgent } = await import('undici')
  const httpProxy = env['http_proxy'] ?? env['HTTP_PROXY']
  const httpsProxy = env['https_proxy'] ?? env['HTTPS_PROXY']
  const noProxy = env['no_proxy'] ?? env['NO_PROXY']
  const dispatcher = new EnvHttpProxyAgent({
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { statusCode, body } = await request(url, { method: 'HEAD', dispatcher, signal })
    await body.dump()
    return statusCode
  } catch (error) {
    return whyNot(error)
  } finally {
    await dispatcher.destroy()
  }
}

function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
