import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Beside the code it speaks of. */
export const LICENCES_FILE = 'dist/THIRD-PARTY-LICENSES.txt'

const Manifest = z.object({ version: z.string(), license: z.string() })

/** The libraries whose code is in the built files: the bundler writes above each module where it comes from. */
export function bundledIn(root: string): readonly string[] {
  const names = readdirSync(join(root, 'dist'))
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [...readFileSync(join(root, 'dist', file), 'utf8').matchAll(FROM)])
    .map(([, name = '']) => name)
  return [...new Set(names)].sort()
}

const FROM = /^\/\/#region node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm

/** Their licences ask that this text goes wherever their code goes. */
export function writeLicences(root: string): void {
  const parts = bundledIn(root).map((name) => {
    const folder = join(root, 'node_modules', name)
    const { version, license } = Manifest.parse(
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    )
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}\n`
  })
  writeFileSync(join(root, LICENCES_FILE), `${HEAD}\n${parts.join(RULE)}`)
}

const RULE = `\n${'-'.repeat(80)}\n\n`
const HEAD = `The files of this folder hold code of these libraries, in the versions that package.json names.\n${RULE}`
