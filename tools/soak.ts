import { spawnSync } from 'node:child_process'
import { buildCli, killAndResume } from '../test/kill-run.ts'

/**
 * `npm run soak`: what takes too long for npm test; about five minutes on a machine with nothing else to do. Fifty kills of
 * `sage run`; then on one store for a minute two writers and readers, with fifty kills of their own; then for a minute two
 * people at `sage run` and one at `sage runs`. Exit code 1: something did not hold.
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

/** Tests of `npm test` that last longer when they are asked to. */
const longer = (file: string) => (): boolean =>
  spawnSync('npx', ['vitest', 'run', file, '--maxWorkers=1', '--testTimeout=900000'], {
    stdio: 'inherit',
    env: { ...process.env, SAGE_SOAK: '1' },
  }).status === 0

const PARTS: readonly (readonly [string, () => boolean | Promise<boolean>])[] = [
  [`${KILLS} kills of sage run`, kills],
  ['writers and readers on one store', longer('test/store-processes.test.ts')],
  ['two sage run and sage runs on one store', longer('test/store-cli.test.ts')],
  ['20,000 conversations of references', longer('test/customer-talks.test.ts')],
]

const lines: string[] = []
for (const [what, holds] of PARTS) {
  const from = performance.now()
  const held = await holds()
  if (!held) process.exitCode = 1
  lines.push(
    `soak: ${held ? 'holds        ' : 'DOES NOT HOLD'} ${what} (${Math.round((performance.now() - from) / 1000)} s)\n`,
  )
}
process.stdout.write(lines.join(''))
