import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../src/runner/settings/config-file.ts'
import { ROOT } from '../architecture/source-files.ts'
import { CLI, ensureBuilt } from '../built.ts'
import { sageIn } from '../sage-in.ts'
import { emptyFolder } from '../support/temp-folder.ts'

/** The first minutes: `sage init` in an empty folder, and what it wrote runs at once. */
const folder = emptyFolder()

const sage = (...words: readonly string[]) => sageIn(folder, words)
const CASES = ['--case', 'lunchbox/wants-a-person', '--case', 'lunchbox/cancel-in-time']
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

/** The first agent hands over to somebody who asks for a person again, and does nothing else: the gates say what is missing. */
async function runsAtOnce(): Promise<void> {
  const { exit, out, err } = await sage('run', ...CASES)
  expect(exit, err + out).toBe(1)
  expect(out).toMatch(/^FAIL {3}1 of 6 gates not met {3}2 simulated conversations, /)
  expect(out).toMatch(/: 1 passed, 1 failed, 0 could not tell/)
  expect(out).toMatch(/^ {2}handed over when due +1 of 1 .* at least 80 % +ok$/m)
  expect(out).toMatch(/^ {2}solved +0 of 1 .* at least 50 % +NOT MET$/m)
  expect(out).toMatch(/^ {2}1 {2}did nothing of what was due; due: cancel order$/m)
  expect(out.split('\n').filter((line) => line.length > 100)).toEqual([])
  for (const asked of ['1', 'worst', 'latest/1', 'latest/mine/lunchbox/cancel-in-time@0#0'])
    expect((await sage('show', asked)).out).toContain('mine in lunchbox/cancel-in-time: failed: did nothing')
  expect(await sage('show', '9')).toMatchObject({ exit: 2, err: expect.stringContaining('no number 9') })
}

describe('sage init', () => {
  test.each(['typescript', 'python'])('%s runs at once', async (kind) => {
    const { exit, out } = await sage('init', '--agent', kind)
    expect(exit).toBe(0)
    expect(out).toContain('npx sage-desk run')
    await runsAtOnce()
  })

  test('the settings are checked by their schema, the workflow is YAML with the action as its last step', async () => {
    await sage('init', '--pack', 'northline')
    expect(parse(read('sage.yaml'))).toMatchObject({ packs: ['northline'], agents: [{ id: 'mine' }] })
    const Workflow = z.object({
      jobs: z.object({ sage: z.object({ steps: z.array(z.record(z.string(), z.unknown())) }) }),
    })
    const { steps } = Workflow.parse(parse(read('.github/workflows/sage.yml'))).jobs.sage
    expect(steps.at(-1)).toMatchObject({ uses: './node_modules/sage-desk/action' })
  })

  /** A person at a terminal who gives these answers, then presses Enter. */
  async function typing(...answers: string[]) {
    const asked: string[] = []
    const openInput = () => ({
      next: async (prompt: string) => {
        asked.push(prompt)
        return answers.shift() ?? ''
      },
      close: () => undefined,
    })
    return { asked, ...(await sageIn(folder, ['init'], { live: true, openInput })) }
  }

  test('asks three questions where a person sits, again where the answer is none; Enter is an answer', async () => {
    const { asked, exit, err } = await typing('perl', 'python', 'lunchbx', '', 'strict')
    expect([exit, asked.length]).toEqual([0, 5])
    expect(err).toContain('Where is your agent?')
    expect(err).toMatch(/^ {2}northline +Northline, suitcases/m)
    expect(existsSync(join(folder, 'agent.py'))).toBe(true)
    const strict = ['resolution.value >= 0.6', 'escalation_accuracy.value >= 0.9']
    expect(parse(read('sage.yaml'))).toMatchObject({ packs: ['lunchbox'], gates: strict })
  })

  test.each([
    ['http://localhost:8000/chat', { http: 'http://localhost:8000/chat' }],
    ['./src/bot.ts', { module: './src/bot.ts' }],
    ['bot.py', { command: 'python3 bot.py' }],
    ['mcp: node client.mjs --fast', { mcp: 'node client.mjs --fast' }],
    ['command ./bot --stdio', { command: './bot --stdio' }],
    ['openai:gpt-5-mini', { model: 'openai:gpt-5-mini' }],
  ])('an agent that is there already is named, and none is written: %s', async (where, settings) => {
    const { exit, asked } = await typing(where, 'northline', 'none')
    expect([exit, asked.length, readdirSync(folder).toSorted()]).toEqual([0, 3, ['.github', 'sage.yaml']])
    expect(readConfig('sage.yaml', read('sage.yaml'))).toMatchObject({
      problems: [],
      value: {
        packs: ['northline'],
        agents: [{ id: 'mine', ...settings, protocol: 'observed' }],
        gates: { defaults: 'off', own: [] },
      },
    })
  })

  test('what is no place of an agent is said before anything is written', async () => {
    const { exit, err } = await sage('init', '--agent', 'perl')
    expect([exit, readdirSync(folder)]).toEqual([2, []])
    expect(err).toContain('"perl" is not where an agent can be.')
  })

  test('writes over nothing, and writes nothing where one file is there', async () => {
    writeFileSync(join(folder, 'agent.ts'), 'mine')
    const { exit, err } = await sage('init')
    expect(exit).toBe(2)
    expect(err).toContain('agent.ts is here already')
    expect(read('agent.ts')).toBe('mine')
    expect(existsSync(join(folder, 'sage.yaml'))).toBe(false)
  })

  test('a pack that is not there is said before anything is written', async () => {
    const { exit, err } = await sage('init', '--pack', 'lunchbx')
    expect(exit).toBe(2)
    expect(err).toContain('lunchbox')
    expect(existsSync(join(folder, 'sage.yaml'))).toBe(false)
  })
})

describe('.sage/cache', () => {
  const cached = (): readonly string[] =>
    existsSync(join(folder, '.sage/cache'))
      ? readdirSync(join(folder, '.sage/cache'), { recursive: true, encoding: 'utf8' }).filter((path) =>
          path.endsWith('.json'),
        )
      : []
  const started = (...words: readonly string[]) =>
    spawnSync(process.execPath, [CLI, ...words], { cwd: folder, encoding: 'utf8' })
  const run = (): unknown =>
    JSON.parse(started('run', '--pack', './desk', '--agent', 'oracle', '--json').stdout).agents

  test('it is filled from an own pack, follows its content, and may be damaged or deleted', () => {
    ensureBuilt()
    cpSync(join(ROOT, 'packs/lunchbox'), join(folder, 'desk'), { recursive: true })
    const sop = join(folder, 'desk/sop.md')
    writeFileSync(sop, `${readFileSync(sop, 'utf8')}\n`)
    const first = run()
    run()
    const entries = cached()
    expect(entries.length).toBeGreaterThan(0)
    for (const path of entries) writeFileSync(join(folder, '.sage/cache', path), '{ "half": ')
    expect(run()).toEqual(first)
    rmSync(join(folder, '.sage/cache'), { recursive: true })
    expect(run()).toEqual(first)
    const before = new Set(cached())
    writeFileSync(sop, `${readFileSync(sop, 'utf8')}\n`)
    run()
    expect(cached().some((path) => !before.has(path))).toBe(true)
  })
})
