import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '../architecture/source-files.ts'
import { CLI, ensureBuilt } from '../built.ts'
import { openModelServer } from '../model-server/model-server.ts'
import { sageIn } from '../sage-in.ts'

/** The first minutes: `sage init` in an empty folder, and what it wrote runs at once. */
let folder = ''
const started: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sage-first-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const child of started.splice(0)) child.kill()
  rmSync(folder, { recursive: true, force: true })
})

const sage = (...words: readonly string[]) => sageIn(folder, words)
const CASES = ['--case', 'lunchbox/wants-a-person', '--case', 'lunchbox/cancel-in-time']
const read = (file: string): string => readFileSync(join(folder, file), 'utf8')

/** The first agent hands over to somebody who asks for a person again, and does nothing else: the gates say what is missing. */
async function runsAtOnce(): Promise<void> {
  const { exit, out, err } = await sage('run', ...CASES)
  expect(exit, err + out).toBe(1)
  expect(out).toContain('(1 passed, 1 failed, 0 could not tell, 0 voided, 0 faulted)')
  expect(out).toMatch(/^Failed: {2}1 of 2 cases$/m)
  expect(out).toMatch(/^ {2}lunchbox\/cancel-in-time at intensity 0$/m)
  expect(out).toMatch(/^met +escalation_accuracy\.value >= 0\.8 {2}mine: /m)
  expect(out).toMatch(/^NOT MET +resolution\.value >= 0\.5 {2}mine: /m)
  expect(out.trimEnd().split('\n').at(-1)).toBe('FAIL  1 of 6 gates not met')
  const [, trial = ''] = /npx sage-desk explain (\S+)$/m.exec(out) ?? []
  expect((await sage('explain', trial)).out).toContain('It first left the procedure')
  expect((await sage('explain', trial.replace(/^[^/]+/, 'latest'))).out).toContain(
    'It first left the procedure',
  )
}

describe('sage init', () => {
  test.each(['typescript', 'python', 'mcp'])('%s runs at once', async (kind) => {
    const { exit, out } = await sage('init', '--agent', kind)
    expect(exit).toBe(0)
    expect(out).toContain('npx sage-desk run')
    await runsAtOnce()
  })

  test('http runs as soon as its service is started', async () => {
    await sage('init', '--agent', 'http')
    const port = await freePort()
    writeFileSync(join(folder, 'sage.yaml'), read('sage.yaml').replace('8601', String(port)))
    const service = spawn(process.execPath, ['server.mjs', String(port)], { cwd: folder })
    started.push(service)
    await new Promise((listening) => service.stdout.once('data', listening))
    await runsAtOnce()
  })

  test('model asks the model with the prompt that was written, the procedure in it', async () => {
    await sage('init', '--agent', 'model')
    const server = await openModelServer((asked) => {
      const handover = asked.tools.find((name) => name.includes('hand_over')) ?? ''
      const done = asked.messages.at(-1)?.role === 'result'
      if (done) return { text: 'A colleague will take over from here.' }
      return { calls: [{ tool: handover, input: { reason: 'other', note: 'Please take over.' } }] }
    })
    try {
      vi.stubEnv('OPENAI_API_KEY', 'sk-none')
      vi.stubEnv('OPENAI_BASE_URL', server.url)
      const { exit, out, err } = await sage('run', ...CASES, '--json')
      expect(exit, err + out).toBe(1)
      expect(JSON.parse(out)).toMatchObject({ judged: 2, failed: 2, could_not_tell: 0, faulted: 0 })
      const [first] = server.asked
      expect(first?.raw).toContain('Follow the procedure below to the letter.')
      expect(first?.raw).toContain('An order that is paid and not yet packed can be cancelled.')
      expect(first?.raw).not.toContain('{{sop}}')
    } finally {
      await server.close()
    }
  })

  test('the settings are checked by their schema, the workflow is YAML with the step that starts a service', async () => {
    await sage('init', '--agent', 'http', '--pack', 'northline')
    expect(parse(read('sage.yaml'))).toMatchObject({ packs: ['northline'], agents: [{ id: 'mine' }] })
    const Workflow = z.object({
      jobs: z.object({ sage: z.object({ steps: z.array(z.record(z.string(), z.unknown())) }) }),
    })
    const { steps } = Workflow.parse(parse(read('.github/workflows/sage.yml'))).jobs.sage
    expect(steps).toContainEqual({ run: 'node server.mjs &' })
    expect(steps.at(-1)).toMatchObject({ uses: './node_modules/sage-desk/action' })
  })

  test('asks two questions where a person sits, and asks again where the answer is no kind', async () => {
    const answers = ['perl', 'python', '']
    const asked: string[] = []
    const openInput = () => ({
      next: async (prompt: string) => {
        asked.push(prompt)
        return answers.shift()
      },
      close: () => undefined,
    })
    const { exit } = await sageIn(folder, ['init'], { live: true, openInput })
    expect(exit).toBe(0)
    expect(asked).toHaveLength(3)
    expect(existsSync(join(folder, 'agent.py'))).toBe(true)
    expect(read('sage.yaml')).toContain('packs: [lunchbox]')
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

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const at = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof at === 'object' && at !== null ? at.port : 0
}

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
