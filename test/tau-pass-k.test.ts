import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { passHatK } from '../src/metrics/pass-k.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'

const RECORDED = join(packageRoot(), '../shared/data/tau-bench/trajectories/gpt-4o-airline.json.gz')
const Runs = z.array(z.object({ task_id: z.int(), reward: z.number() }))

// Recorded runs of others are read in place and never copied here; without them there is nothing to compare with.
test.skipIf(!existsSync(RECORDED))(
  '[M5] pass^1..4 of the recorded gpt-4o airline runs are the published .420 .273 .220 .200',
  () => {
    const runs = Runs.parse(JSON.parse(gunzipSync(readFileSync(RECORDED)).toString('utf8')))
    const tasks = new Map<number, { right: number; judged: number }>()
    for (const { task_id, reward } of runs) {
      const task = tasks.get(task_id) ?? { right: 0, judged: 0 }
      tasks.set(task_id, { right: task.right + (reward === 1 ? 1 : 0), judged: task.judged + 1 })
    }
    const counts = [...tasks.values()]
    expect([1, 2, 3, 4].map((k) => passHatK(counts, k)?.toFixed(3))).toEqual([
      '0.420',
      '0.273',
      '0.220',
      '0.200',
    ])
    expect(counts.filter(({ right, judged }) => right > 0 && right < judged)).toHaveLength(26)
  },
)
