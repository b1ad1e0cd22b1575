import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { EXIT, SageError } from '../../base/error.ts'

/** A file of the built studio, held in memory: a request picks a name from this list and never becomes a path. */
export type Asset = { readonly body: Uint8Array<ArrayBuffer>; readonly type: string }

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Every file of the folder by its address: `/assets/x.js`, and `/` for the page itself. */
export function loadAssets(folder: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const entry of entriesOf(folder)) {
    const type = TYPES[extname(entry)]
    if (type === undefined) continue
    const address = `/${entry.replaceAll('\\', '/')}`
    assets.set(address === '/index.html' ? '/' : address, {
      body: new Uint8Array(readFileSync(join(folder, entry))),
      type,
    })
  }
  if (!assets.has('/')) throw notBuilt(folder)
  return assets
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch (cause) {
    throw notBuilt(folder, cause)
  }
}

const notBuilt = (folder: string, cause?: unknown): SageError =>
  new SageError('studio-not-built', `The studio pages are missing from ${folder}.`, {
    hint: 'In a clone, run npm run build. Otherwise, reinstall the package.',
    exit: EXIT.machinery,
    cause,
  })
