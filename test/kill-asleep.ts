import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { RunResult } from '../src/report/result/run-result.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { StoredRun } from '../src/storage/store.ts'
import { AGENT, billOf, SETTINGS, startCli, trialsIn } from './kill-run.ts'
import { folderFor, numbersOf } from './runner-testing.ts'

/**
 * A process falls asleep in the middle of a run (SIGSTOP), the clock goes on for a minute, another process takes the run
 * over, and the first one wakes up. Both are the built command line; their clock is the machine's plus what a file says.
 */
const CLOCK = (file: string): string => `
import { readFileSync } from 'node:fs'
const now = Date.now
Date.now = () => now() + Number(readFileSync(${JSON.stringify(file)}, 'utf8') || 0)
`
const ANSWERED = 20
/** Answers so often, then waits until it is let go: nobody is done before the other one is up. */
const WAITING_AGENT = AGENT.replace(
  'await sleep(4)',
  `while (readFileSync(process.env.BILL, "utf8").split("\\n").length - 1 > ${ANSWERED} && !existsSync("go.txt")) await sleep(4)`,
).replace('{ appendFileSync }', '{ appendFileSync, existsSync, readFileSync }')
const LANES = 3
const MINUTE_MS = 60_000

export type Woken = {
  /** what the one that slept came to */
  readonly code: number | null
  readonly says: string
  readonly sameTrials: boolean
  readonly sameNumbers: boolean
  /** replies asked for beyond those of the undisturbed run: at most what was under way when it fell asleep */
  readonly paidAgain: number
  readonly lanes: number
}

export async function fallAsleep(cli: string): Promise<Woken> {
  const [peace, war] = [folderFor('awake'), folderFor('asleep')]
  for (const folder of [peace, war]) {
    writeFileSync(join(folder, 'agent.mjs'), WAITING_AGENT)
    writeFileSync(join(folder, 'sage.yaml'), SETTINGS(2, LANES))
    writeFileSync(join(folder, 'clock.mjs'), CLOCK(join(folder, 'minutes.txt')))
    writeFileSync(join(folder, 'minutes.txt'), '0')
  }
  const start = (folder: string) =>
    startCli(folder, cli, ['--resume'], ['--import', pathToFileURL(join(folder, 'clock.mjs')).href])
  const sleepers = []
  try {
    writeFileSync(join(peace, 'go.txt'), '')
    const expected = RunResult.parse(JSON.parse((await start(peace).ended).out))
    const first = start(war)
    sleepers.push(first.child)
    while (billOf(war) < ANSWERED + LANES) await sleep(2)
    const { writer, heartbeat } = await lastRunIn(war)
    // All wait by now, and the next sign of life is seconds away: it does not fall asleep with the store in its hands.
    while ((await lastRunIn(war)).heartbeat === heartbeat) await sleep(5)
    first.child.kill('SIGSTOP')
    writeFileSync(join(war, 'minutes.txt'), String(MINUTE_MS))
    const second = start(war)
    sleepers.push(second.child)
    while ((await lastRunIn(war)).writer === writer) await sleep(5)
    writeFileSync(join(war, 'go.txt'), '')
    first.child.kill('SIGCONT')
    const [woken, other] = [await first.ended, await second.ended]
    const result = RunResult.parse(JSON.parse(other.out))
    const [left, right] = [await trialsIn(peace, expected), await trialsIn(war, result)]
    return {
      code: woken.code,
      says: woken.err,
      sameTrials: JSON.stringify(left) === JSON.stringify(right),
      sameNumbers: numbersOf(expected) === numbersOf(result),
      paidAgain: billOf(war) - billOf(peace),
      lanes: LANES,
    }
  } finally {
    for (const child of sleepers) child.kill('SIGKILL')
    for (const folder of [peace, war]) rmSync(folder, { recursive: true, force: true })
  }
}

async function lastRunIn(folder: string): Promise<Pick<StoredRun, 'writer' | 'heartbeat'>> {
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  try {
    return (await store.runs()).at(-1) ?? { writer: null, heartbeat: null }
  } finally {
    await store.close()
  }
}
