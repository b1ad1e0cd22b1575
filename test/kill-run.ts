import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'tsdown'
import { type Chance, seededChance } from '../src/base/chance.ts'
import { RunResult } from '../src/report/result/run-result.ts'
import { checkSqliteFile } from '../src/storage/sqlite/check.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import { ROOT } from './architecture/source-files.ts'
import { folderFor, numbersOf, storedOf } from './runner-testing.ts'

/**
 * The built command line, killed with SIGKILL at random moments and started again with --resume until it is done. What it
 * comes to is held against the same run left in peace. Used by test/whole/kill.test.ts (10 kills) and tools/soak.ts (50).
 */

/** Bundles the command line into a folder of its own; nobody else's build is touched. */
export async function buildCli(): Promise<{ readonly cli: string; readonly remove: () => void }> {
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'sage-kill-'))
  await build({
    config: false,
    cwd: ROOT,
    entry: { 'cli/main': 'src/cli/main.ts' },
    outDir,
    clean: false,
    dts: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    logLevel: 'silent',
  })
  return { cli: join(outDir, 'cli/main.js'), remove: () => rmSync(outDir, { recursive: true, force: true }) }
}

/** Costs nothing, but says each time it is asked: the bill. Its answers depend on what it is shown alone. */
export const AGENT = `
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
export const stateless = true
export default async function agent(turn, desk) {
  appendFileSync(process.env.BILL, JSON.stringify(turn.heard.at(-1)) + turn.heard.length + '\\n')
  await sleep(4)
  const tool = turn.tools[turn.heard.length % turn.tools.length].name
  const last = turn.heard.at(-1)
  if (last.from === 'customer' && turn.heard.length % 3 === 0) desk.call(tool, { order_id: String(turn.heard.length) })
  if (last.from === 'customer' && turn.heard.length % 2 === 1)
    return { messages: [], calls: [{ tool, input: { order_id: 'A-1' } }] }
  return { messages: ['I see. What is your order number? (' + turn.heard.length + ')'] }
}
`
export const SETTINGS = (trials: number, lanes: number, cases = 'own: false'): string => `
agents:
  - oracle
  - { id: paid, module: ./agent.mjs, protocol: observed }
packs: [lunchbox]
${cases}
gates: { defaults: off }
trials: ${trials}
concurrency: ${lanes}
`

const REPLIES_BETWEEN_KILLS = 50

export type Killing = {
  readonly cli: string
  readonly seed: number
  readonly killsMax: number
  readonly trials: number
  readonly lanes: number
  /** which cases, as in sage.yaml; absent: the planned ones */
  readonly cases?: string
  /** samples of each trap after the trials; absent: none */
  readonly forks?: number
}

export type Killed = {
  readonly kills: number
  readonly sameTrials: boolean
  readonly sameNumbers: boolean
  readonly doubled: number
  /** forks as in the undisturbed run: none lost, none twice */
  readonly sameForks: boolean
  readonly forks: number
  /** replies paid for beyond those of the undisturbed run: at most what was under way at each kill */
  readonly paidAgain: number
}

export async function killAndResume(killing: Killing): Promise<Killed> {
  const [peace, war] = [folderFor('peace'), folderFor('war')]
  for (const folder of [peace, war]) {
    writeFileSync(join(folder, 'agent.mjs'), AGENT)
    writeFileSync(
      join(folder, 'sage.yaml'),
      `${SETTINGS(killing.trials, killing.lanes, killing.cases)}${forksOf(killing)}`,
    )
  }
  try {
    const expected = await runOnce(peace, killing)
    let kills = 0
    const chance = seededChance(killing.seed)
    while (kills < killing.killsMax) {
      const ended = await runOnce(war, killing, momentIn(war, chance))
      if (ended !== null) break
      kills += 1
      await opensClean(join(war, '.sage/sage.db'))
    }
    const result = await runOnce(war, killing)
    if (expected === null || result === null) throw new TypeError('a run that nobody killed did not end')
    const [left, right] = [await trialsIn(peace, expected), await trialsIn(war, result)]
    const [leftForks, rightForks] = [await forksIn(peace), await forksIn(war)]
    return {
      kills,
      sameTrials: JSON.stringify(left) === JSON.stringify(right),
      sameNumbers: numbersOf(expected) === numbersOf(result),
      doubled: right.length - new Set(right.map(({ trial }) => trial)).size,
      sameForks: JSON.stringify(leftForks) === JSON.stringify(rightForks),
      forks: rightForks.length,
      paidAgain: billOf(war) - billOf(peace),
    }
  } finally {
    for (const folder of [peace, war]) rmSync(folder, { recursive: true, force: true })
  }
}

const forksOf = ({ forks }: Killing): string =>
  forks === undefined ? '' : `forks: { at: trap, n: ${forks} }\n`

/** Every stored fork, by what it is and not by the run it belongs to, with what was done in it. */
async function forksIn(folder: string): Promise<readonly string[]> {
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  const forks: string[] = []
  for (const { id } of await store.runs())
    for await (const { fork, at, facts } of store.forks(id))
      forks.push(`${fork.slice(fork.indexOf('/'))} ${at} ${JSON.parse(facts).action}`)
  await store.close()
  return forks.sort()
}

/** Now and then while it starts, else some replies later: kills that only meet the start would prove little. */
function momentIn(folder: string, chance: Chance): Moment {
  if (chance.hits(0.2)) return () => sleep(chance.next() * 800)
  const until = billOf(folder) + Math.ceil(chance.next() * REPLIES_BETWEEN_KILLS)
  return async (isOver) => {
    while (billOf(folder) < until && !isOver()) await sleep(1 + chance.next() * 5)
  }
}

/** Comes when it is time to kill, or when there is nothing left to kill. */
type Moment = (isOver: () => boolean) => Promise<void>

/** The result; null: it was killed before it had one. */
async function runOnce(folder: string, { cli, seed }: Killing, moment?: Moment): Promise<RunResult | null> {
  const { child, ended } = startCli(folder, cli, ['--resume', '--seed', String(seed)])
  if (moment !== undefined) {
    await Promise.race([moment(() => child.exitCode !== null), ended])
    child.kill('SIGKILL')
  }
  const { code, out, err } = await ended
  if (code === null) return null
  if (code !== 0) throw new TypeError(`sage run gave ${code}: ${err}`)
  return RunResult.parse(JSON.parse(out))
}

export function startCli(
  folder: string,
  cli: string,
  words: readonly string[],
  node: readonly string[] = [],
) {
  const child = spawn(process.execPath, [...node, cli, 'run', '--json', ...words], {
    cwd: folder,
    env: { ...process.env, BILL: join(folder, 'bill.txt') },
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const ended = new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>(
    (resolve) => child.on('close', (code) => resolve({ code, out, err })),
  )
  return { child, ended }
}

/** Opens after a kill, and SQLite finds nothing wrong in it. */
async function opensClean(file: string): Promise<void> {
  if (!existsSync(file)) return
  const store = await openSqliteStore(file)
  await store.runs()
  await store.close()
  const findings = checkSqliteFile(file, 10)
  if (findings.length > 0) throw new TypeError(`damaged after a kill: ${findings.join('; ')}`)
}

export const trialsIn = (folder: string, { run }: RunResult) => storedOf(join(folder, '.sage/sage.db'), run)

export function billOf(folder: string): number {
  const bill = join(folder, 'bill.txt')
  return existsSync(bill) ? readFileSync(bill, 'utf8').split('\n').length - 1 : 0
}
