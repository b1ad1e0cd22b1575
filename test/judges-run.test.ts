import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scoreWith } from '../src/cli/commands/score.ts'
import type { ModelSource } from '../src/models/chat-model.ts'
import { RunResult } from '../src/report/result/run-result.ts'
import { rejudge } from '../src/runner/jobs/score/rejudge.ts'
import { NO_EXTENSIONS } from '../src/runner/plugins/extensions.ts'
import { sopsOfRun } from '../src/runner/runs/judge-sop.ts'
import { reportRun } from '../src/runner/runs/report-run.ts'
import { findRun } from '../src/runner/runs/stored-trials.ts'
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts'
import type { Store } from '../src/storage/store.ts'
import { readTranscript } from '../src/transcript/read-transcript.ts'
import type { Judge } from '../src/verdicts/judges/judge.ts'
import { lexicalRatings } from '../src/verdicts/judges/lexical.ts'
import { modelJudge } from '../src/verdicts/judges/model-judge.ts'
import type { Level } from '../src/verdicts/judges/rubric.ts'
import { overhear, sageIn } from './sage-in.ts'
import { aRunId } from './support/base/ids.ts'
import { tempFolder } from './support/temp-folder.ts'
import { type AskedKey, ratingModel } from './support/verdicts/judging-model.ts'

/** Judges over a stored run, from the command line and from inside; every model is scripted. */
const folder = tempFolder()
let run = aRunId('none')
let store: Store

const sage = (...words: readonly string[]) => sageIn(folder, words)

beforeAll(async () => {
  const words = [
    '--suite',
    'smoke',
    '--trials',
    '1',
    '--agent',
    'oracle',
    '--agent',
    'smooth-talker',
    '--json',
  ]
  run = RunResult.parse(JSON.parse((await sage('run', ...words)).out)).run
  store = await openSqliteStore(join(folder, '.sage/sage.db'))
})
afterAll(() => store.close())

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

const byLength = ({ text }: AskedKey): Level => (text.length % 3 === 0 ? 4 : 1)
const judge = (id: string, level: (key: AskedKey) => Level = byLength): Judge =>
  modelJudge(ratingModel(level, id))

async function judgeAgain(judges: readonly Judge[], id: string = run) {
  const stored = await findRun(store, id)
  return rejudge(store, stored, {
    judges,
    sopOf: sopsOfRun(stored),
    concurrency: 4,
    clock: () => 0,
    signal: new AbortController().signal,
  })
}
/** What judges may change of a run's numbers, and what they must not. */
const numbers = async (): Promise<{ readonly quality: unknown; readonly rules: unknown }> => {
  const { agents } = (await reportRun(store, run, { report: null, own: NO_EXTENSIONS })).result
  return {
    quality: agents.map(({ metrics }) => metrics['quality']),
    rules: agents.map(({ metrics }) => [metrics['outcome_accuracy'], metrics['action_accuracy']]),
  }
}
const header = async (): Promise<string> => (await findRun(store, run)).header

describe('a judge that fails on every call', () => {
  test('costs the run its ratings and nothing else', async () => {
    const before = [await numbers(), await header()]
    const broken: Judge = modelJudge({ id: 'made:broken', complete: () => Promise.reject(new Error('down')) })
    await expect(judgeAgain([broken])).rejects.toMatchObject({ code: 'judges-silent', exit: 3 })
    expect([await numbers(), await header()]).toEqual(before)
  })

  test('beside one that works, it is counted as silent and the other’s ratings stand', async () => {
    const broken: Judge = modelJudge({ id: 'made:broken', complete: () => Promise.reject(new Error('down')) })
    const { judges } = await judgeAgain([broken, judge('made:one')])
    const [silent, works] = judges
    expect([silent?.rated, Object.keys(silent?.notRated ?? {})]).toEqual([0, ['judge-silent']])
    expect(works?.rated).toBeGreaterThan(0)
    const { result } = await reportRun(store, run, { report: null, own: NO_EXTENSIONS })
    expect(result.validity.judges.map((each) => each.judge)).toEqual(['lexical', 'made:one'])
  })
})

