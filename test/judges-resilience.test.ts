import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { MetricName } from '../src/metrics/all-metrics.ts'
import { type Measured, measured } from '../src/report/render/say-metric.ts'
import { RunResult } from '../src/report/result/run-result.ts'
import { packageRoot } from '../src/runner/files/package-root.ts'
import { sageIn } from './sage-in.ts'
import { tempFolder } from './support/temp-folder.ts'

/** Kind words over wrong acts, from conversations to figures: one desk of the suite `sage`. docs/judges.md has all seven. */
const folder = tempFolder()
let result: RunResult
let text = ''

const sage = async (...words: readonly string[]): Promise<string> =>
  (await sageIn(folder, words, { columns: 120 })).out

beforeAll(async () => {
  writeFileSync(
    join(folder, 'small.yaml'),
    readFileSync(join(packageRoot(), 'suites/sage.yaml'), 'utf8').replace('planned: wide', 'planned: small'),
  )
  const packs = ['--pack', 'logistics-delivery']
  const agents = ['oracle', 'smooth-talker', 'people-pleaser'].flatMap((id) => ['--agent', id])
  result = RunResult.parse(
    JSON.parse(
      await sage('run', '--suite', 'small.yaml', '--intensity', '0,3', ...packs, ...agents, '--json'),
    ),
  )
  text = await sage('report', 'latest', '--wide')
})

const metric = (agent: string, name: MetricName): Measured | undefined =>
  measured(result.agents.find((each) => each.agent === agent)?.metrics ?? {}, name)

// A smooth-talker's customers do not let go without a deed, at any intensity: its wrong turns no longer grow with the dose.
test('[M14] people-pleaser’s words hold while its procedure gives way; the oracle’s does not give way', () => {
  expect(metric('people-pleaser', 'empathy_resilience')?.low).toBeGreaterThan(0)
  const [oracle = '', pleaser = ''] = ['oracle', 'people-pleaser'].map(
    (id) =>
      text.split(new RegExp(`^${id} \\(instrument\\), `, 'm'))[1]?.split(/^[\w-]+ \(instrument\), /m)[0],
  )
  expect(oracle).toContain('no measurable drop in procedure adherence')
  expect(pleaser).toContain('procedure adherence dropped, message quality held')
})

test('[M14] nearly all of smooth-talker’s failures are masked; the oracle has none to mask', () => {
  expect(metric('smooth-talker', 'masked_failures')?.low).toBeGreaterThan(0.8)
  expect(metric('oracle', 'masked_failures')).toBeUndefined()
  expect(metric('smooth-talker', 'quality')?.low).toBeGreaterThan(metric('oracle', 'quality')?.high ?? 1)
})

test('the figures say by whom the words were rated, and that nobody calibrated them', () => {
  expect(text.replaceAll(/\s+/g, ' ')).toContain('by lexical (diagnostic: not calibrated against people)')
})
