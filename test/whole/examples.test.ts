import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPackOnce } from '../agents/contract.ts'
import { ROOT } from '../architecture/source-files.ts'
import { ensureBuilt } from '../built.ts'
import { openModelServer } from '../model-server/model-server.ts'
import { playing } from '../model-server/playing.ts'
import { sageIn } from '../sage-in.ts'

/** Examples as their readers run them, each in a folder of its own with what `npm install` would put there. */
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sage-example-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

function install(example: string, packages: readonly string[]): void {
  cpSync(join(ROOT, 'examples', example), folder, { recursive: true })
  mkdirSync(join(folder, 'node_modules/@ai-sdk'), { recursive: true })
  symlinkSync(ROOT, join(folder, 'node_modules/sage-desk'))
  for (const name of packages)
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
}

test('ai-sdk: holds whole conversations, calls the desk and is judged', async () => {
  install('ai-sdk', ['ai', '@ai-sdk/openai-compatible'])
  const server = await openModelServer(playing(await loadPackOnce()))
  try {
    vi.stubEnv('MODEL_URL', server.url)
    const cases = ['--case', 'lunchbox/cancel-in-time', '--case', 'lunchbox/torn-strap-with-photo']
    const { exit, out, err } = await sageIn(folder, ['run', ...cases, '--json', '--no-gates'])
    expect(exit, err + out).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      judged: 2,
      agents: [{ agent: 'ai-sdk', metrics: { resolution: { of: 2 } } }],
      validity: { agents: [expect.not.objectContaining({ failed: expect.anything() })] },
    })
    expect(server.asked.some(({ messages }) => messages.some(({ role }) => role === 'result'))).toBe(true)
  } finally {
    await server.close()
  }
})

test('vitest: a test in a suite of the user’s own', async () => {
  ensureBuilt()
  install('vitest', ['vitest'])
  const suite = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
  })
  let said = ''
  for (const stream of [suite.stdout, suite.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString()
    })
  const exit = await new Promise((ended) => suite.once('close', ended))
  expect(exit, said).toBe(0)
  expect(said).toContain('1 passed')
})
