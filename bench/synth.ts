import { join } from 'node:path'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { synthesise } from '../src/runner/jobs/synth/synth.ts'
import { planPack } from '../src/runner/packs/load-cases.ts'
import { loadPack } from '../src/runner/packs/load-pack.ts'

/**
 * Dialogues a second on one core, in processor time: played, scored again, compared with those before. Target: 500 a second;
 * `ratio` is the target over what was reached. Warmed up first: a corpus is large.
 */
const DIALOGUES = 600
const TARGET_A_SECOND = 500

export async function benchSynth(): Promise<Record<string, number>> {
  const pack = await loadPack(join(packageRoot(), 'packs/lunchbox'))
  const plan = planPack(pack, { size: 'full', seed: 1 })
  const make = (seed: number) =>
    synthesise(pack, plan, {
      n: DIALOGUES,
      seed,
      faults: 0.33,
      signal: new AbortController().signal,
      onDialogue: () => undefined,
    })
  await make(1)
  const from = process.cpuUsage()
  const { dialogues, distinct_3, paths_covered } = await make(2)
  const { user, system } = process.cpuUsage(from)
  const perSecond = dialogues / ((user + system) / 1e6)
  return {
    ratio: TARGET_A_SECOND / perSecond,
    dialogues_per_second: perSecond,
    dialogues,
    distinct_3: distinct_3.all,
    distinct_3_agent: distinct_3.agent,
    paths_hit: paths_covered.hit,
    paths: paths_covered.of,
  }
}
