import type { Command } from 'commander'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { type Recounted, recountRun } from '../../runner/runs/recount-run.ts'
import { findRun } from '../../runner/runs/stored-trials.ts'
import { openStore, storePlace } from '../../storage/open/open-store.ts'
import { type Answer, type Asked, examples } from '../terminal/command.ts'

const Options = z.strictObject({ store: z.string() })
const Words = z.array(z.string())

export const describeRecount = (command: Command): Command =>
  command
    .description('count runs again from the scores of their trials, and keep what that gives')
    .argument('<run...>', 'their ids, or latest')
    .addHelpText(
      'after',
      examples([['sage runs recount latest', 'says whether the numbers kept before are the same']]),
    )

/** `sage runs recount`: whatever was kept, the scores of the trials decide. */
export async function recount({ words, options, workingFolder }: Asked): Promise<Answer> {
  const store = await openStore(storePlace(Options.parse(options).store, workingFolder), 'read')
  try {
    const runs: Recounted[] = []
    for (const id of Words.parse(words[0])) runs.push(await recountRun(store, await findRun(store, id)))
    return { json: { runs }, text: runs.map(say).join('\n'), exit: EXIT.ok }
  } finally {
    await store.close()
  }
}

const SUMS: Readonly<Record<Recounted['sums'], string>> = {
  same: 'the numbers kept before are the same',
  corrected: 'the numbers kept before were wrong, and are replaced',
  kept: 'numbers are kept now',
  'not-kept':
    'no numbers are kept: the run is not finished, its metrics include those of a plugin, or this user may only read',
}

const say = ({ run, trials, lists_changed, sums }: Recounted): string =>
  `${run}: ${trials} trials counted; ${SUMS[sums]}${lists_changed === 0 ? '' : `; ${lists_changed} trials are shown as their scores say now`}.`
