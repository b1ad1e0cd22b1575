import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { usageError } from '../../base/error.ts'
import type { StudioData } from '../../runner/studio/studio-data.ts'
import type { Asset } from './assets.ts'
import { studioApp } from './studio-app.ts'
import type { Workbench } from './workbench-app.ts'

/** A running studio: where to open it, and how to end it. */
export type Serving = { readonly address: string; readonly port: number; readonly close: () => Promise<void> }

const LOOPBACK = '127.0.0.1'

/** `port: 0` takes any free one. Never listens beyond this machine. */
export async function serveStudio(parts: {
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
