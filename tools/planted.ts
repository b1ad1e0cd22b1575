import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { DEFECTS, type Defect, fits } from './planted/defects.ts'

/**
 * `npm run tool -- planted [room ...]`: does `npm test` find a defect? Twelve are planted, one after the other, into a copy
 * of the last commit. Exit code 1: one was not found. A defect is looked for in the tests beside its file, then in those of its
 * room, then in those of the whole project, then in all: each is a part of what `npm test` runs, so they can only find less.
 */
const ROOT = packageRoot()
const QUICK = ['--project', 'quick', '--bail', '1']
const STEPS: readonly ((file: string) => readonly string[])[] = [
  (file) => ['run', ...QUICK, `${dirname(file)}/`],
  (file) => ['run', ...QUICK, `${file.split('/', 2).join('/')}/`],
  () => ['run', ...QUICK, 'test/'],
  () => ['run', ...QUICK],
]

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), title: z.string() })),
    }),
  ),
})

const copy = mkdtempSync(join(tmpdir(), 'sage-planted-'))
const asked = process.argv.slice(2)
const rows: string[] = []
let missed = 0
try {
  call('git', ['worktree', 'add', '--detach', copy, 'HEAD'], ROOT)
  call('cp', ['-al', join(ROOT, 'node_modules'), join(copy, 'node_modules')], ROOT)
  call('npm', ['run', 'build'], copy)
  // It compares the list with the sources: it would find every defect, and prove nothing.
  rmSync(join(copy, 'test/planted.test.ts'))
  for (const defect of DEFECTS.filter(({ room }) => asked.length === 0 || asked.includes(room))) {
    const from = performance.now()
    const found = planted(defect, () => finderOf(defect.file))
    if (found === null) missed += 1
    const seconds = Math.round((performance.now() - from) / 1000)
    rows.push(`| ${defect.room} | ${defect.what} | ${found ?? 'NOT FOUND'} | ${seconds} |`)
    console.log(rows.at(-1))
  }
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', copy], { cwd: ROOT })
  rmSync(copy, { recursive: true, force: true })
}
console.log(['', '| room | defect | found by | seconds |', '|---|---|---|---|', ...rows].join('\n'))
if (missed > 0) process.exitCode = 1

/** `use` with the defect in place; afterwards the file is as it was, with its time, so that nothing is built again for it. */
function planted<T>(defect: Defect, use: () => T): T {
  const path = join(copy, defect.file)
  const [text, { atime, mtime }] = [readFileSync(path, 'utf8'), statSync(path)]
  if (!fits(defect, text)) throw new TypeError(`${defect.file} no longer holds: ${defect.from}`)
  writeFileSync(
    path,
    text.replace(defect.from, () => defect.to),
  )
  try {
    return use()
  } finally {
    writeFileSync(path, text)
    utimesSync(path, atime, mtime)
  }
}

/** The first test that fails, with its file; null: none. */
function finderOf(file: string): string | null {
  const report = join(copy, 'node_modules/.cache/planted.json')
  for (const words of STEPS) {
    rmSync(report, { force: true })
    const to = ['--passWithNoTests', '--reporter', 'json', '--outputFile', report]
    spawnSync('npx', ['vitest', ...words(file), ...to], { cwd: copy, stdio: 'ignore' })
    if (!existsSync(report)) continue
    const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
    for (const { name, status, assertionResults } of testResults) {
      const failed = assertionResults.find((one) => one.status === 'failed')
      if (failed === undefined && status !== 'failed') continue
      return `${name.slice(copy.length + 1)}: ${failed?.title.replaceAll(/\s+/g, ' ') ?? 'does not load'}`
    }
  }
  return null
}

function call(command: string, words: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new TypeError(`${command} ${words.join(' ')} ended with ${status}\n${stderr}`)
}
