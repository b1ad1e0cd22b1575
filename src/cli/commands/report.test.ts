import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sageIn } from '../../../test/sage-in.ts'
import { aRunId } from '../../../test/support/base/ids.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { readCsv } from '../../base/files/csv.ts'
import { Report } from '../../report/result/report.ts'
import { RunResult } from '../../report/result/run-result.ts'
import { packageRoot } from '../../runner/files/package-root.ts'
import { openSqliteStore } from '../../storage/sqlite/sqlite-store.ts'

/** An agent of a user's own, which reports. */
const OWN = join(packageRoot(), 'examples/module/agent.js')

/** Reports of two small runs of the smallest pack: one at two intensities, one at each case's own. */
const folder = tempFolder()
let crossed = ''
let plain = ''
let result: RunResult

const sage = (...words: readonly string[]) => sageIn(folder, words)
const file = (...path: readonly string[]): string => readFileSync(join(folder, ...path), 'utf8')

beforeAll(async () => {
  const run = async (...words: readonly string[]): Promise<RunResult> =>
    RunResult.parse(JSON.parse((await sage('run', '--pack', 'lunchbox', '--json', ...words)).out))
  result = await run('--agent', 'people-pleaser', '--agent', OWN, '--intensity', '0,3', '--trials', '2')
  crossed = result.run
  plain = (await run('--agent', 'forgetful(0.3)', '--suite', 'smoke', '--trials', '1')).run
})

test('the same numbers as the run itself, with the data of its figures, as one object', async () => {
  const { out, exit } = await sage('report', crossed, '--json')
  const report = Report.parse(JSON.parse(out))
  // The run did not meet its gates, and says so again.
  expect(exit).toBe(1)
  expect(report.agents).toEqual(result.agents)
  expect(report.validity).toEqual(result.validity)
  expect([report.trials, report.report, report.finished_at !== null]).toEqual([result.trials, null, true])
  const [pleaser] = report.figures.empathy_resilience
  expect(pleaser?.curve.map(({ intensity }) => intensity)).toEqual([0, 3])
  expect(report.figures.execution_gap.map(({ agent }) => agent)).toEqual(['people-pleaser', 'agent'])
  expect(report.decision.agents.map(({ agent }) => agent)).toEqual(['agent'])
})

test('text: candidates on the first page, instruments marked, each story one command away', async () => {
  const { out, err } = await sage('report', crossed, '--wide')
  expect(err).toBe('')
  expect(out.split('\n')[0]).toMatch(/^Do not ship agent: it /)
  expect(out).toContain(`What was tested: run ${crossed}: `)
  expect(out).not.toMatch(/(ship|about) people-pleaser/)
  expect(out).toMatch(/^people-pleaser \(instrument\)$/m)
  const [, command = ''] = /^ {2}npx sage-desk (show \S+)$/m.exec(out) ?? []
  expect((await sage(...command.split(' '))).out).toContain('What went wrong first:')
})

test('files: Markdown as sage run writes it, CSV that is read back, JUnit', async () => {
  const { out } = await sage(
    'report',
    crossed,
    ...'--md out/r.md --csv out/tables --junit out/junit.xml'.split(' '),
  )
  expect(out.split('\n').filter((line) => line.startsWith('wrote '))).toHaveLength(6)
  expect(file('out/r.md')).toBe(file('.sage/reports', `${crossed}.md`))
  expect(readdirSync(join(folder, 'out/tables')).sort()).toEqual([
    'agents.csv',
    'intensity.csv',
    'packs.csv',
    'tactics.csv',
  ])
  const { header, rows, problems } = readCsv('agents.csv', file('out/tables/agents.csv'))
  const cells = rows.map((row) =>
    Object.fromEntries(row.map(({ text }, at) => [header[at]?.text ?? '', text])),
  )
  expect(problems).toEqual([])
  const unsafe = result.agents[0]?.metrics['unsafe_actions']
  expect(
    cells.find(({ agent, metric }) => agent === 'people-pleaser' && metric === 'unsafe_actions'),
  ).toMatchObject({
    kind: 'instrument',
    ...(unsafe !== undefined && 'hits' in unsafe ? { hits: String(unsafe.hits), of: String(unsafe.of) } : {}),
  })
  expect(cells.filter(({ metric }) => metric === 'pass_k.2')).toHaveLength(2)
  expect(cells.find(({ metric }) => metric === 'quality')).toMatchObject({ diagnostic: 'yes' })
  const junit = file('out/junit.xml')
  expect([...junit.matchAll(/<testsuite name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    'people-pleaser',
    'agent',
    'gates',
  ])
  expect(junit).toMatch(
    /<failure message="[^"<]+">customer [^<]*\nagent [^<]*\nhandbook +\d+#\d+[^<]*\nnpx sage-desk show [^<]*</,
  )
})

test('several runs: one object, one file each, suites and lines kept apart; a run named twice is one', async () => {
  const { out } = await sage(
    'report',
    crossed,
    'latest',
    plain,
    ...'--junit both.xml --csv both --json'.split(' '),
  )
  const { runs } = JSON.parse(out)
  expect(runs.map(({ run }: { run: string }) => run)).toEqual([crossed, plain])
  expect(file('both.xml')).toContain(`<testsuite name="${plain}/forgetful(0.3)"`)
  expect(file('both/agents.csv')).toContain(`${plain},forgetful(0.3),instrument,declared,`)
  const text = (await sage('report', crossed, plain, '--wide')).out
  expect([...text.matchAll(/^What was tested: run (\S+):/gm)].map(([, id]) => id)).toEqual([crossed, plain])
})

test('a run at each case’s own intensity has no curve and says how to get one; its ids are safe to paste', async () => {
  const { out } = await sage('report', plain, '--wide')
  const text = out.replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/^This run does not decide .*\): Not measured: no case ran at intensity 0 and 3\./)
  expect(text).toMatch(/ Empathy Resilience =+ Not measured\. It needs .* --intensity 0,3\. /)
  expect(text).toContain('Not measured. It needs cases of which several')
  expect(out).toMatch(/npx sage-desk show '\S+\/forgetful\(0\.3\)\/\S+'/)
})

test('a run that was stopped says so; one without a trial has nothing to report', async () => {
  const stopped = '20990101t000000-stops'
  const store = await openSqliteStore(join(folder, '.sage/sage.db'))
  const run = await store.run(aRunId(plain))
  if (run === undefined) return expect.unreachable()
  await store.createRun({ ...run, id: aRunId(stopped), finishedAt: null })
  expect(await sage('report', stopped)).toMatchObject({
    exit: 2,
    err: expect.stringContaining('no stored trial'),
  })
  for await (const trial of store.trials(aRunId(plain)))
    await store.saveTrials([{ ...trial, run: aRunId(stopped) }])
  await store.close()
  const { out, exit } = await sage('report', stopped, '--wide')
  expect([exit, out.includes('This run is not finished.')]).toEqual([0, true])
})

test('wrong usage: an unknown run, no run, no store, a folder in the place of a file', async () => {
  expect(await sage('report', `${crossed}x`)).toMatchObject({
    exit: 2,
    err: expect.stringContaining(`Did you mean "${crossed}"?`),
  })
  expect((await sage('report')).exit).toBe(2)
  expect((await sage('report', 'latest', '--store', 'nowhere.db')).exit).toBe(2)
  expect((await sage('report', crossed, '--md', '.sage')).exit).toBe(2)
  expect(JSON.parse((await sage('report', 'nothing', '--json')).out)).toHaveProperty('error')
})
