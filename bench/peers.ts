import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { systemText } from '../src/conversation/agent/model-prompt.ts'
import { findPack } from '../src/runner/files/find-pack.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'
import { BenchResult } from './bench-result.ts'
import { ours, PEERS, type Peer, type Program } from './peer-programs.ts'
import { withModelServer } from './with-model-server.ts'

/**
 * Ours beside the peers that npm can install: the same server, the same canned agent, as many turns, as many at once, each as
 * its own process from start to end, no cache, results stored, three times in turns, the median of each figure. Peers are
 * installed into a temporary folder for this and are no dependency (`SAGE_PEER_FOLDER` names one that has them already); one
 * that cannot be installed or does not run is left out, and the result says why.
 *
 * What differs and cannot be made equal: promptfoo's user is asked over HTTP (two calls a turn), ours and openevals' is not
 * (one); ours sends its tools with each call beside the instructions that all send, keeps every event durable before the next one
 * and scores each conversation by rules; theirs have no desk.
 *
 * `ratio` is the guard: the worst of our figures by the best peer's. Below 1 we are ahead of all of them in all figures.
 */
const TASK = { conversations: 414, turns: 4, atOnce: 64 } as const
const ROUNDS = 3

type Figures = {
  readonly calls_per_second: number
  readonly cpu_ms_per_call: number
  readonly conversations_per_second: number
  readonly cpu_ms_per_conversation: number
  readonly peak_megabytes: number
  readonly calls_per_conversation: number
}

export async function benchPeers(): Promise<BenchResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'sage-peers-'))
  try {
    const skipped: Record<string, string> = {}
    const installed = PEERS.flatMap((peer) => {
      const found = install(peer, scratch)
      if ('folder' in found) return [{ peer, folder: found.folder }]
      skipped[peer.name] = found.because
      return []
    })
    const rounds = new Map<string, Figures[]>()
    const system = await ourInstructions()
    await withModelServer({ latencyMs: 0, program: 'peer-server-main' }, async (url) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const add = async (name: string, program: Program): Promise<void> => {
          rounds.set(name, [...(rounds.get(name) ?? []), await measured(url, scratch, program)])
        }
        const task = (name: string) => ({ ...TASK, url, system, folder: join(scratch, `${name}-${round}`) })
        await add('ours', ours(task('ours')))
        for (const [at, { peer, folder }] of installed.entries()) {
          if (peer.name in skipped) continue
          await add(peer.name, peer.program(task(`peer-${at}`), folder)).catch((error: unknown) => {
            skipped[peer.name] = String(error)
            rounds.delete(peer.name)
          })
        }
      }
    })
    const figures = new Map([...rounds].map(([name, all]) => [name, medians(all)]))
    return BenchResult.parse({ ...compared(figures), skipped, ...TASK, rounds: ROUNDS })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function ourInstructions(): Promise<string> {
  const { graph, world } = await loadPack(findPack('lunchbox', packageRoot())?.dir ?? '')
  return systemText({ sop: graph.sop.text, today: world.today, protocol: 'observed' }, 'prompt')
}

const MORE_IS_BETTER = ['calls_per_second', 'conversations_per_second'] as const
const LESS_IS_BETTER = ['cpu_ms_per_call', 'cpu_ms_per_conversation', 'peak_megabytes'] as const

function compared(figures: ReadonlyMap<string, Figures>): BenchResult {
  const own = figures.get('ours')
  const peers = [...figures].filter(([name]) => name !== 'ours').map(([, one]) => one)
  if (own === undefined || peers.length === 0) return { because: 'no peer could be installed' }
  const shares = [
    ...MORE_IS_BETTER.map((name) => ({
      name,
      share: Math.max(...peers.map((one) => one[name])) / own[name],
    })),
    ...LESS_IS_BETTER.map((name) => ({
      name,
      share: own[name] / Math.min(...peers.map((one) => one[name])),
    })),
  ]
  return {
    ratio: Math.max(...shares.map(({ share }) => share)),
    we_lose_on: shares.filter(({ share }) => share > 1).map(({ name }) => name),
    ...Object.fromEntries(figures),
    table: tableOf(figures),
  }
}

const ROWS: readonly (readonly [keyof Figures, string, number])[] = [
  ['calls_per_second', 'model calls a second', 0],
  ['cpu_ms_per_call', 'processor time a call, ms', 2],
  ['conversations_per_second', 'conversations a second', 0],
  ['cpu_ms_per_conversation', 'processor time a conversation, ms', 1],
  ['peak_megabytes', 'peak memory, MB', 0],
  ['calls_per_conversation', 'calls a conversation', 0],
]

/** The table of docs/models.md. */
function tableOf(figures: ReadonlyMap<string, Figures>): string {
  const { conversations, turns, atOnce } = TASK
  const title = `\`npm run bench -- peers\`: ${conversations} conversations of ${turns} turns, ${atOnce} at once`
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const all = [...figures.values()]
  return [
    '',
    line([title, ...figures.keys()]),
    `|${'---|'.repeat(figures.size + 1)}`,
    ...ROWS.map(([key, words, digits]) => line([words, ...all.map((one) => one[key].toFixed(digits))])),
    '',
  ].join('\n')
}

function medians(rounds: readonly Figures[]): Figures {
  const of = (key: keyof Figures): number =>
    rounds.map((one) => one[key]).sort((a, b) => a - b)[rounds.length >> 1] ?? 0
  return {
    calls_per_second: of('calls_per_second'),
    cpu_ms_per_call: of('cpu_ms_per_call'),
    conversations_per_second: of('conversations_per_second'),
    cpu_ms_per_conversation: of('cpu_ms_per_conversation'),
    peak_megabytes: of('peak_megabytes'),
    calls_per_conversation: of('calls_per_conversation'),
  }
}

function install(
  { packages, overrides }: Peer,
  scratch: string,
): { readonly folder: string } | { readonly because: string } {
  const given = process.env['SAGE_PEER_FOLDER']
  if (given !== undefined) return { folder: given }
  const folder = join(scratch, packages[0]?.split('@')[0] ?? 'peer')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }))
  const words = ['install', ...packages, '--no-audit', '--no-fund', '--ignore-scripts']
  const { status, stderr } = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? { folder } : { because: `npm could not install it: ${stderr.trim().slice(-300)}` }
}

// ---- measuring

const Usage = z.object({ cpu: z.object({ user: z.number(), system: z.number() }), rss: z.number() })
const Counts = z.object({ agent: z.number(), user: z.number() })

/** A whole process: wall time from outside, processor time and peak memory as it sees them itself when it ends. */
async function measured(url: string, scratch: string, { words, folder, env }: Program): Promise<Figures> {
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
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [exit] = await once(child, 'exit')
  const seconds = (performance.now() - from) / 1000
  if (exit !== 0)
    throw new TypeError(
      `${words.join(' ')} ended with ${exit}: ${Buffer.concat(said).toString().slice(-600)}`,
    )
  const after = await countsAt(url)
  const { cpu, rss } = Usage.parse(JSON.parse(readFileSync(into, 'utf8')))
  const calls = Math.max(1, after.agent + after.user - before.agent - before.user)
  const cpuMs = (cpu.user + cpu.system) / 1000
  return {
    calls_per_second: calls / seconds,
    cpu_ms_per_call: cpuMs / calls,
    conversations_per_second: TASK.conversations / seconds,
    cpu_ms_per_conversation: cpuMs / TASK.conversations,
    peak_megabytes: rss / 1024,
    calls_per_conversation: calls / TASK.conversations,
  }
}

const countsAt = async (url: string) => Counts.parse(await (await fetch(`${url}/count`)).json())
