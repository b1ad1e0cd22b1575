import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { type Json, readJson } from '../../base/values/json.ts'
import { makeFolder } from '../../runner/files/make-folder.ts'
import { readText } from '../../runner/files/read-text.ts'
import { writeText } from '../../runner/files/write-text.ts'
import { PERSONAL_KINDS } from '../../scrub/finding.ts'
import { type Replaced, scrubJson, scrubSeed } from '../../scrub/scrub-json.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'

const Options = z.strictObject({ out: z.string(), secret: z.string().optional() })

export const defineScrub: DefineCommand = (command, does) =>
  command
    .argument('<file...>', 'JSONL files: a transcript, or one conversation a line')
    .requiredOption('-o, --out <dir>', 'folder for the scrubbed files')
    .option('--secret <words>', 'the same words give the same stand-ins again (default: drawn each time)')
    .addHelpText(
      'after',
      `${examples([
        ['sage scrub calls.jsonl -o scrubbed', 'names, e-mails, phones, addresses and numbers get stand-ins'],
        [
          'sage scrub a.jsonl b.jsonl -o scrubbed --secret "our words"',
          'the same person in both files is the same stand-in',
        ],
      ])}
Replaced: persons, e-mails, phones, addresses, card and account numbers, order and document numbers, dates of birth. A value
has one stand-in everywhere, of the same length and form, with valid check digits. What was replaced is listed by kind and
stand-in, never by what it was. Names that no record holds and no words give away are missed: read what you publish.
Exit codes: 0 scrubbed; 2 wrong usage or files. See docs/forks.md.
`,
    )
    .action(does(scrubFiles))

async function scrubFiles({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { out, secret } = Options.parse(options)
  const files = z.array(z.string()).parse(words[0])
  const folder = resolve(workingFolder, out)
  const seed = scrubSeed(secret ?? randomUUID())
  await makeFolder(folder, '--out')
  const results = []
  for (const file of files) {
    const target = join(folder, basename(file))
    if (existsSync(target) && resolve(workingFolder, file) === target)
      throw usageError('wrong-file', `${file} would be overwritten.`, 'Choose another folder with -o.')
    const { text, replaced, conversations } = scrubText(
      await readText(resolve(workingFolder, file)),
      file,
      seed,
    )
    await writeText(target, text, workingFolder)
    results.push({ file, written: target, conversations, replaced })
  }
  return {
    json: { files: results },
    text: results.map(sayFile).join('\n\n'),
    exit: EXIT.ok,
  }
}

/** A transcript is one conversation on many lines; else each line is one. */
function scrubText(text: string, file: string, seed: number) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.map((line, index) => parsed(line, file, index + 1))
  const isTranscript = values.some((value) => isEvent(value))
  const groups = isTranscript ? [values] : values.map((value) => [value])
  const scrubbed = groups.map((group) => scrubJson(group, seed))
  return {
    text: `${scrubbed.flatMap((one) => one.lines.map((line) => JSON.stringify(line))).join('\n')}\n`,
    replaced: summed(scrubbed.flatMap((one) => one.replaced)),
    conversations: groups.length,
  }
}

const isEvent = (value: Json): boolean =>
  typeof value === 'object' && value !== null && 'type' in value && value['type'] === 'trial.started'

function parsed(line: string, file: string, number: number): Json {
  const value = readJson(line)
  if (value !== undefined) return z.json().parse(value)
  throw usageError('wrong-file', `${file}:${number} is not JSON.`, 'Give JSONL: one JSON value a line.')
}

function summed(all: readonly Replaced[]): readonly Replaced[] {
  const sums = new Map<string, Replaced>()
  for (const one of all) {
    const key = `${one.kind} ${one.standIn}`
    const seen = sums.get(key)
    sums.set(key, seen === undefined ? one : { ...seen, times: seen.times + one.times })
  }
  return [...sums.values()]
}

type ScrubResult = {
  readonly file: string
  readonly written: string
  readonly conversations: number
  readonly replaced: readonly Replaced[]
}

function sayFile({ file, written, conversations, replaced }: ScrubResult): string {
  const lines = PERSONAL_KINDS.flatMap((kind) => {
    const of = replaced.filter((one) => one.kind === kind)
    if (of.length === 0) return []
    const times = of.reduce((sum, one) => sum + one.times, 0)
    const shown = of
      .slice(0, 6)
      .map(({ standIn }) => standIn.replace(/\n/g, ' '))
      .join(', ')
    return [
      `  ${kind.padEnd(10)} ${of.length} values, ${times} times: ${shown}${of.length > 6 ? ', ...' : ''}`,
    ]
  })
  return [`${file}: ${conversations} conversations -> ${written}`, ...lines].join('\n')
}
