#!/usr/bin/env node
// Stands in the repository, so that npm links the command also before the first build.
import { existsSync } from 'node:fs'

const built = new URL('../dist/cli/main.js', import.meta.url)
if (existsSync(built)) {
  await import(built.href)
} else {
  process.stderr.write('sage: this clone is not built yet.\n  Run: npm run build\n')
  process.exitCode = 2
}
