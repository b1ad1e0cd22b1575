#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'
import { optimiseLate } from './v8-flags.ts'

// `--version` and `--help` are answered before anything is loaded: they must start like an empty node process.
const words = process.argv.slice(2)
const [first] = words
const asksVersion = first === '--version' || first === '-V'
const asksHelp = words.length === 1 && (first === '--help' || first === '-h')
// Written by the build, for lines of 80 characters; a narrower terminal gets its own.
const help = new URL('./help.txt', import.meta.url)
if (asksVersion) {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : '?'
  process.stdout.write(`${version}\n`)
} else if (asksHelp && (process.stdout.columns ?? 80) >= 80 && existsSync(help)) {
  // `sage --help | head` closes our output early.
  process.stdout.on('error', () => process.exit(0))
  process.stdout.write(readFileSync(help, 'utf8'))
} else {
  optimiseLate()
  const { main } = await import('./program.ts')
  process.exitCode = await main(words)
}
