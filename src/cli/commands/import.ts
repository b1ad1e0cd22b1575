import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { type Problem, problem } from '../../base/files/problem.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import { SAGE } from '../../base/shell.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import type { Pack } from '../../cases/case.ts'
import { listsOfDesk } from '../../cases/lists-of-desk.ts'
import { ALL_FORMATS } from '../../recordings/all-formats.ts'
import { NO_MAPPING, type RecordingMapping, readRecordingMapping } from '../../recordings/mapping-file.ts'
import type { RecordingFormat } from '../../recordings/model/recording-format.ts'
import { runId } from '../../runner/engine/run-id.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { readText } from '../../runner/files/read-text.ts'
import { draftMapping } from '../../runner/jobs/import/draft-mapping.ts'
import {
  type Imported,
  type ImportWishes,
  importRecordings,
} from '../../runner/jobs/import/import-recordings.ts'
import { openTranscriptFolder } from '../../runner/jobs/import/transcript-folder.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { scrubSeed } from '../../scrub/scrub-json.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { showProblems } from '../terminal/show-problems.ts'
import { storeOption, withStore } from '../terminal/store-option.ts'

const Options = z.strictObject({
  store: z.string(),
  output: z.string().optional(),
  mapping: z.string().optional(),
  draftMapping: z.boolean().default(false),
  pack: z.string().optional(),
  agent: z.string().optional(),
  scrub: z.boolean().default(false),
  secret: z.string().optional(),
})

const formatLines = ALL_FORMATS.map(({ name, title }) => `  ${name.padEnd(10)} ${title}`).join('\n')

export const defineImport: DefineCommand = (command, does) =>
  command
    .argument('[format]', 'one of the formats below; without it the format is recognised')
    .argument('[file...]', 'files with conversations, unpacked or .gz')
    .addOption(storeOption())
    .option('-o, --output <folder>', 'also write each transcript to a file in this new folder')
    .option('--mapping <file.yaml>', 'what tools, members and columns of the files mean')
    .option('--draft-mapping', 'print a mapping file proposed from names and values; nothing is imported')
    .option('--pack <id|folder>', 'judge by this pack; a mapping ties the recorded tools to its tools')
    .option(
      '--agent <name>',
      'what to call the agent; default: the model the file names, or the name of the file',
    )
    .option('--scrub', 'replace personal data by stand-ins before anything is stored; see sage scrub --help')
    .option('--secret <words>', 'with --scrub: the same words give the same stand-ins again')
    .addHelpText(
      'after',
      `
Formats:
${formatLines}
${examples([
  ['sage import chats.jsonl', 'recognise the format, read, judge, store as a run'],
  ['sage import openai chats.jsonl --agent support-bot', 'name the format and the agent'],
  ['sage import csv tickets.csv --mapping mapping.yaml', 'a table whose columns a mapping file explains'],
  [
    'sage import tau2 results.json.gz && sage score latest --labels',
    'compare our verdicts with the published reward',
  ],
])}
Everything doubtful is listed with its place: unknown roles, results without calls, conversations that were cut. A file that is
broken, truncated or of another format is refused as a whole and nothing is stored. Exit codes: 0 imported; 2 wrong usage or files.
`,
    )
    .action(does(importing))

async function importing({ words, options, terminal, workingFolder, own }: Asked): Promise<Answer> {
  const { store: place, output, ...rest } = Options.parse(options)
  const named = [z.string().optional().parse(words[0]), ...z.array(z.string()).parse(words[1] ?? [])].filter(
    (word) => word !== undefined,
  )
  // Those of plugins first: their authors know their files better than our guesses.
  const formats = [...own.formats, ...ALL_FORMATS]
  const { format, files } = sortWords(named, { workingFolder, formats })
  const mapping = await mappingIn(rest.mapping, workingFolder)
  const wishes: ImportWishes = {
    formats,
    format,
    files: files.map((name) => ({ path: resolve(workingFolder, name), named: name })),
    mapping,
    pack: withMapped(await packNamed(rest.pack, workingFolder), mapping, rest.mapping ?? ''),
    agent: rest.agent ?? null,
    scrub: scrubOf(rest),
  }
  if (rest.draftMapping) {
    const draft = await draftMapping(wishes)
    return { json: { mapping: draft }, text: draft.trimEnd(), exit: EXIT.ok }
  }
  const folder = output === undefined ? null : openTranscriptFolder(resolve(workingFolder, output))
  try {
    const now = Date.now()
    const imported = await withStore({ named: place, workingFolder, use: 'write' }, (store) =>
      importRecordings(store, wishes, {
        id: runId(now),
        at: new Date(now).toISOString(),
        clock: Date.now,
        rules: own.rules,
        ...(folder === null ? {} : { onTranscript: folder.add }),
      }),
    )
    folder?.keep()
    terminal.err(showProblems(imported.problems, terminal.paint))
    return { json: asJson(imported), text: sayImported(imported), exit: EXIT.ok }
  } finally {
    folder?.drop()
  }
}

function scrubOf({ scrub, secret }: Pick<z.infer<typeof Options>, 'scrub' | 'secret'>): number | null {
  if (scrub) return scrubSeed(secret ?? randomUUID())
  if (secret !== undefined)
    throw usageError('no-input', '--secret is for stand-ins, and none are asked for.', 'Add --scrub.')
  return null
}

