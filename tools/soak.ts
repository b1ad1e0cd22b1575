import { spawnSync } from 'node:child_process'
import { buildCli, killAndResume } from '../test/kill-run.ts'

/**
 * `npm run soak`: what takes too long for npm test. Fifty kills of `sage run`, then two writers and a reader on one store
 * for a minute with fifty kills of their own. Exit code 1: something did not hold.
 */
const KILLS = Number(process.argv[2] ?? 50)
const LANES = 3

async function kills(): Promise<boolean> {
  const built = await buildCli()
  let [done, runs, paidAgain, wrong] = [0, 0, 0, 0]
  try {
    for (let seed = 1; done < KILLS; seed += 1) {
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

const store = (): boolean =>
  spawnSync(
    'npx',
    ['vitest', 'run', 'test/store-processes.test.ts', '--maxWorkers=1', '--testTimeout=240000'],
    {
      stdio: 'inherit',
      env: { ...process.env, SAGE_SOAK: '1' },
    },
  ).status === 0

const held = [await kills(), store()]
process.exitCode = held.every(Boolean) ? 0 : 1