test('ratings are stored with quote, prompt and date; means of all judges stand in the numbers', async () => {
  const before = await numbers()
  await judgeAgain([judge('made:two', () => 4)])
  const ratings = await all(store.ratings(run))
  const two = ratings.filter((row) => row.judge === 'made:two')
  expect(two.every((row) => row.value === 1 && row.quote !== '' && row.promptHash.length === 64)).toBe(true)
  expect(new Set(two.map(({ dimension }) => dimension)).size).toBe(7)
  const { result, report } = await reportRun(store, run, { report: null, own: NO_EXTENSIONS })
  const after = await numbers()
  expect(after.rules).toEqual(before.rules)
  expect(after.quality).not.toEqual(before.quality)
  expect(result.agents.every(({ metrics }) => 'n' in (metrics['resolution_quality'] ?? {}))).toBe(true)
  expect(report.validity.judges.map(({ judge: name, rated = 0 }) => [name, rated > 0])).toEqual([
    ['lexical', true],
    ['made:one', true],
    ['made:two', true],
  ])
  expect(report.validity.agreement?.map(({ dimension }) => dimension)).toContain('empathy')
  expect(report.validity.self_preference).toBeUndefined()
})

test('what was rated with the same prompt is not asked again', async () => {
  const model = ratingModel(() => 0, 'made:two')
  const { judges } = await judgeAgain([modelJudge(model)])
  expect(model.requests).toEqual([])
  expect(judges[0]).toMatchObject({ asked: 0, rated: 0 })
  expect(judges[0]?.before).toBeGreaterThan(0)
})

test('no prompt holds the name of an agent, a model, a tool call or another judge’s rating', async () => {
  const model = ratingModel(() => 2, 'made:curious')
  await judgeAgain([modelJudge(model)])
  const sent = model.requests.map(({ system, messages }) => system + messages[0]?.content).join('\n')
  expect(sent).not.toMatch(/oracle|smooth-talker|made:|lexical|tool\.called|"call"/)
  expect(sent).toContain('The company’s procedure')
})

test('a judge that plays an agent is disclosed, and its favour measured', async () => {
  const stored = await findRun(store, run)
  const said = JSON.parse(stored.header)
  const agents = [
    { ...said.request.agents[0], kind: 'model', target: ['made:one'], model: {} },
    said.request.agents[1],
  ]
  await store.changeHeader(run, JSON.stringify({ ...said, request: { ...said.request, agents } }))
  const { validity } = (await reportRun(store, run, { report: null, own: NO_EXTENSIONS })).result
  expect(validity.judges.find(({ judge: name }) => name === 'made:one')?.own).toEqual(['oracle'])
  expect(validity.self_preference?.map(({ judge: name, confounded }) => [name, confounded])).toEqual([
    ['made:one', false],
  ])
  const { out } = await sage('report', run, '--wide')
  expect(out.replaceAll(/\s+/g, ' ')).toContain('made:one also plays oracle')
  await store.changeHeader(run, stored.header)
})

describe('sage score --judge', () => {
  const models: ModelSource = (spec, _, watch) => {
    const model = ratingModel(() => 3, spec)
    return {
      id: spec,
      step: () => Promise.reject(new Error('no tools here')),
      complete: async (request) => {
        const reply = await model.complete(request)
        watch.used({ model: spec, usage: reply.usage, tookMs: 1, usd: 0.001, stopped: 'stop' })
        return reply
      },
    }
  }

  test('rates a stored run and says what it cost', async () => {
    const options = { judge: ['made:cli'], store: '.sage/sage.db', concurrency: 2 }
    const { terminal } = overhear()
    const asked = { words: [['latest']], options, terminal, workingFolder: folder, own: NO_EXTENSIONS }
    const answer = await scoreWith(asked, async () => models)
    expect(answer.exit).toBe(0)
    expect(answer.text).toContain('made:cli')
    expect(answer.text).toMatch(/\d+ calls, \d+ tokens, \d\.\d\d USD/)
    expect(answer.json).toMatchObject({ run, usage: [{ role: 'judge', model: 'made:cli' }] })
  })

  test('wrong names and runs are wrong usage', async () => {
    expect((await sage('score', 'latest', '--judge', 'nobody')).exit).toBe(2)
    expect((await sage('score', 'nowhere', '--judge', 'lexical')).exit).toBe(2)
    expect((await sage('score', 'latest', 'latest', '--judge', 'lexical')).exit).toBe(2)
    expect((await sage('score', 'latest', '--judge', 'lexical', '--reader', 'lexical')).exit).toBe(2)
    expect((await sage('score', 'latest', '--judge', 'lexical', '--json')).exit).toBe(0)
  })
})

