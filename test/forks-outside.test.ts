import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { StoredFork } from '../src/storage/store.ts'
import { readTranscript } from '../src/transcript/read-transcript.ts'
import { loadPackOnce } from './agents/contract.ts'
import { freePort, untilAnswered } from './agents/free-port.ts'
import { ROOT } from './architecture/source-files.ts'
import { openModelServer } from './model-server/model-server.ts'
import { playing } from './model-server/playing.ts'
import { sageIn } from './sage-in.ts'
import { emptyFolder } from './support/temp-folder.ts'

/** `sage fork` as people call it: models counted at their server, services, programs and modules as real processes. */
const folder = emptyFolder()
beforeEach(() => {
  vi.stubEnv('PLANTED_KEY', 'sk-planted')
})
afterEach(() => vi.unstubAllEnvs())

const settings = (text: string): void =>
  writeFileSync(join(folder, 'sage.yaml'), `gates: { defaults: off }\n${text}`)
const Forked = z.object({
  run: z.string(),
  forks: z.number(),
  stored: z.number(),
  left: z.number(),
  unforked: z.array(z.json()),
  decisions: z.record(z.string(), z.json()),
  agents: z.array(z.object({ agent: z.string(), forks: z.number(), differs: z.number() })),
  swapped: z.array(
    z.object({
      swap: z.string(),
      forks: z.number(),
      difference: z.object({ value: z.number().nullable() }).nullable(),
    }),
  ),
})
async function fork(...words: readonly string[]) {
  const { out, err, exit } = await sageIn(folder, ['fork', ...words, '--json'])
  expect({ exit, err: exit === 0 ? '' : `${err}${out}` }).toEqual({ exit: 0, err: '' })
  return Forked.parse(JSON.parse(out))
}
async function run(...words: readonly string[]): Promise<string> {
  const { out, err, exit } = await sageIn(folder, ['run', ...words, '--json'])
  expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' })
  return z.object({ run: z.string() }).parse(JSON.parse(out)).run
}
async function forksIn(): Promise<readonly StoredFork[]> {
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  try {
    const forks: StoredFork[] = []
    for (const { id } of await store.runs()) for await (const one of store.forks(id)) forks.push(one)
    return forks
  } finally {
    await store.close()
  }
}

async function trialsIn(): Promise<number> {
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  const [first] = await store.runs()
  const keys = first === undefined ? [] : await store.trialKeys(first.id)
  await store.close()
  return keys.length
}

const TRAP = 'lunchbox/torn-strap-no-photo'

test('the traps of a desk cost at the model’s server at most 1.2 times the calls of the forked turns; asked again, nothing', async () => {
  const pack = await loadPackOnce()
  const server = await openModelServer(playing(pack))
  try {
    settings(
      `providers:\n  mine: { base_url: "${server.url}", key_env: PLANTED_KEY }\nagents: [{ id: small, model: "mine:small" }]\n`,
    )
    await run('--pack', 'lunchbox', '--bucket', 'adversarial', '--intensity', '1')
    const traps = await trialsIn()
    const before = server.asked.length
    const { forks } = await fork('latest', '-n', '2')
    expect(forks).toBe(2 * traps)
    const turns = (await forksIn()).flatMap(({ transcript, at }) =>
      readTranscript(transcript).events.filter(({ n, type }) => type === 'usage.recorded' && n > at),
    )
    const paid = server.asked.length - before
    expect(paid).toBeGreaterThan(0)
    expect(paid).toBeLessThanOrEqual(1.2 * turns.length)
    expect(await fork('latest', '-n', '2')).toMatchObject({ forks: 2 * traps, stored: 2 * traps })
    expect(server.asked.length - before).toBe(paid)
  } finally {
    await server.close()
  }
})

describe('where and how', () => {
  test('--at-decision: at the turn in which a step of the graph was decided; an unknown step says so', async () => {
    await run('--pack', 'lunchbox', '--agent', 'oracle', '--case', 'lunchbox/torn-strap-with-photo')
    const { forks, run: id } = await fork('latest', '--at-decision', 'damaged/proof', '-n', '2')
    expect(forks).toBe(2)
    const points = new Set((await forksIn()).map(({ at }) => at))
    expect(points.size).toBe(1)
    const elsewhere = await fork('latest', '--at-decision', 'no_such_step', '-n', '2')
    expect(elsewhere).toMatchObject({ run: id, forks: 0 })
    expect(JSON.stringify(elsewhere.unforked)).toContain('has no step')
  })

  test('--swap: the customer’s last message is worded again, everything before it stays, and the two are compared', async () => {
    await run(
      ...'--pack lunchbox --agent people-pleaser --case lunchbox/cancel-on-the-truck --intensity 1'.split(
        ' ',
      ),
    )
    const { forks, swapped } = await fork('latest', '--swap', 'intensity=3', '-n', '4')
    expect(forks).toBe(4)
    expect(swapped).toMatchObject([{ forks: 4 }])
    expect(swapped[0]?.swap).toMatch(/@3$/)
    const stored = await forksIn()
    const lastSaid = ({ transcript, at }: StoredFork) =>
      readTranscript(transcript).events.findLast(
        (event) => event.n <= at && event.type === 'message.sent' && event.from === 'customer',
      )
    const wordings = new Set(stored.map((one) => JSON.stringify(lastSaid(one))))
    expect(wordings.size).toBe(2)
    const earlier = new Set(
      stored.map(({ transcript, at }) =>
        JSON.stringify(readTranscript(transcript).events.filter(({ n }) => n > 1 && n < at)),
      ),
    )
    expect(earlier.size).toBe(1)
  })
})

describe('agents of other processes', () => {
  const CASES = ['--case', 'lunchbox/torn-strap-with-photo', '--case', TRAP]
  const expectForks = async (agent: string) => {
    const stored = await run('--pack', 'lunchbox', '--agent', agent, ...CASES)
    const { forks, agents, left } = await fork(stored, '--at', '3', '-n', '2')
    // A run is forked at its traps; `--at` forks these at the event.
    expect(forks).toBe(2)
    expect(left).toBe(0)
    expect(agents).toMatchObject([{ agent, forks: 2 }])
    return agents
  }

  test('a module', async () => {
    settings(
      `agents: [{ id: mine, module: ${JSON.stringify(join(ROOT, 'examples/module/agent.js'))}, protocol: observed }]\n`,
    )
    await expectForks('mine')
  })

  test('a program that is spoken to over its input and output', async () => {
    settings(
      `agents: [{ id: mine, command: [node, ${JSON.stringify(join(ROOT, 'examples/command/agent.js'))}], protocol: observed }]\n`,
    )
    await expectForks('mine')
  })

  test('a service in a process of its own', async () => {
    const port = await freePort()
    const service = spawn('python3', [join(ROOT, 'examples/http-python/server.py'), String(port)], {
      stdio: 'ignore',
    })
    try {
      await untilAnswered(port)
      settings(`agents: [{ id: mine, http: "http://127.0.0.1:${port}/turn", protocol: observed }]\n`)
      await expectForks('mine')
    } finally {
      service.kill()
    }
  })
})
