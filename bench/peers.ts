import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { packageRoot } from '../src/runner/files/package-root.ts'
import type { BenchResult } from './bench-result.ts'

/**
 * Ours beside promptfoo's simulated user: the same server, the same canned agent, as many turns, as many at once, both as
 * their command line, from the start of the process to its end, no cache, results stored. promptfoo is installed into a
 * temporary folder for this and is no dependency (`SAGE_PEER_FOLDER` names one that has it already).
 *
 * What differs and cannot be made equal: promptfoo's user is asked over HTTP (two calls a turn), ours is embedded (one);
 * ours also keeps every event durable before the next call and scores each conversation by rules; theirs has no desk.
 */
const PEER = 'promptfoo@0.121.20'
const CONVERSATIONS = 408
const TURNS = 4
const AT_ONCE = 64
const ROUNDS = 2

type Measured = {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly megabytes: number
  readonly calls: number
}

export async function benchPeers(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'sage-peers-'))
  try {
    const peer = process.env['SAGE_PEER_FOLDER'] ?? installPeer(folder)
    return await withServer(async (url) => {
      const ours: Measured[] = []
      const theirs: Measured[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        theirs.push(await measured(url, folder, theirsWith(peer, url, join(folder, `theirs-${round}`))))
        ours.push(await measured(url, folder, oursWith(url, join(folder, `ours-${round}`))))
      }
      return compared(best(ours), best(theirs))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function compared(ours: Measured, theirs: Measured): BenchResult {
  const row = ({ seconds, cpuSeconds, megabytes, calls }: Measured) => ({
    conversations_per_second: CONVERSATIONS / seconds,
    cpu_ms_per_conversation: (1000 * cpuSeconds) / CONVERSATIONS,
    cpu_ms_per_call: (1000 * cpuSeconds) / Math.max(1, calls),
    peak_megabytes: megabytes,
    calls_per_conversation: calls / CONVERSATIONS,
    seconds,
  })
  const [a, b] = [row(ours), row(theirs)]
  const lower = ['cpu_ms_per_conversation', 'cpu_ms_per_call', 'peak_megabytes'] as const
  const lost = [
    ...lower.filter((name) => a[name] > b[name]),
    ...(a.conversations_per_second < b.conversations_per_second ? ['conversations_per_second'] : []),
  ]
  return {
    ours: a,
    promptfoo: b,
    times_as_many_conversations: a.conversations_per_second / b.conversations_per_second,
    we_lose_on: lost,
    conversations: CONVERSATIONS,
    at_once: AT_ONCE,
  }
}

const best = (rounds: readonly Measured[]): Measured =>
  rounds.reduce((a, b) => (b.seconds < a.seconds ? b : a))

// ---- the two command lines

type Program = {
  readonly words: readonly string[]
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
}

function oursWith(url: string, folder: string): Program {
  mkdirSync(folder)
  const cases = 12
  writeFileSync(
    join(folder, 'sage.yaml'),
    `providers: { mine: { base_url: "${url}/v1" } }
agents: [{ id: small, model: "mine:small", protocol: observed }]
packs: [lunchbox]
own: true
planned: none
trials: ${CONVERSATIONS / cases}
concurrency: ${AT_ONCE}
limits: { turns: ${TURNS} }
`,
  )
  return { words: [join(packageRoot(), 'bin/sage.js'), 'run', '--json'], folder, env: {} }
}

function theirsWith(peer: string, url: string, folder: string): Program {
  mkdirSync(folder)
  const config = {
    prompts: ['You are a service agent. {{instructions}}'],
    providers: [{ id: 'openai:chat:small', config: { apiBaseUrl: `${url}/v1`, apiKey: 'x' } }],
    defaultTest: {
      provider: {
        id: 'promptfoo:simulated-user',
        config: { maxTurns: TURNS, instructions: '{{instructions}}' },
      },
    },
    tests: Array.from({ length: CONVERSATIONS }, (_, index) => ({
      vars: { instructions: `You are customer ${index} and want a new lunch bag.` },
    })),
  }
  writeFileSync(join(folder, 'promptfooconfig.json'), JSON.stringify(config))
  const main = join(peer, 'node_modules/promptfoo/dist/src/main.js')
  const options = ['--no-cache', '-j', String(AT_ONCE), '--no-progress-bar', '--no-table', '-o', 'out.json']
  return {
    words: [main, 'eval', '-c', 'promptfooconfig.json', ...options],
    folder,
    env: {
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      PROMPTFOO_CONFIG_DIR: join(folder, 'config'),
      PROMPTFOO_REMOTE_GENERATION_URL: `${url}/task`,
    },
  }
}

function installPeer(folder: string): string {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const words = ['install', PEER, '--no-audit', '--no-fund', '--ignore-scripts']
  const { status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new TypeError(`${PEER} could not be installed:\n${stderr}`)
  return folder
}

// ---- measuring

const Usage = z.object({ cpu: z.object({ user: z.number(), system: z.number() }), rss: z.number() })
const Counts = z.object({ agent: z.number(), user: z.number() })

/** A whole process: wall time from outside, processor time and peak memory as it sees them itself when it ends. */
async function measured(url: string, scratch: string, { words, folder, env }: Program): Promise<Measured> {
  const hook = join(scratch, 'measure.mjs')
  const into = join(folder, 'measured.json')
  writeFileSync(
    hook,
    `import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
if (isMainThread) process.on('exit', () => writeFileSync(${JSON.stringify(into)},
  JSON.stringify({ cpu: process.cpuUsage(), rss: process.resourceUsage().maxRSS })))
`,
  )
  const before = await countsAt(url)
  const from = performance.now()
  const child = spawn(process.execPath, ['--import', hook, ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const [exit] = await once(child, 'exit')
  if (exit !== 0) throw new TypeError(`${words.join(' ')} in ${folder} ended with ${exit}`)
  const seconds = (performance.now() - from) / 1000
  const after = await countsAt(url)
  const { cpu, rss } = Usage.parse(JSON.parse(readFileSync(into, 'utf8')))
  return {
    seconds,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    megabytes: rss / 1024,
    calls: after.agent + after.user - before.agent - before.user,
  }
}

const countsAt = async (url: string) => Counts.parse(await (await fetch(`${url}/count`)).json())

async function withServer<T>(use: (url: string) => Promise<T>): Promise<T> {
  const program = fileURLToPath(new URL('./peer-server-main.js', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const [line] = await once(child.stdout, 'data')
    return await use(String(line).trim())
  } finally {
    child.stdin.end()
    await once(child, 'exit')
  }
}
