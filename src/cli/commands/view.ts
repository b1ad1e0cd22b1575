import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { packageRoot } from '../../runner/files/package-root.ts'
import { openStudioData, type StudioData } from '../../runner/studio/studio-data.ts'
import { openDesks } from '../../runner/workbench/desks.ts'
import { runChoices } from '../../runner/workbench/run-choices.ts'
import { openStore, storePlace } from '../../storage/open/open-store.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { wholeNumber } from '../terminal/options.ts'
import { ownVersion } from '../terminal/own-version.ts'
import { storeOption } from '../terminal/store-option.ts'
import { type Asset, loadAssets } from '../view/assets.ts'
import { openJobs } from '../view/jobs.ts'
import { studioApp } from '../view/studio-app.ts'
import type { Workbench } from '../view/workbench-app.ts'

const Options = z.strictObject({ store: z.string(), port: z.int(), open: z.boolean(), edit: z.boolean() })

export const defineView: DefineCommand = (command, does) =>
  command
    .addOption(storeOption())
    .option('--port <n>', 'listen on this port; 0 picks a free one', wholeNumber({ min: 0, max: 65_535 }), 0)
    .option('--edit', 'let the pages write desks of this project and start runs', false)
    .option('--no-open', 'print the link without opening a browser')
    .addHelpText(
      'after',
      examples([
        ['sage view', 'open the studio in the browser'],
        ['sage view --edit', 'build desks and start runs in the browser; docs/workbench.md'],
        [
          'sage view --store team.db --port 4400 --no-open',
          'use another store and a fixed port, and only print the link',
        ],
      ]),
    )
    .action(does(view))

async function view({ options, terminal, workingFolder, own }: Asked): Promise<Answer> {
  const asked = Options.parse(options)
  const assets = loadAssets(join(packageRoot(), 'dist/studio'))
  const place = storePlace(asked.store, workingFolder)
  // A new project has no store yet, and the first run is started here.
  if (asked.edit) await (await openStore(place, 'write')).close()
  const store = await openStore(place, 'read')
  const [, cli = ''] = process.argv
  const jobs = openJobs({ cli, store: asked.store, workingFolder, clock: Date.now })
  const bench: Workbench = {
    desks: openDesks(workingFolder),
    jobs,
    choices: () => runChoices(workingFolder, process.env, own.kinds),
    author: await authorOf(workingFolder),
    edit: asked.edit,
  }
  const data = openStudioData(store, { workingFolder, clock: Date.now, own })
  try {
    const about = { version: ownVersion(), store: storePlace(asked.store, workingFolder) }
    const serving = await serveStudio({ data, assets, about, bench, port: asked.port })
    // Listened for before anybody can know that there is something to end.
    const ended = interrupted()
    terminal.err(`The studio is at ${serving.address}\nPress Ctrl-C to stop it.\n`)
    if (asked.open) openBrowser(serving.address)
    await ended
    await serving.close()
    await jobs.close()
    return { json: { address: serving.address, port: serving.port }, text: '', exit: EXIT.ok }
  } finally {
    await store.close()
  }
}

/** Ctrl-C is how a person ends it: no failure. */
const interrupted = (): Promise<void> =>
  new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })

/** Who works here, as git says it, else the system. A name to start from: no one verifies it. */
const authorOf = (workingFolder: string): Promise<string> =>
  new Promise((resolve) => {
    execFile('git', ['config', 'user.name'], { cwd: workingFolder, timeout: 2_000 }, (error, said) => {
      const name = error === null ? said.trim() : ''
      resolve(name === '' ? userName() : name)
    })
  })

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number without a name.
    return ''
  }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
}

/** Opens an address in the person's browser; where there is none, the printed link does as well. */
function openBrowser(address: string): void {
  const [command, ...words] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}

/** A running studio: where to open it, and how to end it. */
type Serving = { readonly address: string; readonly port: number; readonly close: () => Promise<void> }

const LOOPBACK = '127.0.0.1'

/** `port: 0` takes any free one. Never listens beyond this machine. */
async function serveStudio(parts: {
  readonly data: StudioData
  readonly assets: ReadonlyMap<string, Asset>
  readonly about: { readonly version: string; readonly store: string }
  readonly bench: Workbench
  readonly port: number
}): Promise<Serving> {
  const token = randomBytes(24).toString('base64url')
  let hosts: ReadonlySet<string> = new Set()
  const app = studioApp({ ...parts, token, hosts: () => hosts })
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: app.fetch, hostname: LOOPBACK, port: parts.port },
      ({ port }: AddressInfo) => {
        hosts = new Set([`${LOOPBACK}:${port}`, `localhost:${port}`])
        resolve({
          address: `http://${LOOPBACK}:${port}/?token=${token}`,
          port,
          close: () =>
            new Promise((closed) => {
              server.close(() => closed())
              if ('closeAllConnections' in server) server.closeAllConnections()
            }),
        })
      },
    )
    server.on('error', (cause) =>
      reject(
        usageError(
          'port-taken',
          `The studio cannot listen on port ${parts.port}: ${cause instanceof Error ? cause.message : String(cause)}`,
          'Choose another port with --port, or omit --port to use a free one.',
          cause,
        ),
      ),
    )
  })
}
