import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { problem } from '../../base/files/problem.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { explainCommand } from '../../base/shell.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { readText } from '../../runner/files/read-text.ts'
import { openDesks } from '../../runner/jobs/score/desks.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { findRun, findTrial } from '../../runner/runs/stored-trials.ts'
import {
  DEFAULT_STORE,
  openStore,
  STORE_HELP,
  storePlace,
  withoutPassword,
} from '../../storage/open/open-store.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { transcriptToText } from '../../transcript/transcript-text.ts'
import { explainTrial } from '../../verdicts/scoring/explain-trial.ts'
import { scoreTrial } from '../../verdicts/scoring/score-trial.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'

const Options = z.strictObject({
  store: z.string(),
  pack: z.string().optional(),
  transcript: z.boolean().default(false),
})

export const defineExplain: DefineCommand = (command, does) =>
  command
    .argument('<trial>', 'id of a stored trial (as printed in reports), or a transcript file')
    .option('--store <place>', STORE_HELP, withoutPassword, DEFAULT_STORE)
    .option('--pack <id|folder>', 'use this pack instead of the one named in the trial')
    .option('--transcript', 'print the conversation first')
    .addHelpText(
      'after',
      examples([
        ["sage explain '<run>/<agent>/<pack>/<case>@2#0'", 'what happened in one trial, in ten lines'],
        ['sage explain trial.jsonl --transcript', 'the same for a file, with the conversation'],
      ]),
    )
    .action(does(explain))

async function explain({ words, options, workingFolder, own }: Asked): Promise<Answer> {
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
  const score = scoreTrial(desk.pack, desk.case, events, desk.rules)
  const story = explainTrial(desk.pack, desk.case, events, score)
  const said = transcript
    ? `${transcriptToText(events)}\n${story}`
    : `${story}\nThe conversation: ${explainCommand(id, null)} --transcript`
  const [start] = events
  const trial = start?.type === 'trial.started' ? start.trial : null
  return { json: { trial, story: story.trimEnd().split('\n'), score }, text: said, exit: EXIT.ok }
}

async function storedTrial(id: string, store: string, workingFolder: string) {
  const opened = await openStore(storePlace(store, workingFolder), 'read')
  try {
    const { transcript, run } = await findTrial(opened, id)
    return { text: transcript, run: await findRun(opened, run) }
  } finally {
    await opened.close()
  }
}
