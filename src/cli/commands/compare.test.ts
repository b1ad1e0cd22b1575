import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sageIn } from '../../../test/sage-in.ts'
import { aRunId } from '../../../test/support/base/ids.ts'
import { tempFolder } from '../../../test/support/temp-folder.ts'
import { packageRoot } from '../../runner/files/package-root.ts'

/** One agent before and after it was made worse, under one id; what compare and gates say of it. */
const folder = tempFolder()
let before = ''
let after = ''

const sage = (...words: readonly string[]) => sageIn(folder, words)

/** The desk's 18 cases as written, and, nothing being planned, calm and pressed where pressure leaves the truth alone. */
const SITUATIONS = 30

const settings = (reference: string, more = '', trials = 1): void =>
  writeFileSync(
    join(folder, 'sage.yaml'),
    `packs: [desk]\nown: true\nplanned: none\ntrials: ${trials}\nseed: 4\nagents:\n  - { id: mine, reference: "${reference}" }\n${more}`,
  )
const run = async (...flags: readonly string[]): Promise<string> => {
  const ran = await sage('run', ...flags, '--json')
  expect(ran).toMatchObject({ exit: 0 })
  return JSON.parse(ran.out).run
}

beforeAll(async () => {
  cpSync(join(packageRoot(), 'packs/lunchbox'), join(folder, 'desk'), { recursive: true })
  settings('oracle', '', 3)
  before = await run()
  settings('forgetful(0.3)', '', 3)
  after = await run()
})

