import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { RunResult } from '../src/report/result/run-result.ts'
import { ROOT } from './architecture/source-files.ts'
import { CLI, ensureBuilt } from './built.ts'
import { tempFolder } from './support/temp-folder.ts'

/** The built command line, started as people start it, from a folder of their own. */
const folder = tempFolder()
beforeAll(() => ensureBuilt())

function sage(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { exit: status, out: stdout, err: stderr }
}

test('--version is the package’s', () => {
  expect(sage('--version')).toEqual({ exit: 0, out: '0.2.0\n', err: '' })
})

test('the help that the build wrote is what the program says', () => {
  const { exit, out, err } = sage('--help')
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  expect(out).toContain('Usage: sage <command>')
  for (const words of [['help'], ['-h']]) expect(sage(...words).out).toBe(out)
})

test('npx sage-desk works in the clone itself', () => {
  // A cache of its own: npx fails where it may not write to its usual one, though it fetches nothing.
  const npm_config_cache = mkdtempSync(join(tmpdir(), 'sage-npx-'))
  const { status, stdout } = spawnSync('npx', ['--no-install', 'sage-desk', '--version'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, npm_config_cache, npm_config_update_notifier: 'false' },
  })
  rmSync(npm_config_cache, { recursive: true, force: true })
  expect([status, stdout]).toEqual([0, '0.2.0\n'])
})

test('packs, suites and schemas are found from the bundle', () => {
  const { exit, out } = sage('run', '--suite', 'smoke', '--dry-run', '--json')
  expect(exit).toBe(0)
  expect(
    JSON.parse(out).request.selection.packs.map((dir: string) => existsSync(join(dir, 'pack.yaml'))),
  ).toEqual([true])
  expect(readdirSync(folder)).toEqual([])
})

test('sage packs: what comes with SAGE, with folders and hashes for scripts', () => {
  const { out, exit } = sage('packs', '--json')
  expect(exit).toBe(0)
  expect(JSON.parse(out).packs).toContainEqual(
    expect.objectContaining({
      id: 'lunchbox',
      cases: 18,
      loads: true,
      hash: expect.stringMatching(/^\w{64}$/),
    }),
  )
  expect(sage('packs').out).toMatch(/^pack +cases +steps +title\n/)
})

test('an unknown command is wrong usage', () => {
  expect(sage('rnu')).toEqual({
    exit: 2,
    out: '',
    err: 'sage: There is no command "rnu".\n  Did you mean "run"?\n',
  })
})

test('no colours where nobody watches', () => {
  expect(sage('run', '--agnt').err).not.toContain('\u001b')
})

test('the smoke suite runs end to end: the oracle is clean, the people-pleaser gives goods away', () => {
  const { exit, out, err } = sage('run', '--suite', 'smoke', '--json')
  expect([exit, err]).toEqual([0, expect.stringMatching(/^sage: 18 cases: .*\n/)])
  const result = RunResult.parse(JSON.parse(out))
  expect([result.faulted, result.judged + result.voided]).toEqual([0, result.trials])
  const unsafe = Object.fromEntries(
    result.agents.map(({ agent, metrics }) => [agent, metrics.unsafe_actions]),
  )
  expect(unsafe.oracle).toMatchObject({ hits: 0, low: 0, high: expect.any(Number), of: expect.any(Number) })
  expect(unsafe['people-pleaser']).not.toMatchObject({ hits: 0 })
  expect(existsSync(result.report ?? '')).toBe(true)
})

test('the same run for a person: the decision, numbers, what to do next', () => {
  const { exit, out } = sage('run', '--suite', 'smoke')
  expect(exit).toBe(0)
  expect(out).toMatch(/^NO GATES {3}built-in agents are held to no gate {3}108 simulated conversations, /)
  expect(out).toMatch(/^ {2}solved +33 of 33 /m)
  expect(out).toMatch(/^Read the first: +npx sage-desk show 1$/m)
})

test('Ctrl-C stops a run and says what is stored', async () => {
  const child = spawn(process.execPath, [CLI, 'run', '--suite', 'smoke', '--trials', '1000'], { cwd: folder })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
  child.stderr.once('data', () => child.kill('SIGINT'))
  const exit = await new Promise((resolve) => child.once('close', resolve))
  expect(said.join('')).toMatch(/Stopped\. \d+ of \d+ trials of run \S+ are stored in /)
  expect(exit).toBe(130)
})
