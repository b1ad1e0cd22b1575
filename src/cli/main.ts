#!/usr/bin/env node
import { readFileSync } from 'node:fs'

// `--version` is answered before anything is loaded: it must start like an empty node process.
const [first] = process.argv.slice(2)
if (first === '--version' || first === '-V') {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : '?'
  process.stdout.write(`${version}\n`)
} else {
  const { main } = await import('./program.ts')
  process.exitCode = await main(process.argv.slice(2))
}