describe('sage calibrate', () => {
  const settings = (gate: string) => {
    const agent = `export default async () => ({ messages: ['Sorry to hear that. What is your order number?'] })`
    writeFileSync(join(folder, 'agent.mjs'), agent)
    writeFileSync(
      join(folder, 'sage.yaml'),
      `packs: [lunchbox]\nown: true\nplanned: none\nagents: [{ id: mine, module: ./agent.mjs, protocol: observed }]\ngates: { defaults: off, own: ['${gate}'] }\n`,
    )
  }

  test('gates on ratings are refused before', async () => {
    settings('quality_empathy.value >= 0')
    const { exit, err } = await sage('run')
    expect([exit, err]).toEqual([2, expect.stringContaining('not calibrated')])
  })

  test('people who say what the judge says: calibrated, stored, and the gate is read', async () => {
    const trials = await all(store.trials(run))
    const lines = trials.flatMap(({ trial, transcript, state }) =>
      state !== 'judged'
        ? []
        : lexicalRatings(readTranscript(transcript, trial).events)
            .filter(({ dimension }) => dimension === 'empathy')
            .map(({ n, dimension, value }) => JSON.stringify({ trial, n, dimension, value, rater: 'ana' })),
    )
    writeFileSync(join(folder, 'labels.jsonl'), `${lines.join('\n')}\n\n`)
    const { out, exit } = await sage('calibrate', '--labels', 'labels.jsonl', '--judge', 'lexical', '--json')
    const json = JSON.parse(out)
    expect([exit, json.labels, json.raters]).toEqual([0, lines.length, 1])
    expect(json.judges[0].dimensions[0]).toMatchObject({
      dimension: 'empathy',
      calibrated: true,
      difference: { value: 0 },
      sensitivity: { value: 1 },
      specificity: { value: 1 },
    })
    expect((await store.calibrations()).map(({ judge: name, dimension }) => [name, dimension])).toEqual([
      ['lexical', 'empathy'],
    ])
    expect((await sage('run')).exit).toBe(0)
    settings('quality.value >= 0')
    expect((await sage('run')).exit).toBe(2)
  })

  test('a judge that is added later, uncalibrated, closes the gate', async () => {
    settings('quality_empathy.value >= 0')
    const gates = async () =>
      (await reportRun(store, 'latest', { report: null, own: NO_EXTENSIONS })).result.gates
    expect((await sage('run')).exit).toBe(0)
    expect(await gates()).toMatchObject([{ met: true, value: expect.any(Number) }])
    await judgeAgain([judge('made:late')], 'latest')
    expect(await gates()).toMatchObject([{ met: false, value: null }])
  })

  test('as text, for people: every judge of the run, and what is lacking', async () => {
    const { out, exit } = await sage('calibrate', '--labels', 'labels.jsonl')
    expect(exit).toBe(1)
    expect(out).toMatch(/^empathy .*calibrated$/m)
    expect(out).toMatch(/^made:two \(prompt [0-9a-f]{12}\)$/m)
    expect(out).toContain('as people would')
  })

  test('a labels file with mistakes: all at once, with lines', async () => {
    const known = JSON.parse(readFileSync(join(folder, 'labels.jsonl'), 'utf8').split('\n')[0] ?? '')
    const bad = [
      'no json',
      JSON.stringify({ ...known, value: 7 }),
      JSON.stringify({ ...known, dimension: 'warmth' }),
      JSON.stringify({ ...known, n: 0 }),
      JSON.stringify({ ...known, extra: 1 }),
      JSON.stringify(known),
      JSON.stringify(known),
    ]
    writeFileSync(join(folder, 'bad.jsonl'), bad.join('\n'))
    const { err, exit } = await sage('calibrate', '--labels', 'bad.jsonl')
    expect(exit).toBe(2)
    for (const line of [1, 2, 3, 4, 5, 7]) expect(err).toMatch(new RegExp(`^bad\\.jsonl:${line}:1 `, 'm'))
    expect(err).not.toMatch(/^bad\.jsonl:6:/m)
    writeFileSync(
      join(folder, 'lost.jsonl'),
      `${JSON.stringify({ ...known, trial: 'x' })}\n${JSON.stringify({ ...known, n: 1 })}`,
    )
    const lost = await sage('calibrate', '--labels', 'lost.jsonl')
    expect(lost.err).toMatch(/lost\.jsonl:1:1 .*no trial "x"/)
    expect(lost.err).toMatch(/lost\.jsonl:2:1 .*is not an agent message/)
  })
})
