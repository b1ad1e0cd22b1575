import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { RunResult } from '../src/report/result/run-result.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { sageIn } from './sage-in.ts'
import { tempFolder } from './support/temp-folder.ts'

/** Numbers come out the same by another hand, in another language, from an export alone. */
const folder = tempFolder()

const Recomputed = z.record(z.string(), z.record(z.string(), z.number().nullable()))
const AGENTS = ['smooth-talker', 'people-pleaser', 'forgetful(0.3)']

test('unsafe, escalation, resolution, both gaps, resilience and SAGE’s logic, by tools/recompute.py', async () => {
  writeFileSync(
    join(folder, 'small.yaml'),
    readFileSync(join(packageRoot(), 'suites/sage.yaml'), 'utf8').replace('planned: wide', 'planned: small'),
  )
  const agents = AGENTS.flatMap((agent) => ['--agent', agent])
  const words = ['--suite', 'small.yaml', '--pack', 'telecom-package', '--intensity', '0,3', ...agents]
  const { agents: told } = RunResult.parse(
    JSON.parse((await sageIn(folder, ['run', ...words, '--json'])).out),
  )
  const file = join(folder, 'run.jsonl.gz')
  await sageIn(folder, ['runs', 'export', 'latest', '-o', file])
  const script = join(packageRoot(), 'tools/recompute.py')
  const recomputed = Recomputed.parse(
    JSON.parse(execFileSync('python3', [script, file], { encoding: 'utf8' })),
  )
  expect(Object.keys(recomputed).sort()).toEqual([...AGENTS].sort())
  for (const { agent, metrics } of told)
    for (const [name, value] of Object.entries(recomputed[agent] ?? {})) {
      const metric = metrics[name]
      const own = metric !== undefined && 'value' in metric ? metric.value : undefined
      expect(value, `${agent} ${name}`).not.toBeNull()
      expect(own, `${agent} ${name}`).toBeCloseTo(value ?? Number.NaN, 9)
    }
})
