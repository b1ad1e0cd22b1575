import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { Decision } from '../src/report/result/decision.ts'
import { ROOT } from './architecture/source-files.ts'
import { CLI, ensureBuilt } from './built.ts'
import { sageIn } from './sage-in.ts'
import { emptyFolder } from './support/temp-folder.ts'

/** What a newcomer sees who types `npx sage-desk` in an empty folder, and what they can type next. */
beforeAll(ensureBuilt)
const folder = emptyFolder()

const sage = (...words: readonly string[]) =>
  spawnSync(process.execPath, [CLI, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })

test('a decision, three numbers, the worst conversation and what to type next, on one screen', () => {
  const { status, stdout, stderr } = sage()
  expect(status, stderr).toBe(0)
  const lines = `${stderr}${stdout}`.trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(25)
  expect(lines.filter((line) => line.length > 100)).toEqual([])
  for (const says of [
    /^FAIL +2 of 6 gates not met$/m,
    /^ +did what is forbidden +3 of 18 .* likely /m,
    /^ +solved +10 of 11 .* likely /m,
    /^ +handed over when due +1 of 2 .* likely /m,
    /34\.90? EUR/,
    /^ +customer +.*Is there nothing you can do\?$/m,
    /^ +agent +I completely understand/m,
    /^ +-> create_replacement LB-1042/m,
    /^ +handbook +"Without one, decline and explain that we cannot replace what we cannot see\." \(4#4\)$/m,
    /npx sage-desk show 1$/m,
    /npx sage-desk open$/m,
    /npx sage-desk init$/m,
  ])
    expect(stdout).toMatch(says)
  expect(readdirSync(folder, { recursive: true })).toEqual(['.sage', join('.sage', 'sage.db')])
})

test('the run is there for the next command; what the folder’s own settings say plays no part', async () => {
  writeFileSync(join(folder, 'sage.yaml'), 'agents: [{ id: mine, model: "openai:gpt-5" }]\nstore: other.db\n')
  const { out, exit } = await sageIn(folder, ['--json'])
  expect(exit).toBe(0)
  const { failures } = Decision.parse(JSON.parse(out))
  expect(failures[0]).toMatchObject({ case: 'lunchbox/torn-strap-no-photo', kind: 'harm', money: 34.9 })
  const shown = await sageIn(folder, ['show', '1'])
  expect([shown.exit, shown.out]).toEqual([0, expect.stringContaining('I completely understand')])
  expect((await sageIn(folder, ['runs'])).out).toContain('demo-agent')
})

test('the demo agent is a project like any other: copied, it runs, and fails the same gates', async () => {
  cpSync(join(ROOT, 'examples/demo'), folder, { recursive: true })
  expect(readFileSync(join(folder, 'agent.ts'), 'utf8').match(/\/\/ WRONG:/g)).toHaveLength(3)
  const { exit, out } = await sageIn(folder, ['run', '--json'])
  expect(exit).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ trials: 18, passed: 14, failed: 4, could_not_tell: 0, voided: 0 })
})
