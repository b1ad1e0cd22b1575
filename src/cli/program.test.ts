import { chmodSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { sageIn } from '../../test/sage-in.ts'
import { emptyFolder } from '../../test/support/temp-folder.ts'
import { COMMANDS, RENAMED } from './command-table.ts'

const folder = emptyFolder()

const sage = (...words: readonly string[]) => sageIn(folder, words)

describe('help', () => {
  test('--help and help list every command with examples', async () => {
    const { out, exit } = await sage('--help')
    expect(exit).toBe(0)
    for (const { name } of COMMANDS) expect(out).toContain(`\n  ${name} `)
    expect(out).toContain('Examples:')
    expect((await sage('help')).out).toBe(out)
  })

  test('there is no command beside these', () => {
    const names =
      'init run show open packs cases pack compile signoff graph cover audit score calibrate compare import scrub adopt fork synth report runs desk play worker doctor ci'
    expect(COMMANDS.map(({ name }) => name).toSorted()).toEqual(names.split(' ').toSorted())
  })

  test.each(COMMANDS.map(({ name }) => name))('sage %s --help', async (name) => {
    const { out, exit } = await sage(name, '--help')
    expect(exit).toBe(0)
    expect(out).toContain(`Usage: sage ${name}`)
    expect((await sage('help', name)).out).toBe(out)
  })
})

describe('every command and subcommand keeps the conventions', () => {
  test.each(COMMANDS.map(({ name }) => name))('%s', async (name) => {
    const { out } = await sage(name, '--help')
    const subcommands = [...out.matchAll(/^ {2}([a-z-]+) \[options\]/gm)].map((found) => found[1] ?? '')
    const pages =
      subcommands.length === 0
        ? [out]
        : await Promise.all(subcommands.map(async (sub) => (await sage(name, sub, '--help')).out))
    for (const page of pages) {
      expect(page).toContain('Examples:')
      expect(page).toContain('--json')
    }
  })
})

test('a long variable that is named like a key neither breaks an error nor is shown by it', async () => {
  const key = Array.from({ length: 2_000 }, (_, at) => at.toString(36).padStart(3, 'Qz')).join('')
  vi.stubEnv('DEPLOY_TOKEN', key)
  const { err, exit } = await sage('run', '--agent', `x ${key} y ${key.slice(500, 1_000)}`)
  vi.unstubAllEnvs()
  expect(exit).toBe(2)
  expect(err).toContain('sage: There is no agent "x *** y ***".')
})

describe('wrong usage is a short error with exit code 2', () => {
  test.each([
    [['rnu'], 'sage: There is no command "rnu".\n  Did you mean "run"?\n'],
    [['run', '--agnt', 'x'], "sage: Unknown option '--agnt'.\n  Did you mean --agent?\n"],
    [
      ['rejudge', 'latest', '--judge', 'a b'],
      `sage: "sage rejudge" is now: npx sage-desk score latest --judge 'a b'\n`,
    ],
    ...Object.entries(RENAMED).map(([old, now]): [string[], string] => [
      old.split(' '),
      `sage: "sage ${old}" is now: npx sage-desk ${now}\n`,
    ]),
    [['run'], 'sage: There is no agent to run.\n  To test yours: npx sage-desk init,'],
    [['run', '--pack', 'lunchbox'], 'To check the desks themselves: npx sage-desk audit --all\n'],
    [['run', '--agent', 'orcale'], 'sage: There is no agent "orcale".\n  Did you mean "oracle"?\n'],
    [['run', '--trials', '0'], 'It should be a whole number from 1 to 1000.'],
    [['run', '--intensity', '0,4'], 'It should be a whole number from 0 to 3.'],
    [['run', '--bucket', 'adversial'], 'Did you mean "adversarial"?'],
    [['run', '--pack', 'nowhere'], 'There is no pack "nowhere".'],
    [['run', '--suite', 'smok'], 'Did you mean "smoke"?'],
    [['run', 'words'], 'Too many arguments'],
    [['run', '--agent'], "Option '--agent <name>' argument missing."],
    [['--nonsense'], "Unknown option '--nonsense'."],
  ])('sage %j', async (words, said) => {
    const { out, err, exit } = await sage(...words)
    expect(err).toContain(said)
    expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(3)
    expect([out, exit]).toEqual(['', 2])
  })
})

describe('a wrong sage.yaml', () => {
  const config = (text: string) => writeFileSync(join(folder, 'sage.yaml'), text)

  test('every problem with its place and what to do; nothing is written', async () => {
    config('agents: [oracle]\ntirals: 3\nprotocol: 7\n')
    const { err, exit, out } = await sage('run')
    expect(err).toBe(
      [
        'sage.yaml:2:1  "tirals" is not an allowed member here',
        '    Did you mean "trials"?',
        'sage.yaml:3:11  protocol: 7 is not one of declared, observed',
        'sage: The settings of this run have errors. 2 problems.',
        '  Fix the problems listed above and run the command again.',
        '',
      ].join('\n'),
    )
    expect([exit, out, readdirSync(folder)]).toEqual([2, '', ['sage.yaml']])
  })

  test.each([
    ['invalid YAML', 'agents: [oracle\n', /^sage\.yaml:\d+:\d+ {2}/],
    ['a duplicate key', 'seed: 1\nseed: 2\n', /^sage\.yaml:2:1 {2}/],
    ['a wrong type', 'seed: one\n', /^sage\.yaml:1:7 {2}seed: should be /],
    ['not a map', '- oracle\n', /^sage\.yaml:1:1 {2}/],
    ['binary noise', '\u0000\u0001\u0002', /^sage\.yaml:1:1 {2}/],
  ])('%s', async (_, text, said) => {
    config(text)
    const { err, exit } = await sage('run')
    expect(err).toMatch(said)
    expect([exit, readdirSync(folder)]).toEqual([2, ['sage.yaml']])
  })

  test('a folder, a missing file', async () => {
    expect((await sage('run', '--config', '.')).err).toContain('is a folder, not a file.')
    expect((await sage('run', '--config', 'none.yaml')).err).toContain('There is no file')
  })

  test.skipIf(process.getuid?.() === 0)(
    'an unreadable file (skipped as root, who reads everything)',
    async () => {
      config('seed: 1\n')
      chmodSync(join(folder, 'sage.yaml'), 0)
      const { err, exit } = await sage('run')
      expect([err.includes('may not be read'), exit]).toEqual([true, 2])
    },
  )
})

describe('--json', () => {
  test('an error is one object on stdout, words on stderr', async () => {
    const { out, err, exit } = await sage('run', '--agent', 'orcale', '--json')
    expect(JSON.parse(out)).toEqual({
      error: {
        code: 'unknown-agent',
        message: 'There is no agent "orcale".',
        hint: 'Did you mean "oracle"?',
        problems: [],
      },
    })
    expect([err.startsWith('sage: '), exit]).toEqual([true, 2])
  })

  test('problems travel in it', async () => {
    writeFileSync(join(folder, 'sage.yaml'), 'sede: 1\n')
    const { out } = await sage('run', '--json')
    expect(JSON.parse(out).error.problems).toEqual([
      {
        file: 'sage.yaml',
        line: 1,
        column: 1,
        code: 'unknown-key',
        message: '"sede" is not an allowed member here',
        hint: 'Did you mean "seed"?',
        severity: 'error',
      },
    ])
  })
})
