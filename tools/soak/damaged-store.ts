import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { seededChance } from '../../src/base/chance.ts'
import { folderFor } from '../../test/runner-testing.ts'
import { sageIn } from '../../test/sage-in.ts'

/** How so many random damages of a real store came out. */
export type Damaged = {
  /** everything was saved, byte for byte */
  readonly whole: number
  /** `sage runs export` said that the store is damaged, or refused it in words */
  readonly stated: number
  /** something was lost and nothing was said */
  readonly silent: number
}

/** Flips, blanks and cuts a store that `sage run` made, and exports what can be read with the command people use. */
export async function damageStores(times: number, seed: number): Promise<Damaged> {
  const folder = folderFor('damage')
  try {
    const words = ['run', '--agent', 'forgetful(0.3)', '--agent', 'people-pleaser', '--pack', 'lunchbox']
    const ran = await sageIn(folder, [...words, '--trials', '2'])
    if (ran.exit !== 0) throw new TypeError(`the run to damage failed: ${ran.err}`)
    await sageIn(folder, ['runs', 'export', 'latest', '-o', 'whole.jsonl.gz'])
    const wanted = gunzipSync(readFileSync(join(folder, 'whole.jsonl.gz')))
    const bytes = readFileSync(join(folder, '.sage/sage.db'))
    const chance = seededChance(seed)
    const came = { whole: 0, stated: 0, silent: 0 }
    for (let nth = 0; nth < times; nth += 1) {
      const damaged = Buffer.from(bytes)
      const flip = (at: number): void => {
        damaged[at] = (damaged[at] ?? 0) ^ 0xff
      }
      const at = chance.below(damaged.length)
      if (nth % 4 === 0) for (let n = 0; n < 3; n += 1) flip(chance.below(damaged.length))
      else if (nth % 4 === 1) damaged.fill(0, at - (at % 512), at - (at % 512) + 512)
      else if (nth % 4 === 2) for (let n = 0; n < 64; n += 1) flip(Math.min(damaged.length - 1, at + n))
      // The first page: the schema, and where everything begins.
      else flip(chance.below(4096))
      writeFileSync(join(folder, 'damaged.db'), damaged)
      const out = join(folder, `saved-${nth}`)
      for (const beside of ['-wal', '-shm']) rmSync(join(folder, `damaged.db${beside}`), { force: true })
      const words = ['runs', 'export', 'latest', '--store', 'damaged.db', '-o', `${out}/`, '--json']
      const saved = await sageIn(folder, words)
      const [run] = saved.exit > 1 ? [] : JSON.parse(saved.out).runs
      const isWhole = run !== undefined && gunzipSync(readFileSync(run.file)).equals(wanted)
      if (isWhole) came.whole += 1
      else if (saved.exit !== 0) came.stated += 1
      else came.silent += 1
      rmSync(out, { recursive: true, force: true })
    }
    return came
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
