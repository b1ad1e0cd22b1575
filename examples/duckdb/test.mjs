// Run by `npm run tool -- try-examples`: a small run, exported and analysed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'sage-duckdb-'))
const sage = join(import.meta.dirname, '../../bin/sage.js')
const run = (...words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new TypeError(`${words.join(' ')} ended with ${status}\n${stderr}`)
  return stdout
}
try {
  run(
    sage,
    'run',
    '--pack',
    'lunchbox',
    '--agent',
    'people-pleaser',
    '--agent',
    'oracle',
    '--bucket',
    'adversarial',
  )
  run(sage, 'runs', 'export', 'latest', '-o', 'run.jsonl.gz')
  const said = run(join(import.meta.dirname, 'analyse.mjs'), 'run.jsonl.gz')
  for (const wanted of ['people-pleaser', 'adversarial', 'calls'])
    if (!said.includes(wanted)) throw new TypeError(`the analysis says nothing of ${wanted}:\n${said}`)
  console.log('duckdb: ok')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
