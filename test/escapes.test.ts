import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Command, type Option } from 'commander'
import { expect, test } from 'vitest'
import { COMMANDS } from '../src/cli/command-table.ts'
import { ROOT } from './architecture/source-files.ts'
import { sageIn } from './sage-in.ts'
import { tempFolder } from './support/temp-folder.ts'

/** What steers a terminal: in colours like ours, as a title, in C1, backwards, and back to the beginning of the line. */
const EVIL = '\u001b[31m\u001b]0;x\u0007\u009b2J\u202e\r\u001b[2K'
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const STEERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const folder = tempFolder()
const said: string[] = []

async function sage(...words: readonly string[]): Promise<number> {
  const { exit, out, err } = await sageIn(folder, words)
  said.push(err)
  const text = `${out}${err}`
  expect(text.match(STEERS) === null ? [] : [words, text.slice(0, 2_000)]).toEqual([])
  return exit
}

/** Every text in it, and every name, with the codes behind it. What holds the thing together stays. */
function spoilt(value: unknown, kept: RegExp, name = ''): unknown {
  if (typeof value === 'string') return kept.test(name) ? value : `${value}${EVIL}`
  if (Array.isArray(value)) return value.map((one) => spoilt(one, kept, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoilt(one, kept, key)]))
}

const linesOf = (text: string): readonly unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

function isChecked({ parseArg }: Option): boolean {
  try {
    parseArg?.(EVIL, undefined)
    return false
  } catch {
    return true
  }
}

test('every word and every option of every command', async () => {
  for (const { name, load } of COMMANDS) {
    const command = new Command(name)
    ;(await load())(command, () => () => undefined)
    const all = command.commands.length === 0 ? [command] : command.commands
    for (const one of all) {
      const called = one === command ? [name] : [name, one.name()]
      // The studio would be served until somebody stops it.
      const store = name === 'open' ? ['--store', `nope://${EVIL}`] : []
      const words = [...one.registeredArguments.map(() => `x${EVIL}`), ...store]
      await sage(...called, ...words, EVIL)
      await sage(...called, `--${EVIL}`)
      const taking = one.options.filter(({ flags }) => /[<[]/.test(flags))
      for (const { long } of taking.filter(isChecked)) await sage(...called, ...words, `${long}`, `x${EVIL}`)
      // What is taken as it comes is taken together: a run that nothing refuses at once takes a while.
      const rest = taking.filter((option) => !isChecked(option) && !store.includes(`${option.long}`))
      await sage(...called, ...words, ...rest.flatMap(({ long }) => [`${long}`, `x${EVIL}`]))
    }
  }
  await sage(EVIL)
})

test('every text of an exported run, imported, listed, shown, compared and scored again', async () => {
  await sage(
    'run',
    '--agent',
    'forgetful(0.5)',
    '--pack',
    'lunchbox',
    '--case',
    'lunchbox/cancel-in-time',
    '--local',
  )
  await sage('runs', 'export', 'latest', '-o', 'run.jsonl.gz')
  const IDS =
    /^(type|run|trial|case|agent|pack|id|kind|state|protocol|started_at|finished_at|at|hash|intensity|format)$/
  for (const kept of [IDS, /^(type|run|trial|case|state|format|started_at|finished_at)$/, /^type$/]) {
    const lines = linesOf(gunzipSync(readFileSync(join(folder, 'run.jsonl.gz'))).toString())
    const text = lines.map((line) => `${JSON.stringify(spoilt(line, kept))}\n`).join('')
    writeFileSync(join(folder, 'bad.jsonl.gz'), gzipSync(text))
    writeFileSync(join(folder, 'bad.jsonl'), text)
    const store = ['--store', `bad-${kept.source.length}.db`]
    await sage('runs', 'import', 'bad.jsonl.gz', ...store)
    await sage('runs', ...store)
    await sage('report', 'latest', ...store)
    await sage('report', 'latest', '--wide', ...store)
    await sage('show', '1', ...store)
    await sage('compare', 'latest', 'latest', ...store)
    await sage('doctor', ...store)
    await sage('score', 'bad.jsonl', '--pack', 'lunchbox')
    await sage('run', '--resume', 'latest', ...store)
  }
})

test('every text of recordings in every format', async () => {
  const formats = join(ROOT, 'src/recordings/formats')
  const samples = readdirSync(formats, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /sample\.json/.test(file),
  )
  expect(samples.length).toBeGreaterThan(4)
  for (const sample of samples) {
    const text = readFileSync(join(formats, sample), 'utf8')
    const values = sample.endsWith('.json') ? [JSON.parse(text)] : linesOf(text)
    for (const kept of [/^(role|type|format)$/, /^(role|type|format|id|.*_id|.*Id|at|time.*)$/, /^$/]) {
      writeFileSync(
        join(folder, 'calls.jsonl'),
        values.map((one) => `${JSON.stringify(spoilt(one, kept))}\n`).join(''),
      )
      await sage('import', 'calls.jsonl', '--pack', 'lunchbox')
      await sage('scrub', 'calls.jsonl')
    }
  }
})

test('every text and every name in the files of a pack and in sage.yaml', async () => {
  const pack = join(folder, 'packs/evil')
  const original = join(ROOT, 'packs/lunchbox')
  const yaml = (text: string, nth: number): string =>
    text.replace(/(?<=: )([A-Za-z][^\n"'{}[\]#&*>|]*)$/gm, (value, _, at: number) =>
      at % 3 === nth ? JSON.stringify(`${value}${EVIL}`) : value,
    )
  for (const nth of [0, 1, 2]) {
    mkdirSync(pack, { recursive: true })
    cpSync(original, pack, { recursive: true })
    for (const file of readdirSync(pack, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(yaml|md|csv)$/.test(file)) continue
      const text = readFileSync(join(pack, file), 'utf8')
      const bad = file.endsWith('.yaml')
        ? yaml(text, nth)
        : text.replace(/[a-z]{6,}/g, `$&${nth === 0 ? '' : EVIL}`)
      writeFileSync(join(pack, file), bad)
    }
    for (const words of [['pack', 'check'], ['graph'], ['cases'], ['cover'], ['compile'], ['signoff']])
      await sage(...words, pack)
    await sage('run', '--pack', pack, '--agent', 'oracle', '--local')
    writeFileSync(
      join(folder, 'sage.yaml'),
      `${JSON.stringify({ agents: [{ id: `a${EVIL}`, module: `./x${EVIL}.ts` }], [`un${EVIL}known`]: `x${EVIL}`, packs: [EVIL] })}\n`,
    )
    for (const words of [['run'], ['doctor']]) await sage(...words)
    writeFileSync(join(folder, 'sage.yaml'), '')
  }
  await sage('packs')
  expect(said.join('').length).toBeGreaterThan(10_000)
})
