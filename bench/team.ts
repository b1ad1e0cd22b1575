import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RunResult } from '../src/report/result/run-result.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { openTeam } from '../src/storage/open/open-store.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { startTeam } from '../test/team-run.ts'
import type { BenchResult } from './bench-result.ts'
import { withModelServer } from './with-model-server.ts'

/**
 * One run on a server that takes 200 ms an answer: one worker beside four, each with 16 conversations at a time, on a
 * PostgreSQL that syncs every commit. `ratio` is the bound over what was measured. Needs the built product.
 */
const WORKERS = 4
const LANES = 16
const TRIALS = 800
const LATENCY_MS = 200
const SPEED_UP_MIN = 3.5

export async function benchTeam(): Promise<BenchResult> {
  const server = await startPostgres({ durable: true })
  const cli = join(packageRoot(), 'bin/sage.js')
  try {
    return await withModelServer({ latencyMs: LATENCY_MS }, async (url) => {
      const one = await secondsWith(1, { url, cli, store: server.url('one') })
      const four = await secondsWith(WORKERS, { url, cli, store: server.url('four') })
      const speedUp = one.seconds / four.seconds
      return {
        ratio: SPEED_UP_MIN / speedUp,
        speed_up: speedUp,
        one_worker_seconds: one.seconds,
        four_workers_seconds: four.seconds,
        trials: one.trials,
        same_numbers: one.numbers === four.numbers,
      }
    })
  } finally {
    await server.stop()
  }
}

const settings = (url: string): string => `
providers: { mine: { base_url: ${url} } }
agents: [{ id: small, model: mine:small, protocol: observed }]
packs: [lunchbox]
planned: none
gates: { defaults: off }
trials: ${Math.ceil(TRIALS / 18)}
`

async function secondsWith(
  workers: number,
  { url, cli, store }: { readonly url: string; readonly cli: string; readonly store: string },
): Promise<{ readonly seconds: number; readonly trials: number; readonly numbers: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sage-bench-team-'))
  writeFileSync(join(folder, 'sage.yaml'), settings(url))
  const team = startTeam({ cli, folder, store, workers, lanes: LANES })
  try {
    await untilReady(store, workers)
    const out = await said([cli, 'run', '--json', '--store', store], folder)
    const { run, wall_ms, trials, agents } = RunResult.parse(JSON.parse(out))
    const numbers = JSON.stringify(agents, (key, value) => (key === 'reply_seconds' ? undefined : value))
    return { seconds: wall_ms / 1000, trials, numbers: numbers.replaceAll(run, 'RUN') }
  } finally {
    await team.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Workers serve many runs: that they have to be started is no part of one. */
async function untilReady(store: string, workers: number): Promise<void> {
  const opened = await openTeam(store)
  while ((await opened.team.workers()).length < workers) await sleep(100)
  await opened.store.close()
}

const said = (words: readonly string[], cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.once('error', reject)
    child.once('close', () => resolve(out))
  })
