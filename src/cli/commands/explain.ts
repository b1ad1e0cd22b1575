import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { ProblemsError } from '../../base/files/problems-error.ts'
import { explainCommand } from '../../base/shell.ts'
import { RECORDED, recordedTrial } from '../../recordings/recorded-pack.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { readText } from '../../runner/files/read-text.ts'
import { packShelf, scoreTranscript } from '../../runner/jobs/rescore/score-transcripts.ts'
import { loadPack } from '../../runner/packs/load-pack.ts'
import { packFoldersOf, type RunHeader, readRunHeader } from '../../runner/runs/run-header.ts'
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

async function explain({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { store, pack, transcript } = Options.parse(options)
  const id = z.string().parse(words[0])
  const file = resolve(workingFolder, id)
  const { text, header, folders } = existsSync(file)
    ? { text: await readText(file), header: undefined, folders: undefined }
    : await storedTrial(id, store, workingFolder)
  const source = { file: id, ...readTranscript(text, id) }
  const only = pack === undefined ? undefined : await loadPack(placeOfPack(pack, workingFolder).dir)
  const shelf = packShelf(workingFolder, { only, header, folders })
  const { trial, score, problems } = await scoreTranscript(source, shelf, workingFolder)
  const start = source.events[0]
  if (score === null || start?.type !== 'trial.started')
    throw new ProblemsError('This transcript cannot be judged.', problems)
  const shelved = start.pack.id === RECORDED ? undefined : await shelf(start.pack.id)
  const recorded = recordedTrial(source.events, shelved)
  const desk = recorded?.pack ?? shelved
  const theCase = recorded?.case ?? desk?.cases.find((each) => each.id === start.case)
  if (desk === undefined || theCase === undefined)
    throw usageError('unknown-case', `There is no case "${start.case}".`, 'Name the pack with --pack.')
  const story = explainTrial(desk, theCase, source.events, score)
  const said = transcript
    ? `${transcriptToText(source.events)}\n${story}`
    : `${story}\nThe conversation: ${explainCommand(id, null)} --transcript`
  return { json: { trial, story: story.trimEnd().split('\n'), score }, text: said, exit: EXIT.ok }
}

async function storedTrial(
  id: string,
  store: string,
  workingFolder: string,
): Promise<{
  readonly text: string
  readonly header: RunHeader
  readonly folders: ReadonlyMap<string, string>
}> {
  const opened = await openStore(storePlace(store, workingFolder), 'read')
  try {
    const { transcript, run: runOf } = await findTrial(opened, id)
    const run = await findRun(opened, runOf)
    return { text: transcript, header: readRunHeader(run), folders: packFoldersOf(run) }
  } finally {
    await opened.close()
  }
}