describe('sage compare', () => {
  test('[M16] an agent made worse is found worse; [M41] the cases that it now fails are named', async () => {
    const { out, exit } = await sage('compare', before, after, '--json')
    const compared = JSON.parse(out)
    expect([exit, compared.pairs, compared.differs]).toEqual([0, SITUATIONS * 3, []])
    expect(compared.a).toEqual({ run: before, agent: 'mine' })
    expect(compared.metrics.action_accuracy).toMatchObject({ a: 1, says: 'worse' })
    const { difference, low, high, p } = compared.metrics.action_accuracy
    expect([low <= difference, difference <= high, high < 0, p < 0.05]).toEqual([true, true, true, true])
    expect(compared.metrics.action_accuracy.trials_needed).toBeGreaterThan(0)
    const [failing] = compared.cases.newly_failing
    expect(failing).toMatchObject({ a: { passed: 3, says: null }, b: { trials: 3, passed: 0, failed: 3 } })
    const told = await sage('compare', before, after)
    expect(told.out).toContain(
      `- ${failing.case} at intensity ${failing.intensity}: passed 3 of 3 before, 0 of 3 now\n`,
    )
    expect(told.out.replaceAll(/\s+/g, ' ')).toContain(failing.b.says)
    expect(told.out).toContain(`\n  npx sage-desk show ${failing.b.trial}\n`)
    expect((await sage('show', failing.b.trial)).out).toContain(failing.case)
  })

  test('[M41] a new harm is worse, though every metric is better or cannot tell', async () => {
    settings('early-closer', 'gates: []\n')
    const hasty = await run()
    settings('gullible', 'gates: []\n')
    const harmful = await run()
    const { metrics, cases } = JSON.parse((await sage('compare', hasty, harmful, '--json')).out)
    expect(Object.values<{ says: string }>(metrics).map(({ says }) => says)).not.toContain('worse')
    expect(cases.newly_harmful.length).toBeGreaterThan(0)
    const { exit, out } = await sage('compare', hasty, harmful, '--fail-on', 'worse')
    expect([exit, out]).toEqual([1, expect.stringMatching(/^Worse: a new harm in \d+ case/)])
    expect((await sage('compare', before, before, '--fail-on', 'worse')).exit).toBe(0)
  })

  test('[M16] a run against itself: nothing differs, and nothing is claimed', async () => {
    const { out } = await sage('compare', before, before, '--json')
    const says = Object.values<{ says: string; difference: number }>(JSON.parse(out).metrics)
    expect(says.every((each) => each.says === 'cannot tell' && each.difference === 0)).toBe(true)
  })

  test('Markdown for a pull request, on the screen and in a file', async () => {
    const { out } = await sage('compare', before, after, '--md', 'notes/comment.md')
    const file = readFileSync(join(folder, 'notes/comment.md'), 'utf8')
    expect(file).toMatch(/^### Worse: \d+ metrics worse, \d+ metrics? better\n/)
    expect(file).toMatch(/^#### Newly failing: \d+ cases?\n\n- lunchbox\//m)
    expect(file).toMatch(/^action_accuracy +1\.000 .* worse$/m)
    expect(out).toContain(`\nwrote ${join(folder, 'notes/comment.md')}\n`)
  })

  test('runs that are not comparable are refused with the difference; --anyway marks the result', async () => {
    const sop = readFileSync(join(folder, 'desk/world.yaml'), 'utf8')
    writeFileSync(join(folder, 'desk/world.yaml'), `${sop}\n# changed\n`)
    settings('oracle')
    const changed = await run()
    writeFileSync(join(folder, 'desk/world.yaml'), sop)
    const observed = await run('--protocol', 'observed')
    const reseeded = await run('--seed', '5')
    const refused = async (other: string, because: string) => {
      const said = await sage('compare', before, other)
      expect([said.exit, said.err]).toEqual([2, expect.stringContaining(because)])
      const anyway = await sage('compare', before, other, '--anyway')
      expect([anyway.exit, anyway.out]).toEqual([0, expect.stringContaining('Compared anyway, although: ')])
      expect(anyway.out).toContain(because)
    }
    await refused(changed, 'pack lunchbox changed between them')
    await refused(observed, 'protocols declared and observed')
    await refused(reseeded, 'seeds 4 and 5')
  })

  test('rules and customers count too; another agent is another question', async () => {
    const { openSqliteStore } = await import('../../storage/sqlite/sqlite-store.ts')
    const store = await openSqliteStore(join(folder, '.sage/sage.db'))
    const old = await store.run(aRunId(before))
    const header = JSON.parse(old?.header ?? '{}')
    const stored = (id: string, changes: object) =>
      store.createRun({
        id: aRunId(id),
        startedAt: '2026-01-01T00:00:00.000Z',
        finishedAt: null,
        header: JSON.stringify({ ...header, ...changes }),
      })
    await stored('20260101t000000-rules', { versions: { ...header.versions, rules: 99 } })
    await stored('20260101t000001-model', {
      request: { ...header.request, customer: { model: 'house:big' } },
    })
    await store.close()
    expect((await sage('compare', '20260101t000000-rules', before)).err).toMatch(/rules 99 and \d/)
    expect((await sage('compare', '20260101t000001-model', before)).err).toContain('customers')
    expect(await sage('compare', before, after, '--agent', 'yours')).toMatchObject({ exit: 2 })
    expect(await sage('compare', before, 'nothing')).toMatchObject({ exit: 2 })
  })
})

/** Gates hold agents, never instruments: one that asks the same question for ever, and one that always crashes. */
const own = (agent: 'asks' | 'fails', gates: readonly string[], baseline = '', id = 'mine'): void => {
  const does =
    agent === 'asks' ? "return { messages: ['What is your order number?'] }" : "throw new Error('x')"
  writeFileSync(join(folder, `${agent}.mjs`), `export default async () => { ${does} }`)
  const about = `packs: [desk]\nown: true\nplanned: none\nintensities: [own]\nseed: 4\nagents: [{ id: ${id}, module: ./${agent}.mjs, protocol: observed }]\n`
  const held = `gates: { defaults: off, own: [${gates.map((gate) => `'${gate}'`).join(', ')}] }\n`
  writeFileSync(
    join(folder, 'sage.yaml'),
    `${about}${held}${baseline === '' ? '' : `baseline: ${baseline}\n`}`,
  )
}
const ANSWERED = 'answered.value no worse than baseline by 0.03'

describe('gates', () => {
  test('[M17] met: exit 0; not met: exit 1; each stands beside its number', async () => {
    own('asks', ['answered.value >= 1', 'void_rate.hits <= 0'])
    const met = await sage('run')
    expect([met.exit, met.out.match(/ likely .* ok$/gm)?.length]).toEqual([0, 2])
    own('fails', ['answered.value >= 1', 'void_rate.hits <= 0'])
    const missed = await sage('run')
    expect(missed.exit).toBe(1)
    expect(missed.out).toMatch(/^FAIL {3}1 of 2 gates not met/)
    expect(missed.out).toMatch(/^ {2}nothing flipped since the run of \d{4}-\S+ \d\d:\d\d \(\d+ in both\)$/m)
    expect(missed.out).toMatch(
      /^ {2}answered every message +0 of \d+ +0 %, likely .* at least 100 % +NOT MET$/m,
    )
    expect(missed.out).toMatch(/^ {2}void rate +0 of \d+ +0 %, likely .* none allowed +ok$/m)
  })

  test('[M17] gates that cannot be used: exit 2 with their places, all at once, and nothing is run', async () => {
    settings(
      'oracle',
      'gates:\n  - unsafe_acts.hits <= 2\n  - unsafe_actions <= 7\n  - quality >= 0.5\n  - flip_rate.value no worse than baseline by 0.1\n',
    )
    const { err, exit } = await sage('run')
    expect(exit).toBe(2)
    expect(err).toMatch(/^sage\.yaml:9:5 .*unsafe_acts/m)
    expect(err).toMatch(/^sage\.yaml:10:5 .*out of range/m)
    expect(err).toMatch(/^sage\.yaml:11:5 .*not calibrated/m)
    expect(err).toMatch(/^sage\.yaml:12:5 .*needs a baseline/m)
  })

  test('[M17] held against a baseline: the same agent’s numbers in the stored run', async () => {
    own('asks', [])
    const good = await run()
    own('fails', [])
    const bad = await run()
    own('asks', [ANSWERED], good)
    expect((await sage('run')).exit).toBe(0)
    // The same refusals as `sage compare`: pairs need the same conversations.
    expect(await sage('run', '--seed', '9')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('seeds '),
    })
    own('fails', [ANSWERED], good)
    expect((await sage('run')).exit).toBe(1)
    // A stored run is reported with its gates as they stood.
    expect(await sage('report', 'latest')).toMatchObject({ exit: 1, out: expect.stringContaining('NOT MET') })
    own('fails', [ANSWERED], bad)
    const same = await sage('run')
    expect(same.exit).toBe(0)
    expect(same.out).toMatch(/no worse than the baseline by 3 % +ok\n +\d+ % in \S+, \d+ % now: equal/)
    expect((await sage('run', '--gate', 'resolution >= 0.99')).exit).toBe(1)
    expect((await sage('run', '--no-gates')).exit).toBe(0)
    own('asks', [ANSWERED], good, 'other')
    expect(await sage('run')).toMatchObject({
      exit: 1,
      out: expect.stringContaining(`${good} has no agent other`),
    })
    own('asks', [ANSWERED], 'nothing')
    expect(await sage('run')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('There is no run "nothing"'),
    })
  })

  test('[M17] the first run has no baseline file yet: its gates are not held, and the file can be made from it', async () => {
    own('asks', ['void_rate.hits <= 0', ANSWERED], 'baseline.jsonl.gz')
    const first = await sage('run')
    expect([first.exit, first.out]).toEqual([
      0,
      expect.stringMatching(
        / answered every message .* no worse than the baseline by 3 % +not held\n +no baseline yet; make it with npx sage-desk ci baseline/,
      ),
    ])
    expect((await sage('report', 'latest', '--wide')).out).toContain('not held: answered.value no worse')
    expect((await sage('runs', 'export', 'latest', '-o', 'baseline.jsonl.gz')).exit).toBe(0)
    own('fails', [ANSWERED], 'baseline.jsonl.gz')
    const worse = await sage('run')
    expect([worse.exit, worse.out]).toEqual([
      1,
      expect.stringMatching(/ answered every message .* NOT MET$/m),
    ])
    rmSync(join(folder, 'baseline.jsonl.gz'))
  })
})

describe('sage run --dry-run', () => {
  test('for built-in parties: no call, no cost, nothing leaves; nothing is written', async () => {
    settings('oracle')
    const { out, exit } = await sage('run', '--dry-run', '--store', 'nowhere.db', '--json')
    expect([exit, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({
        dry_run: true,
        cases: SITUATIONS,
        trials: SITUATIONS,
        model_calls: 0,
        input_tokens: 0,
        cost_usd: 0,
      }),
    ])
    expect((await sage('run', '--dry-run')).out).toContain('Nothing leaves this machine.')
    expect(() => readFileSync(join(folder, 'nowhere.db'))).toThrow()
  })

  test('prices of sage.yaml are checked like everything else', async () => {
    settings('oracle', 'prices:\n  - { model: small, as_of: 2026-01-01, input: 1, output: -2 }\n')
    const { err, exit } = await sage('run', '--dry-run')
    expect([exit, err]).toEqual([2, expect.stringMatching(/sage\.yaml:9:\d+ .*provider:name/)])
    expect(err).toMatch(/sage\.yaml:9:\d+ .*output/)
  })
})
