import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sageIn } from '../../../test/sage-in.ts'
import { aRunId } from '../../../test/support/base/ids.ts'
import { packageRoot } from '../../runner/files/package-root.ts'
import { openSqliteStore } from '../../storage/sqlite/sqlite-store.ts'

/** Commands on a copy of the smallest pack, in a folder of their own. */
const fresh = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'sage-commands-'))
  cpSync(join(packageRoot(), 'packs/lunchbox'), join(made, 'desk'), { recursive: true })
  return made
}
let folder = ''

const sage = (...words: readonly string[]) => sageIn(folder, words)
const edit = (file: string, from: string | RegExp, to: string): void => {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  writeFileSync(path, changed)
}

describe('packs', () => {
  beforeEach(() => {
    folder = fresh()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  describe('sage pack check', () => {
    test('a sound pack has no problem', async () => {
      const { out, exit } = await sage('pack', 'check', 'desk', '--json')
      expect([JSON.parse(out), exit]).toEqual([
        { pack: 'desk', problems: [], notes: [expect.objectContaining({ code: 'told-by-topic' })] },
        0,
      ])
    })

    test('cases that an agent without a fault cannot finish in time are shown by playing them', async () => {
      edit('desk/pack.yaml', /turns_max: \d+/, 'turns_max: 2')
      const { err, exit } = await sage('pack', 'check', 'desk')
      expect(exit).toBe(1)
      expect(err).toMatch(/^desk\/cases\/\w[\w-]*\.yaml:\d+:\d+ {2}lunchbox\/\S+: at intensity \d an agent/m)
    })

    test('problems of several files at once, each with its place, exit code 1', async () => {
      edit('desk/pack.yaml', 'title:', 'titel:')
      edit('desk/world.yaml', /today: .*/, 'today: someday')
      const { err, out, exit } = await sage('pack', 'check', 'desk')
      expect(exit).toBe(1)
      expect(err).toMatch(
        /^desk\/pack\.yaml:\d+:1 {2}"titel" is not an allowed member here\n {4}Did you mean "title"\?$/m,
      )
      expect(err).toMatch(/^desk\/world\.yaml:\d+:\d+ {2}/m)
      expect(out).toMatch(/^desk: \d+ problems\n$/)
    })

    test('a folder that is no pack lacks files; a name that is nothing is wrong usage', async () => {
      expect((await sage('pack', 'check', '.')).exit).toBe(1)
      expect(await sage('pack', 'check', 'dsek')).toMatchObject({
        exit: 2,
        err: expect.stringContaining('There is no pack "dsek".'),
      })
    })
  })

  describe('sage graph', () => {
    test.each([
      ['mermaid', /^flowchart/],
      ['svg', /^<svg/],
      ['json', /^\{/],
    ])('%s', async (format, start) => {
      const { out, exit } = await sage('graph', 'desk', '--format', format)
      expect([exit, start.test(out)]).toEqual([0, true])
    })

    test('-o writes the file and says so; a folder there is wrong usage', async () => {
      const { out } = await sage('graph', 'desk', '--format', 'svg', '-o', 'pictures/graph.svg')
      expect(out).toBe(`wrote ${join(folder, 'pictures/graph.svg')}\n`)
      expect(readdirSync(join(folder, 'pictures'))).toEqual(['graph.svg'])
      expect((await sage('graph', 'desk', '-o', 'pictures')).exit).toBe(2)
    })

    test('a broken pack is told with places, exit code 2', async () => {
      edit('desk/graph.yaml', 'format: 1', 'format: 2')
      const { err, exit } = await sage('graph', 'desk')
      expect([exit, /graph\.yaml:\d+:\d+ {2}/.test(err)]).toEqual([2, true])
    })

    test('an unknown format', async () => {
      expect((await sage('graph', 'desk', '--format', 'svgg')).err).toContain('Did you mean "svg"?')
    })
  })
})

describe('stored runs', () => {
  beforeAll(async () => {
    folder = fresh()
    const ran = await sage(...'run --pack desk --suite smoke --trials 2 --seed 3 --json'.split(' '))
    expect(ran.exit).toBe(0)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const latest = async (): Promise<string> =>
    JSON.parse((await sage('score', 'latest', '--pack', 'desk', '--json')).out).run

  test('sage cover: what the cases and what the trials exercised, in the words of the SOP', async () => {
    const { out, exit } = await sage('cover', 'desk', '--json')
    const cover = JSON.parse(out)
    expect([exit, Object.keys(cover)]).toEqual([
      0,
      ['pack', 'steps', 'edges', 'boundaries', 'paths', 'pairs', 'interrupts', 'never', 'unplanned'],
    ])
    expect(cover.steps.hit).toBeGreaterThan(20)
    expect((await sage('cover', 'desk')).out).toMatch(
      /\nNever exercised:\n {2}\d+#\d+ {2}“\w.*”\n {6}step +\w/,
    )
    expect(JSON.parse((await sage('cover', 'latest', '--json')).out).steps.hit).toBeGreaterThan(20)
    expect((await sage('cover', 'dsek')).exit).toBe(2)
  })

  test('sage score --pack: nothing changes under the same pack, the right verdicts under an edited one', async () => {
    const same = JSON.parse((await sage('score', 'latest', '--pack', 'desk', '--json')).out)
    expect([same.trials > 0, same.skipped, same.changed]).toEqual([true, 0, []])
    cpSync(join(folder, 'desk'), join(folder, 'edited'), { recursive: true })
    edit('edited/graph.yaml', /days_since_delivery <= 30/g, 'days_since_delivery <= 3')
    const changed = await sage('score', 'latest', '--pack', 'edited')
    expect(changed.out).toMatch(/^\d+ of \d+ trials of run \S+ would get a different verdict/)
    expect(changed.out).toMatch(/\nfree_goods: pass -> fail {2}\(\d+ trials\)\n {4}why: \S.*\n {4}\S+\//)
    const next = /Next: {4}npx sage-desk show '?(.+?)'? --pack edited/.exec(changed.out)?.[1] ?? ''
    expect((await sage('show', next, '--pack', 'edited')).exit).toBe(0)
    expect((await sage('score', 'nothing', '--pack', 'desk')).exit).toBe(2)
  })

  test('sage show: a conversation for a person, by its id', async () => {
    const report = readFileSync(join(folder, '.sage/reports', `${await latest()}.md`), 'utf8')
    const trial = /\S+\/people-pleaser\/\S+@\d#\d/.exec(report)?.[0].replace(/^`/, '') ?? ''
    const { out, exit } = await sage('show', trial)
    expect([exit, out.split('\n').length <= 30]).toEqual([0, true])
    expect(out).toMatch(/^What went wrong first:\n {2}customer {2}\S/m)
    expect(out).not.toMatch(/\bevent \d/)
    expect(JSON.parse((await sage('show', trial, '--json')).out)).toMatchObject({
      trial,
      score: { state: 'judged' },
    })
    expect((await sage('show', `${trial}9`)).err).toContain(`Did you mean "${trial}"?`)
  })

  test('sage score: stored transcripts again, files that are none with their place', async () => {
    const store = await openSqliteStore(join(folder, '.sage/sage.db'))
    let all = ''
    for await (const { transcript } of store.trials(aRunId(await latest()))) all += transcript
    await store.close()
    writeFileSync(join(folder, 'all.jsonl'), all)
    const { out, exit } = await sage('score', 'all.jsonl', '--pack', 'desk', '--json')
    const scored = JSON.parse(out)
    expect([exit, scored.transcripts, scored.scored, scored.labels]).toEqual([0, 72, 72, null])
    expect(scored.verdicts.free_goods.fail).toBeGreaterThan(0)
    writeFileSync(join(folder, 'broken.jsonl'), 'not json\n')
    expect(await sage('score', 'broken.jsonl')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('broken.jsonl:1:1'),
    })
    expect((await sage('score', 'nowhere.jsonl')).exit).toBe(2)
  })

  test('[TR9] sage score: a run of the store and its exported file, planned cases among them, come to the same; so do files', async () => {
    writeFileSync(
      join(folder, 'both.yaml'),
      'title: Both\npacks: [desk]\nagents: [people-pleaser]\nown: true\nplanned: small\n',
    )
    const at = ['--store', 'both.db'] as const
    const ran = JSON.parse((await sage('run', '--suite', 'both.yaml', ...at, '--json')).out)
    const stored = await sage('score', 'latest', ...at)
    expect([stored.exit, stored.err]).toEqual([0, ''])
    expect(stored.out).toContain(`${ran.trials} of ${ran.trials} transcripts scored`)
    await sage('runs', 'export', 'latest', '-o', 'archive/', ...at)
    const data = async (...words: string[]) => JSON.parse((await sage('score', ...words, '--json')).out)
    const [inStore, exported, inFolder] = [
      await data('latest', ...at),
      await data(`archive/${ran.run}.jsonl.gz`),
      await data('archive'),
    ]
    expect([exported, inFolder]).toEqual([inStore, inStore])
    expect(inStore.scored).toBe(ran.trials)
    const store = await openSqliteStore(join(folder, 'both.db'))
    let planned = ''
    for await (const { case: id, transcript } of store.trials(ran.run))
      if (id.includes('/plan-')) planned += transcript.repeat(2)
    await store.close()
    const alone = async (text: string) => {
      writeFileSync(join(folder, 'alone.jsonl'), text)
      return sage('score', 'alone.jsonl', '--json')
    }
    const carried = await alone(planned)
    expect(carried.exit).toBe(0)
    // Older transcripts name their planned case and no more: it is planned again.
    const older = planned.replaceAll(/"planned":.*?(?=\n)/g, '"sop":"prompt"}')
    expect((await alone(older)).out === carried.out).toBe(true)
    const renamed = planned.replaceAll(/"(case":"[a-z]+\/|planned":\{"id":")plan-/g, '"$1plan-once-upon-')
    expect((await alone(renamed)).out === carried.out).toBe(true)
    const other = JSON.parse(
      (await alone(older.replaceAll(/("intensity":\d,"tactic":)[^,]*/g, '$1"unheard-of"'))).out,
    )
    expect(other.scored).toBe(0)
    expect(other.problems[0].hint).toContain('score the run itself')
    const said = other.problems.map(({ message }: { message: string }) => message)
    expect(new Set(said).size).toBe(said.length)
    expect((await sage('score', '20200101t000000-none', ...at)).err).toContain('There is no run')
    writeFileSync(
      join(folder, 'cut.jsonl'),
      `${JSON.stringify({ type: 'run', format: 1, run: 'x', started_at: '', finished_at: null, header: {} })}\nnothing\n`,
    )
    expect(await sage('score', 'cut.jsonl')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('cut.jsonl:2:1'),
    })
  })

  test('[TR9] a transcript of 0.2 names its planned case, which is planned again', async () => {
    const sample = join(packageRoot(), 'test/support/scoring/planned-by-name.jsonl')
    expect(JSON.parse((await sage('score', sample, '--json')).out)).toMatchObject({
      transcripts: 1,
      scored: 1,
    })
    const elsewhere = await sage('score', sample, '--pack', 'northline')
    expect([elsewhere.exit, elsewhere.err.includes('--pack <folder>')]).toEqual([2, true])
  })

  test('planned cases of a run are found again', async () => {
    writeFileSync(
      join(folder, 'planned.yaml'),
      'title: Planned\npacks: [desk]\nagents: [do-nothing]\nown: false\nplanned: small\n',
    )
    const at = ['--store', 'planned.db'] as const
    const ran = JSON.parse((await sage('run', '--suite', 'planned.yaml', ...at, '--json')).out)
    const again = JSON.parse((await sage('score', 'latest', '--pack', 'desk', ...at, '--json')).out)
    expect([again.trials, again.skipped, again.changed]).toEqual([ran.trials, 0, []])
    const store = await openSqliteStore(join(folder, 'planned.db'))
    const [trial] = await store.trialKeys(ran.run)
    await store.close()
    expect((await sage('show', trial?.trial ?? '', '--pack', 'desk', ...at)).out).toContain(
      'What went wrong first:',
    )
    const own = JSON.parse((await sage('cover', 'desk', '--json')).out)
    const more = JSON.parse((await sage('cover', 'desk', '--planned', 'small', '--json')).out)
    expect(more.edges.hit).toBeGreaterThan(own.edges.hit)
  })
})
