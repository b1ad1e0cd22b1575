import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { isRecordedDataHere } from '../test/understanding/recorded.ts'
import { understandingTables, withTable } from '../test/understanding/tables.ts'

/** `npm run understanding`: measures the recogniser on recorded conversations, prints the tables, puts them into the page. */
if (isRecordedDataHere()) {
  const path = join(packageRoot(), 'docs/understanding.md')
  const tables = Object.entries(understandingTables())
  const page = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    tables.reduce((text, [name, table]) => withTable(text, name, table), page),
  )
  for (const [name, table] of tables) process.stdout.write(`${name}\n\n${table}\n\n`)
} else {
  process.stderr.write('understanding: ../shared/data is not here, so there is nothing to measure on.\n')
  process.exitCode = 2
}
