import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../src/index.ts'
import { loadPlugins } from '../src/runner/plugins/load-plugins.ts'
import { ROOT } from './architecture/source-files.ts'
import { sageIn } from './sage-in.ts'

/** `plugins:` in sage.yaml: the example of docs/extend.md, and what plugins must never do. */
let folder = ''
const EXAMPLE = join(ROOT, 'examples/plugin')
const sage = (...words: readonly string[]) => sageIn(folder, words)
const write = (file: string, text: string): void => writeFileSync(join(folder, file), text)
const CASES = ['--case', 'lunchbox/cancel-in-time', '--case', 'lunchbox/wants-a-person']

test('every block of docs/extend.md stands in the example', () => {
  const page = readFileSync(join(ROOT, 'docs/extend.md'), 'utf8')
  const example = readFileSync(join(EXAMPLE, 'my-plugin.ts'), 'utf8')
  const blocks = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text = '']) => text.trim())
  expect(blocks).toHaveLength(6)
  expect(blocks.filter((text) => !example.includes(text))).toEqual([])
})

describe('the example', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sage-plugin-'))
    cpSync(EXAMPLE, folder, { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('its agent kind plays, its rule judges, its metric is counted, its gate decides', async () => {
    const { exit, out, err } = await sage('run', ...CASES, '--json')
    expect(exit, err + out).toBe(0)
    const result = JSON.parse(out)
    expect(result).toMatchObject({
      judged: 2,
      agents: [
        {
          agent: 'reader',
          metrics: {
            shouting: { hits: 0, of: 2 },
            goodbye_without_thanks: { of: 2 },
            short_talks: { of: 2 },
          },
        },
      ],
      gates: [{ gate: 'shouting.hits <= 0', met: true }],
    })
    expect(Object.keys(result.versions.plugins)).toEqual(['./my-plugin.ts'])
  })

  test('a person sees the metrics beside ours, by the words of the plugin', async () => {
    write('lines.txt', 'WHAT is your order number?! Tell me!\n')
    const { exit, out } = await sage('run', ...CASES)
    expect(exit).toBe(1)
    for (const words of ['shouting .* none allowed +NOT MET', 'no thanks .*', 'short conversations .*'])
      expect(out).toMatch(new RegExp(`^ {2}${words}$`, 'm'))
    const explained = await sage('show', 'latest/reader/lunchbox/cancel-in-time@0#0')
    expect(explained.out).toContain('shouted at the customer')
  })

  test('its format is recognised and imported, and its rule judges recordings too', async () => {
    const { exit, out, err } = await sage('import', 'chats.jsonl', '--json')
    expect(exit, err + out).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ transcripts: 2 })
    expect((await sage('import', 'chat-lines', 'chats.jsonl')).exit).toBe(0)
    expect(err).toContain('names neither the customer nor the agent')
    expect((await sage('score', 'latest', '--json')).out).toMatch(/"fails":\[[^\]]*"shouting"/)
  })

  test('on the command line an agent of the kind is <kind>:<target>', async () => {
    const { out } = await sage(
      ...'run --agent lines:lines.txt --pack lunchbox'.split(' '),
      ...CASES,
      '--dry-run',
    )
    expect(out).toContain('the lines of a file, lines.txt')
  })

  test('a changed plugin is another measure: compare refuses', async () => {
    await sage('run', ...CASES, '--no-gates', '--json')
    const file = join(folder, 'my-plugin.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace('[A-Z]{4,}', '[A-Z]{9,}'))
    const { exit, out } = await sage('run', ...CASES, '--no-gates', '--json')
    expect(exit).toBe(0)
    const runs = JSON.parse((await sage('runs', '--json')).out).runs.map(({ run }: { run: string }) => run)
    const [before = '', after = ''] = runs.slice(-2)
    expect(JSON.parse(out).run).toBe(after)
    const compared = await sage('compare', before, after, '--agent', 'reader')
    expect(compared.exit).toBe(2)
    expect(compared.err).toContain('plugin ./my-plugin.ts differs between them')
  })
})

const ruleThat = (
  says: string,
) => `import { defineRule } from 'sage-desk'; export default { rules: [defineRule({ id: 'own', words: { name: 'O', broken: 'o', meaning: 'o' },
  counted: { hits: 'fails', of: 'trials' }, failsForGood: true, appliesTo: () => true, check: () => [], ${says} })] }`

