import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { readCsv } from '../../base/files/csv.ts'
import type { Problem } from '../../base/files/problem.ts'
import { printTruthForm, truthForm } from '../../cases/truth-form.ts'
import { findPack, placeOfPack, unknownPack } from '../../runner/files/find-pack.ts'
import { readTextIfThere } from '../../runner/files/read-text.ts'
import { turnsThatDoNotFit } from '../../runner/jobs/audit/turns-fit.ts'
import { checkPackFolder, pathFrom } from '../../runner/packs/check-pack-folder.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { newPack } from '../../runner/packs/new-pack.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { wholeNumber } from '../terminal/options.ts'
import { countProblems, showProblems } from '../terminal/show-problems.ts'
import { packVoices, VOICE_DEFAULTS } from './pack-voices.ts'

export const definePack: DefineCommand = (command, does) => {
  command
    .command('new')
    .description('make a pack from an SOP: it loads as a draft in which every sentence is open')
    .argument('<dir>', 'folder of the new pack')
    .requiredOption('--from <sop.md>', 'the procedure, as Markdown')
    .addHelpText(
      'after',
      examples([['sage pack new ./my-desk --from handbook.md', 'then follow the three lines it prints']]),
    )
    .action(does(create))
  command
    .command('check')
    .description('list all problems of a pack, each with its place and a fix')
    .argument('<pack>', 'id or folder')
    .addHelpText(
      'after',
      examples([
        ['sage pack check ./my-desk', 'exit code 1 if there is a problem'],
        ['sage pack check ./my-desk --json', 'the problems as JSON'],
      ]),
    )
    .action(does(check))
  command
    .command('voices')
    .description('list a pack’s voices, print the form for a writer, or let a model draft one')
    .argument('<pack>', 'id or folder')
    .option(
      '--form',
      'print the form: everything an agent may have to say, without the words of lexicon.yaml',
    )
    .option('--model <provider:name>', 'let this model draft a voice; the file says so')
    .option('--style <text>', 'how the drafted voice sounds', VOICE_DEFAULTS.style)
    .option(
      '--wordings <n>',
      'wordings for each entry',
      wholeNumber({ min: 1, max: 20 }),
      VOICE_DEFAULTS.wordings,
    )
    .option('-o, --output <file>', 'where to write the draft (default: voices/draft.yaml in the pack)')
    .addHelpText(
      'after',
      examples([
        ['sage pack voices ./my-desk --form > form.md', 'for a writer who has not seen lexicon.yaml'],
        [
          'sage pack voices ./my-desk --model openai:gpt-5 --style "short and dry"',
          'a draft, marked as such; then: sage audit ./my-desk --voice draft',
        ],
      ]),
    )
    .action(does(packVoices))
  command
    .command('truth')
    .description('count the situations of a pack’s truth.csv, or print the form for its writer')
    .argument('<pack>', 'id or folder')
    .option('--form', 'print the form: columns, values, deeds and topics, and nothing that the graph decides')
    .addHelpText(
      'after',
      examples([
        [
          'sage pack truth ./my-desk --form > form.md',
          'for a writer who has the SOP and has not seen the graph',
        ],
      ]),
    )
    .action(does(packTruth))
}

const NewOptions = z.strictObject({ from: z.string() })

async function create({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { from } = NewOptions.parse(options)
  const named = z.string().parse(words[0])
  const { dir, files, sentences } = await newPack(named, { from, workingFolder })
  return {
    json: { pack: basename(dir), dir, files, sentences },
    text: [
      `wrote ${files.length} files to ${dir}; ${sentences} sentences are open.`,
      `Next: sage compile ${named} --lint                   unclear sentences of the text`,
      `      sage compile ${named} --prompt > prompt.txt    paste it into a chat; or --model`,
      `      sage compile ${named} --answer answer.txt      its answer, checked`,
      `      sage pack check ${named}                       everything that is wrong, with its place`,
      `      sage compile ${named} --ask                    accept it; then sage signoff ${named}`,
      'The whole way is in docs/own-desk.md.',
    ].join('\n'),
    exit: EXIT.ok,
  }
}

async function check({ words, terminal, workingFolder }: Asked): Promise<Answer> {
  const { name, dir } = placeOf(z.string().parse(words[0]), workingFolder)
  const found = await checkPackFolder(dir, workingFolder)
  // Cases are played only where nothing else is wrong: a pack with errors does not load.
  const isSound = found.every(({ severity }) => severity !== 'error')
  const short = isSound
    ? (await turnsThatDoNotFit(await loadPack(dir))).map((one) => fromHere(one, dir, workingFolder))
    : []
  const problems = [...short, ...found]
  const broken = problems.some(({ severity }) => severity === 'error')
  const shown = foldOpen(problems, name)
  terminal.err(showProblems(shown, terminal.paint))
  return {
    json: {
      pack: name,
      problems: problems.filter(({ severity }) => severity !== 'note').map(published),
      notes: problems.filter(({ severity }) => severity === 'note').map(published),
    },
    text: `${name}: ${countProblems(shown)}`,
    exit: broken ? EXIT.barNotMet : EXIT.ok,
  }
}

/** On a new desk every sentence is open: one line says so, and where they are listed. `--json` has each with its place. */
function foldOpen(problems: readonly Problem[], name: string): readonly Problem[] {
  const open = problems.filter(({ code }) => code === 'line-open')
  const [first] = open
  if (first === undefined || open.length <= OPEN_SHOWN_MAX) return problems
  const folded: Problem = {
    ...first,
    message: `${open.length} sentences are open, this is the first`,
    hint: `sage compile ${name} lists them, sage compile ${name} --ask closes them.`,
  }
  return problems.flatMap((one) => (one === first ? [folded] : one.code === 'line-open' ? [] : [one]))
}
const OPEN_SHOWN_MAX = 3

/** A path as seen from where the person is. */
const fromHere = (one: Problem, dir: string, workingFolder: string): Problem => ({
  ...one,
  file: pathFrom(workingFolder, join(dir, one.file)),
})

/** Here a folder without pack.yaml is a pack with a file missing, not an unknown one. */
function placeOf(named: string, workingFolder: string): { readonly name: string; readonly dir: string } {
  const dir = resolve(workingFolder, named)
  const place =
    findPack(named, workingFolder) ?? (existsSync(join(dir, '.')) ? { name: basename(dir), dir } : undefined)
  if (place === undefined) throw unknownPack(named, workingFolder)
  return place
}

const published = ({ file, line, column, code, message, severity, hint }: Problem) => ({
  file,
  line,
  column,
  code,
  message,
  severity,
  ...(hint === undefined ? {} : { hint }),
})

const Options = z.strictObject({ form: z.boolean().default(false) })

/** `sage pack truth`: how many rows the pack's truth.csv has, or the form for its writer. */
async function packTruth({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { form: wanted } = Options.parse(options)
  const pack = await loadPack(placeOfPack(z.string().parse(words[0]), workingFolder).dir)
  if (wanted) {
    const form = truthForm(pack)
    return { json: form, text: printTruthForm(form), exit: EXIT.ok }
  }
  const text = await readTextIfThere(join(pack.dir, 'truth.csv'))
  const rows = text === undefined ? 0 : readCsv('truth.csv', text).rows.length
  return {
    json: { pack: pack.id, rows },
    text:
      rows === 0
        ? `${pack.id} has no truth.csv. The form for its writer: sage pack truth ${pack.id} --form`
        : `${pack.id}: ${rows} situations in truth.csv. sage pack check ${pack.id} compares them with the graph.`,
    exit: EXIT.ok,
  }
}
