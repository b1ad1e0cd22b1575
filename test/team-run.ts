import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededChance } from '../src/base/chance.ts'
import { RunResult } from '../src/report/result/run-result.ts'
import { AGENT, billOf, startCli, trialsIn } from './kill-run.ts'
import type { PostgresServer } from './postgres-server.ts'
import { folderFor, numbersOf, storedOf } from './runner-testing.ts'

/**
 * A team at work: submitters, and workers that are real processes on a real PostgreSQL, killed, cut off and robbed of their
 * database. What the runs come to is held against the same runs in one undisturbed process.
 */
export type TeamWork = {
  readonly cli: string
  readonly server: PostgresServer
  readonly schema: string
  /** one run each */
  readonly seeds: readonly number[]
  readonly trials: number
  readonly workers: number
  readonly lanes: number
  /** kill -9 of a worker, which is replaced */
  readonly kills: number
  /** of PostgreSQL, in turns orderly and by kill -9 */
  readonly restarts: number
  /** one worker hears and says nothing for so long */
  readonly cutOffMs: number
}

export type TeamCame = {
  readonly kills: number
  readonly restarts: number
  readonly sameTrials: boolean
  readonly sameNumbers: boolean
  readonly doubled: number
  /** trials that were not played because workers died on them; no trial here kills anybody */
  readonly setAside: number
  /** replies paid for beyond those of the undisturbed runs */
  readonly paidAgain: number
  readonly seconds: number
}

const REPLIES_BETWEEN = 30

/** 18 cases, which need no planning: workers are started often. */
const settings = (trials: number): string => `
agents: [{ id: paid, module: ./agent.mjs, protocol: observed }]
packs: [lunchbox]
planned: none
gates: { defaults: off }
trials: ${trials}
concurrency: 8
`

export async function disturbTeam(work: TeamWork): Promise<TeamCame> {
  const [peace, war] = [folderFor('peace'), folderFor('war')]
  for (const folder of [peace, war]) {
    writeFileSync(join(folder, 'agent.mjs'), AGENT)
    writeFileSync(join(folder, 'sage.yaml'), settings(work.trials))
  }
  const store = work.server.url(work.schema)
  const chance = seededChance(work.seeds[0] ?? 1)
  const team = startTeam({ ...work, folder: war, store })
  try {
    const expected: RunResult[] = []
    for (const seed of work.seeds) {
      const { ended } = startCli(peace, work.cli, ['--seed', String(seed)])
      expected.push(resultOf(await ended))
    }
    const from = performance.now()
    const submitters = work.seeds.map((seed) =>
      startCli(war, work.cli, ['--seed', String(seed), '--store', store]),
    )
    const results = Promise.all(submitters.map(async ({ ended }) => resultOf(await ended)))
    let isOver = false
    const over = results.finally(() => {
      isOver = true
    })
    over.catch(() => undefined)
    const came = { kills: 0, restarts: 0 }
    const cut = work.cutOffMs > 0 ? cutOff(team, work.cutOffMs) : Promise.resolve()
    const every = Math.max(1, Math.floor(work.kills / Math.max(1, work.restarts)))
    while (came.kills < work.kills && !isOver) {
      const until = billOf(war) + Math.ceil(chance.next() * REPLIES_BETWEEN)
      while (billOf(war) < until && !isOver) await sleep(5)
      if (isOver) break
      team.killOne(chance.next())
      came.kills += 1
      if (came.kills % every === 0 && came.restarts < work.restarts) {
        await (came.restarts % 2 === 0 ? work.server.restart() : work.server.crash())
        came.restarts += 1
      }
    }
    const got = await over
    await cut
    const seconds = (performance.now() - from) / 1000
    const pairs = await Promise.all(
      got.map(async (result, index) => {
        const peaceful = expected[index]
        if (peaceful === undefined) throw new TypeError('a run for each seed')
        return {
          left: await trialsIn(peace, peaceful),
          right: await storedOf(store, result.run),
          sameNumbers: numbersOf(peaceful) === numbersOf(result),
        }
      }),
    )
    return {
      ...came,
      sameTrials: pairs.every(({ left, right }) => JSON.stringify(left) === JSON.stringify(right)),
      sameNumbers: pairs.every(({ sameNumbers }) => sameNumbers),
      doubled: pairs.reduce(
        (sum, { right }) => sum + right.length - new Set(right.map(({ trial }) => trial)).size,
        0,
      ),
      setAside: pairs.reduce(
        (sum, { right }) => sum + right.filter(({ score }) => score.includes('set aside:')).length,
        0,
      ),
      paidAgain: billOf(war) - billOf(peace),
      seconds,
    }
  } finally {
    await team.stop()
    for (const folder of [peace, war]) rmSync(folder, { recursive: true, force: true })
  }
}

export type RunningTeam = {
  /** `chance` from 0 to 1 chooses who; another worker starts in its place */
  readonly killOne: (chance: number) => void
  readonly alive: () => readonly ChildProcess[]
  readonly stop: () => Promise<void>
}

export function startTeam(how: {
  readonly cli: string
  readonly folder: string
  readonly store: string
  readonly workers: number
  readonly lanes: number
  /** a worker that ends by itself is replaced */
  readonly replace?: boolean
}): RunningTeam {
  let isOver = false
  const living = new Set<ChildProcess>()
  const start = (): void => {
    const child = spawn(
      process.execPath,
      [how.cli, 'worker', '--store', how.store, '--concurrency', String(how.lanes)],
      {
        cwd: how.folder,
        env: { ...process.env, BILL: join(how.folder, 'bill.txt') },
        stdio: process.env['SAGE_SOAK'] === '1' ? ['ignore', 'inherit', 'inherit'] : 'ignore',
      },
    )
    living.add(child)
    child.once('exit', () => {
      living.delete(child)
      if (!isOver) start()
    })
  }
  for (let index = 0; index < how.workers; index += 1) start()
  return {
    alive: () => [...living],
    killOne: (chance) => {
      const all = [...living]
      all[Math.floor(chance * all.length)]?.kill('SIGKILL')
    },
    stop: async () => {
      isOver = true
      for (const child of living) child.kill('SIGTERM')
      while (living.size > 0) await sleep(10)
    },
  }
}

async function cutOff(team: RunningTeam, ms: number): Promise<void> {
  await sleep(3000)
  const [child] = team.alive()
  child?.kill('SIGSTOP')
  await sleep(ms)
  child?.kill('SIGCONT')
}

function resultOf({
  code,
  out,
  err,
}: {
  readonly code: number | null
  readonly out: string
  readonly err: string
}) {
  if (code !== 0) throw new TypeError(`sage run gave ${code}: ${err}`)
  return RunResult.parse(JSON.parse(out))
}