describe('what is wrong is said before anything runs', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sage-plugin-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const wrong = async (plugin: string): Promise<string> => {
    write('sage.yaml', 'plugins: [./p.ts]\npacks: [lunchbox]\nagents: [oracle]\n')
    write('p.ts', plugin)
    const { exit, err } = await sage('run', ...CASES)
    expect(exit).toBe(2)
    return err
  }

  test.each([
    ['export default { rules: [{ id: "Loud" }] }', 'rules.0.id: small letters'],
    ['export default { rulez: [] }', 'rulez'],
    ['export const rules = []', 'is not one: default export'],
    ['export default {', 'cannot be loaded'],
    ['throw new TypeError("no licence")', 'no licence'],
    ['export default { metrics: [{ name: "x", words: "X" }] }', 'make it with rate(...)'],
    [
      'import { rate, one } from "sage-desk"; export default { metrics: [rate({ name: "resolution", words: "R", better: "higher" }, () => one(true))] }',
      'has the metric "resolution", and SAGE has one of that name already',
    ],
    [
      'export default { agents: [{ name: "http", title: "x", open: () => {} }] }',
      'has the agent kind "http"',
    ],
    [ruleThat('explains: ["outcome_acuracy"]'), 'Did you mean "outcome_accuracy"?'],
    [ruleThat('explains: ["own"]'), 'The rule own explains itself'],
  ])('%s', async (plugin, said) => {
    expect(await wrong(plugin)).toContain(said)
  })

  test('a file that is missing, and a key that is no list', async () => {
    write('sage.yaml', 'plugins: [./none.ts]\npacks: [lunchbox]\n')
    expect((await sage('run')).err).toContain('There is no plugin ./none.ts')
    write('sage.yaml', 'plugins: 3\npacks: [lunchbox]\n')
    const { exit, err } = await sage('run')
    expect([exit, err.includes('sage.yaml:1:')]).toEqual([2, true])
  })

  test('a rule that throws costs its trial the verdicts and is named', async () => {
    write('sage.yaml', 'plugins: [./p.mjs]\npacks: [lunchbox]\nagents: [oracle]\n')
    write(
      'p.mjs',
      `import { defineRule } from 'sage-desk'
export default { rules: [defineRule({ id: 'bad', words: { name: 'B', broken: 'b', meaning: 'b' }, counted: { hits: 'fails', of: 'trials' },
  failsForGood: true, appliesTo: () => true, check: () => { throw new Error('oh') } })] }\n`,
    )
    const { exit, out } = await sage('run', ...CASES)
    expect(exit).toBe(3)
    expect(out).toContain('The rule bad of the plugin ./p.mjs failed: oh')
  })
})