/** The first word is a format, or already a file. */
function sortWords(
  words: readonly string[],
  { workingFolder, formats }: { readonly workingFolder: string; readonly formats: ImportWishes['formats'] },
): { readonly format: RecordingFormat | null; readonly files: readonly string[] } {
  const [first, ...others] = words
  const names = formats.map(({ name }) => name)
  const format = formats.find(({ name }) => name === first) ?? null
  if (first !== undefined && format === null && !existsSync(resolve(workingFolder, first)))
    throw usageError(
      others.length === 0 ? 'file-missing' : 'unknown-format',
      `"${first}" is neither a format nor a file.`,
      `${didYouMean(first, names)} Formats: ${names.join(', ')}.`.trimStart(),
    )
  const files = format === null ? words : others
  const missing = files.find((file) => !existsSync(resolve(workingFolder, file)))
  if (missing !== undefined)
    throw usageError('file-missing', `There is no file ${missing}.`, 'Check the path and its spelling.')
  if (files.length === 0)
    throw usageError('no-input', 'No file was named.', 'Give the files to import: sage import chats.jsonl')
  return { format, files }
}

async function mappingIn(file: string | undefined, workingFolder: string): Promise<RecordingMapping> {
  if (file === undefined) return NO_MAPPING
  const { value, problems } = readRecordingMapping(file, await readText(resolve(workingFolder, file)))
  if (value === undefined) throw new ProblemsError('The mapping file is wrong.', problems)
  return value
}

function withMapped(pack: Pack | null, mapping: RecordingMapping, file: string): Pack | null {
  if (pack === null && Object.keys(mapping.topics).length > 0)
    throw usageError(
      'no-input',
      'The mapping has topics, and no pack is named.',
      'Name it: --pack <id|folder>.',
    )
  if (pack === null) return null
  const { pack: mapped, problems } = withTopics(pack, mapping, file)
  if (problems.length > 0) throw new ProblemsError('The mapping file is wrong.', problems)
  return mapped
}

const packNamed = async (name: string | undefined, workingFolder: string): Promise<Pack | null> =>
  name === undefined ? null : loadPack(placeOfPack(name, workingFolder).dir)

const asJson = ({ conversations: transcripts, counts, scrubbed, desk: _, ...rest }: Imported) => ({
  ...rest,
  transcripts,
  ...counts,
  ...(scrubbed === null ? {} : { scrubbed }),
})

function sayImported(imported: Imported): string {
  const { run, formats, conversations, skipped, counts, tasks, published, desk, found, scrubbed } = imported
  const { messages, calls, results, asides } = counts
  const doubts = Object.entries(found).map(([code, times]) => `${times} ${code}`)
  const tools = [...desk].map(([tool, role]) => `${tool} (${role})`)
  return [
    `${conversations} conversations imported (${formats.join(', ')}) as run ${run}.`,
    `${messages} messages, ${calls} calls, ${results} results, ${asides} notes and instructions.`,
    ...(skipped === 0 ? [] : [`${skipped} skipped: they hold no message.`]),
    ...(scrubbed === null
      ? []
      : [`Scrubbed: ${saySums(scrubbed)}. What was not found is still there: read what you share.`]),
    `Tools:   ${tools.length === 0 ? 'none were called' : tools.join(', ')}`,
    ...(tasks === 0 ? [] : [`${tasks} name what was due: their outcome is judged by it.`]),
    ...(doubts.length === 0 ? [] : [`Doubtful: ${doubts.join(', ')}. Each is listed above with its place.`]),
    `Next:    ${SAGE} report ${run}${published === 0 ? '' : `; ${SAGE} score ${run} --labels compares with ${published} published labels`}`,
  ].join('\n')
}

const saySums = (sums: Readonly<Record<string, number>>): string =>
  Object.keys(sums).length === 0
    ? 'nothing was found'
    : Object.entries(sums)
        .map(([kind, times]) => `${kind} ${times} times`)
        .join(', ')

/** A pack that also reads its topics in the words of the recorded agents; or what is wrong with the mapping. */
function withTopics(
  pack: Pack,
  { topics }: Pick<RecordingMapping, 'topics'>,
  file: string,
): { readonly pack: Pack; readonly problems: readonly Problem[] } {
  const known = Object.keys(pack.lexicon.topics)
  const problems = Object.keys(topics)
    .filter((topic) => !known.includes(topic))
    .map((topic) =>
      problem(
        { file, line: 1, column: 1 },
        'unknown-topic',
        `pack ${pack.id} has no topic "${topic}"`,
        didYouMean(topic, known),
      ),
    )
  if (problems.length > 0 || Object.keys(topics).length === 0) return { pack, problems }
  const lexicon: Lexicon = {
    ...pack.lexicon,
    topics: Object.fromEntries(
      Object.entries(pack.lexicon.topics).map(([topic, words]) => {
        const said = Object.hasOwn(topics, topic) ? (topics[topic] ?? []) : []
        const says = { ...words.says, [pack.language]: [...(words.says[pack.language] ?? []), ...said] }
        return [topic, said.length === 0 ? words : { ...words, says }]
      }),
    ),
  }
  return { pack: { ...pack, lexicon, lists: listsOfDesk(pack.graph, pack.world, lexicon) }, problems: [] }
}
