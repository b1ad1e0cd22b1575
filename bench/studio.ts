import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { assert } from '../src/base/assert.ts'
import type { RunId } from '../src/base/values/ids.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { StoredTrial } from '../src/storage/store.ts'
import { openBrowser } from '../test/browser.ts'
import { aCase, aRunId, aTrialId } from '../test/support/base/ids.ts'

/**
 * The studio on a run of 100,000 trials, in a real browser. Targets: first paint under 1 s, a comparison of its agents under 2 s, no task over 100 ms while the
 * matrix scrolls, server memory flat, at most 250 KB of JavaScript (gzipped) before the first page. `ratio` is the worst of
 * them, measured over target.
 */
const TRIALS = 100_000
const BATCH = 2_000
const ROUNDS = 20
const TARGET = {
  paintMs: 1_000,
  compareMs: 2_000,
  taskMs: 100,
  scriptBytes: 250 * 1024,
  growthMb: 64,
} as const
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CLI = process.env['SAGE_CLI'] ?? join(ROOT, 'bin/sage.js')

export async function benchStudio(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'sage-bench-studio-'))
  try {
    const run = await fillStore(folder)
    const { server, address } = await serve(folder)
    const browser = await openBrowser()
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      await page.goto(address)
      const matrix = await openMatrix(page, new URL(address).origin, run)
      const compare = await openCompare(page, new URL(address).origin, run)
      const memory = await memoryOver(page, run, server)
      const scriptBytes = initialScript(join(CLI, '../../dist/studio'))
      return {
        ratio: Math.max(
          matrix.paint / TARGET.paintMs,
          matrix.longestTask / TARGET.taskMs,
          compare / TARGET.compareMs,
          memory.growth / TARGET.growthMb,
          scriptBytes / TARGET.scriptBytes,
        ),
        first_paint_ms: matrix.paint,
        matrix_shown_ms: matrix.shown,
        longest_task_scrolling_ms: matrix.longestTask,
        compare_shown_ms: compare,
        server_memory_mb: memory.first,
        server_memory_growth_mb: memory.growth,
        initial_script_gzip_kb: scriptBytes / 1024,
      }
    } finally {
      await browser.close()
      server.kill('SIGINT')
      await new Promise((resolve) => server.once('close', resolve))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A real run of the smallest pack, its shortest conversations repeated until there are enough. */
async function fillStore(folder: string): Promise<string> {
  const words = ['run', '--pack', 'lunchbox', '--agent', 'oracle', '--agent', 'people-pleaser', '--json']
  const made = spawnSync(process.execPath, [CLI, ...words], { cwd: folder, encoding: 'utf8' })
  assert(made.status === 0 || made.status === 1, made.stderr)
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  try {
    const [run] = await store.runs()
    assert(run !== undefined, 'the run is stored')
    const real: StoredTrial[] = []
    for await (const trial of store.trials(run.id)) real.push(trial)
    const id = aRunId('large')
    await store.createRun({ ...run, id })
    for (let from = 0; from < TRIALS; from += BATCH)
      await store.saveTrials(Array.from({ length: BATCH }, (_, at) => again(real, from + at, id)))
    return id
  } finally {
    await store.close()
  }
}

function again(real: readonly StoredTrial[], index: number, run: RunId): StoredTrial {
  const trial = real[index % real.length]
  assert(trial !== undefined, 'there is a trial')
  const round = Math.floor(index / real.length)
  // Three repetitions of each case, then another case: as many lines as a run of that size would have.
  const name = aCase(`${trial.case}-${Math.floor(round / 3)}`)
  return {
    ...trial,
    run,
    case: name,
    repeat: round % 3,
    trial: aTrialId(`${run}/${trial.agent}/${name}@${trial.intensity}#${round % 3}`),
  }
}

function serve(folder: string): Promise<{ readonly server: ChildProcess; readonly address: string }> {
  const server = spawn(process.execPath, [CLI, 'open', '--no-open'], { cwd: folder })
  return new Promise((resolve) => {
    let said = ''
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const address = /http:\S+/.exec(said)?.[0]
      if (address !== undefined) resolve({ server, address })
    })
  })
}

async function openMatrix(
  page: Page,
  origin: string,
  run: string,
): Promise<{ readonly paint: number; readonly shown: number; readonly longestTask: number }> {
  await page.goto('about:blank')
  await page.goto(`${origin}/#/runs/${run}`)
  await page.getByRole('table').getByRole('link').first().waitFor({ timeout: 120_000 })
  const [paint, shown] = await page.evaluate<[number, number]>(
    `[performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, performance.now()]`,
  )
  // All of the run is read and counted before the scrolling is measured.
  await page.getByText(/^Judges: /).waitFor({ timeout: 300_000 })
  await page.waitForTimeout(1_000)
  await page.evaluate(`globalThis.tasks = [0];
    new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries().map((one) => one.duration))).observe({ type: 'longtask' })`)
  await page.mouse.move(400, 700)
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, 1_200)
    await page.waitForTimeout(40)
  }
  await page.waitForTimeout(500)
  const scrolled = await page.evaluate<number>(
    `Math.max(scrollY, ...[...document.querySelectorAll('*')].map((one) => one.scrollTop))`,
  )
  assert(scrolled > 10_000, `the matrix scrolls: ${scrolled} px`)
  return { paint, shown, longestTask: await page.evaluate<number>('Math.max(...globalThis.tasks)') }
}

/** From the address to the table of differences of two agents of that run. */
async function openCompare(page: Page, origin: string, run: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(`${origin}/#/compare?a=${run}&b=${run}&agentA=oracle&agentB=people-pleaser`)
  await page.getByText('Difference, 95 % interval').waitFor({ timeout: 120_000 })
  return page.evaluate<number>('performance.now()')
}

/** Memory of the server after the first look, and how much more after many. */
async function memoryOver(
  page: Page,
  run: string,
  server: ChildProcess,
): Promise<{ readonly first: number; readonly growth: number }> {
  const look = (round: number) =>
    page.evaluate(`(async () => {
      await (await fetch('./api/progress?run=${run}')).text()
      await (await fetch('./api/matrix?run=${run}&limit=500&offset=${round * 500}&text=a')).text()
      await (await fetch('./api/trial?trial=' + encodeURIComponent('${run}/none'))).text()
    })()`)
  for (let round = 0; round < ROUNDS; round += 1) await look(round)
  const first = memoryMb(server.pid)
  for (let round = 0; round < ROUNDS * 3; round += 1) await look(round)
  return { first, growth: Math.max(0, memoryMb(server.pid) - first) }
}

function memoryMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** What the page itself names: its script and what that needs before it can run. */
function initialScript(folder: string): number {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  assert(named.length > 0, `scripts are named in ${readdirSync(folder).join()}`)
  return named.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0)
}
