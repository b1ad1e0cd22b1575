import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { problem } from '../../base/files/problem.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { SAGE, showCommand } from '../../base/shell.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { readText } from '../../runner/files/read-text.ts'
import { openDesks } from '../../runner/jobs/score/desks.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { NO_EXTENSIONS } from '../../runner/plugins/extensions.ts'
import { reportRun } from '../../runner/runs/report-run.ts'
import { findRun, findTrial } from '../../runner/runs/stored-trials.ts'
import { readAndScore } from '../../runner/scoring/read-and-score.ts'
import { namedStore } from '../../storage/open/open-store.ts'
import type { Store } from '../../storage/store.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { transcriptToText } from '../../transcript/transcript-text.ts'
import { explainTrial } from '../../verdicts/scoring/explain-trial.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { storeOption, withStore } from '../terminal/store-option.ts'

const Options = z.strictObject({
  store: z.string(),
  pack: z.string().optional(),
  transcript: z.boolean().default(false),
})

export const defineShow: DefineCommand = (command, does) =>
  command
    .argument(
      '<what>',
      'a number of the latest run’s list, worst, <run>/<number>, the id of a stored conversation, or a transcript file',
    )
    .addOption(storeOption())
    .option('--pack <id|folder>', 'use this pack instead of the one named in the trial')
    .option('--transcript', 'print the conversation first')
    .addHelpText(
      'after',
      examples([
        ['sage show 1', 'the first of what went wrong in the latest run'],
        ['sage show worst --transcript', 'the same, with the whole conversation'],
        ["sage show '<run>/<agent>/<pack>/<case>@2#0'", 'any conversation by its id'],
        ['sage show trial.jsonl --transcript', 'the same for a file, with the conversation'],
      ]),
    )
    .action(does(show))

async function show({ words, options, workingFolder, own }: Asked): Promise<Answer> {
  const { store, pack, transcript } = Options.parse(options)
  const id = z.string().parse(words[0])
  const file = resolve(workingFolder, id)
  const { text, run } = existsSync(file)
    ? { text: await readText(file), run: undefined }
    : await storedTrial(id, store, workingFolder)
  const { events, problems } = readTranscript(text, id)
  const packs = pack === undefined ? [] : [await loadPack(placeOfPack(pack, workingFolder).dir)]
  const desk = await openDesks({ workingFolder, rules: own.rules, packs, run })(events)
  if (!('case' in desk)) {
    const { code, message, hint } = desk
    const why = problem({ file: id, line: 1, column: 1 }, code, message, hint)
    throw new ProblemsError('This transcript cannot be judged.', [...problems, why])
  }
  const score = readAndScore(desk.pack, desk.case, events, desk.rules)
  const story = explainTrial(desk.pack, desk.case, events, score, desk.rules)
  const shown = story.split('\n').map(wrapped).join('\n')
  const said = transcript
    ? `${transcriptToText(events)}\n${shown}`
    : `${shown}\nThe conversation: ${showCommand(id, namedStore(store))} --transcript`
  const [start] = events
  const trial = start?.type === 'trial.started' ? start.trial : null
  return { json: { trial, story: story.trimEnd().split('\n'), score }, text: said, exit: EXIT.ok }
}

const COLUMNS = 100

/** What does not fit goes on below its own beginning. */
function wrapped(line: string): string {
  if (line.length <= COLUMNS) return line
  const hang = /^ +\S+ {2,}|^ */.exec(line)?.[0].length ?? 0
  const space = line.lastIndexOf(' ', COLUMNS)
  const end = space <= hang ? COLUMNS : space
  return `${line.slice(0, end)}\n${wrapped(' '.repeat(hang) + line.slice(end).trim())}`
}

/** `2`, `worst` and `<run>/2` are places in the list that the run printed. */
const LISTED = /^(?:(.+)\/)?(worst|[1-9]\d*)$/

async function listedTrial(store: Store, id: string): Promise<string> {
  const [listed, named = 'latest', place = ''] = LISTED.exec(id) ?? []
  if (listed === undefined) return id
  const { failures } = (await reportRun(store, named, { report: null, own: NO_EXTENSIONS })).report.decision
  const failure = failures[place === 'worst' ? 0 : Number(place) - 1]
  if (failure !== undefined) return failure.trial
  throw usageError(
    'unknown-trial',
    failures.length === 0
      ? 'Nothing went wrong in this run.'
      : `The list of this run has ${failures.length} ${failures.length === 1 ? 'entry' : 'entries'}, and no number ${place}.`,
    `Type: ${SAGE} report ${named} --wide`,
  )
}

const storedTrial = (id: string, named: string, workingFolder: string) =>
  withStore({ named, workingFolder }, async (store) => {
    const { transcript, run } = await findTrial(store, await listedTrial(store, id))
    return { text: transcript, run: await findRun(store, run) }
  })