test('two runs in one process do not see each other’s rules, metrics, kinds of agents and formats', async () => {
  const folders = ['left', 'right'].map((own) => {
    const at = mkdtempSync(join(tmpdir(), `sage-${own}-`))
    writeFileSync(join(at, 'sage.yaml'), 'plugins: [./p.mjs]\n')
    writeFileSync(
      join(at, 'p.mjs'),
      `import { defineFormat, defineRule, failed, one, rate } from 'sage-desk'
export default {
  rules: [defineRule({ id: 'rule_${own}', words: { name: 'R', broken: 'did ${own}', meaning: 'r' }, counted: { hits: 'fails', of: 'trials' },
    failsForGood: true, withoutDesk: 'always', appliesTo: () => true,
    check: ({ end }) => [failed({ evidence: [end], basis: 'text', because: '${own}' })] })],
  metrics: [rate({ name: 'metric_${own}', words: 'M', better: 'higher' }, () => one(true))],
  agents: [{ name: 'kind-${own}', title: 'k', stateless: true, open: () => () => ({ messages: ['Goodbye.'] }) }],
  formats: [defineFormat({ name: 'format-${own}', title: 'f', detect: () => 'no', idOf: () => null, tell: () => {} })],
}\n`,
    )
    return at
  })
  try {
    const runs = folders.map((at, index) =>
      run({
        pack: 'lunchbox',
        agent: `kind-${['left', 'right'][index]}:x`,
        cases: ['lunchbox/cancel-in-time', 'lunchbox/wants-a-person'],
        gates: [`metric_${['left', 'right'][index]}.value >= 1`],
        folder: at,
      }),
    )
    const [left, right] = (await Promise.all(runs)).map(({ result }) => result)
    const named = (metrics: object = {}) => Object.keys(metrics).filter((name) => /_(left|right)$/.test(name))
    expect(named(left?.agents[0]?.metrics).sort()).toEqual(['metric_left', 'rule_left'])
    expect(named(right?.agents[0]?.metrics).sort()).toEqual(['metric_right', 'rule_right'])
    expect(left?.agents[0]?.metrics['rule_left']).toMatchObject({ hits: 2, of: 2 })
    const strange = { pack: 'lunchbox', cases: ['lunchbox/cancel-in-time'], folder: folders[1] ?? '' }
    await expect(run({ ...strange, agent: 'kind-left:x' })).rejects.toThrow('kind-left')
    await expect(run({ ...strange, agent: 'oracle', gates: ['metric_left >= 0'] })).rejects.toThrow(
      'not a metric',
    )
    const formats = await Promise.all(folders.map(async (at) => (await loadPlugins(at)).formats))
    expect(formats.map((own) => own.map(({ name }) => name))).toEqual([['format-left'], ['format-right']])
    // What the right one finds of its own stands beside the outcome, and is the cause of nothing.
    const { out } = await sageIn(folders[1] ?? '', ['score', 'latest', '--json'])
    // In whatever order the two ended.
    const fails = JSON.parse(out).each.map((one: { fails: string[] }) => one.fails)
    expect(fails).toEqual([expect.arrayContaining(['rule_right']), expect.arrayContaining(['rule_right'])])
    expect(fails.flat()).toContain('outcome_accuracy')
  } finally {
    for (const at of folders) rmSync(at, { recursive: true, force: true })
  }
})

describe('code comes from sage.yaml of this folder only', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sage-plugin-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const TRAP = 'import { writeFileSync } from "node:fs"; writeFileSync("TRAPPED", ""); export default {}\n'

  test('a pack or a suite that names plugins is refused, and they are not loaded', async () => {
    cpSync(join(ROOT, 'packs/lunchbox'), join(folder, 'desk'), { recursive: true })
    write('desk/trap.ts', TRAP)
    write('trap.ts', TRAP)
    const pack = readFileSync(join(folder, 'desk/pack.yaml'), 'utf8')
    write('desk/pack.yaml', `${pack}\nplugins: [./trap.ts]\n`)
    expect((await sage('run', '--pack', './desk', '--agent', 'oracle')).exit).toBe(2)
    write('suite.yaml', 'packs: [lunchbox]\nagents: [oracle]\nplugins: [./trap.ts]\n')
    expect((await sage('run', '--suite', './suite.yaml')).exit).toBe(2)
    expect(() => readFileSync(join(folder, 'TRAPPED'))).toThrow()
  })

  test('an imported run that was made with a plugin shows its numbers and loads nothing', async () => {
    cpSync(EXAMPLE, folder, { recursive: true })
    await sage('run', ...CASES, '--json')
    expect((await sage('runs', 'export', 'latest', '-o', 'run.jsonl.gz')).exit).toBe(0)
    const elsewhere = mkdtempSync(join(tmpdir(), 'sage-plugin-'))
    try {
      cpSync(join(folder, 'run.jsonl.gz'), join(elsewhere, 'run.jsonl.gz'))
      writeFileSync(
        join(elsewhere, 'my-plugin.ts'),
        TRAP.replace('"TRAPPED"', JSON.stringify(join(elsewhere, 'TRAPPED'))),
      )
      expect((await sageIn(elsewhere, ['runs', 'import', 'run.jsonl.gz'])).exit).toBe(0)
      const report = await sageIn(elsewhere, ['report', 'latest', '--json'])
      expect(report.exit, report.err).toBe(1)
      expect(report.out).toContain('no plugin that is loaded here has this metric')
      expect(() => readFileSync(join(elsewhere, 'TRAPPED'))).toThrow()
    } finally {
      rmSync(elsewhere, { recursive: true, force: true })
    }
  })
})
