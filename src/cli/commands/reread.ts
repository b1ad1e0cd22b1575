import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { SAGE } from '../../base/shell.ts'
import { makeReader } from '../../runner/agents/parties.ts'
import { type ReaderSetting, readerVersion } from '../../runner/agents/party-settings.ts'
import { runId } from '../../runner/engine/run-id.ts'
import { type Reread, reread } from '../../runner/jobs/reread/reread.ts'
import { packShelf } from '../../runner/jobs/rescore/score-transcripts.ts'
import { packFoldersOf } from '../../runner/runs/run-header.ts'
import { findRun } from '../../runner/runs/stored-trials.ts'
import { ownProviders, projectSettings } from '../../runner/settings/project-settings.ts'
import {
  DEFAULT_STORE,
  openStore,
  STORE_HELP,
  storePlace,
  withoutPassword,
} from '../../storage/open/open-store.ts'
import { type Answer, type Asked, type DefineCommand, examples, STOPPED_BY } from '../terminal/command.ts'
import { stopOnSignal } from '../terminal/stop-signals.ts'

const Options = z.strictObject({ reader: z.string(), store: z.string() })

export const defineReread: DefineCommand = (command, does) =>
  command
    .argument('<run>', 'id of a run, or latest')
    .requiredOption('--reader <who>', 'who reads the messages: lexical, or a model as provider:model')
    .option('--store <place>', STORE_HELP, withoutPassword, DEFAULT_STORE)
    .addHelpText(
      'after',
      `${examples([
        ['sage reread latest --reader lexical', 'read a run of an older version with the current reader'],
        ['sage reread <run> --reader openai:gpt-5-mini', 'a model reads every agent message once'],
      ])}
No agent and no customer is called. The result is a new run with the same conversations; the first stays as it is. Verdicts
follow the new readings. What the customer did still rests on the first: trials in which the two differ on something the
customer answered are counted as misheard. Exit codes: 0 read; 2 wrong usage; 3 a provider failed; ${STOPPED_BY}.
`,
    )
    .action(does(rereadRun))

async function rereadRun({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { reader: who, store } = Options.parse(options)
  const setting: ReaderSetting = who === 'lexical' ? who : { model: who }
  const opened = await openStore(storePlace(store, workingFolder), 'read')
  const stop = stopOnSignal()
  try {
    const run = await findRun(opened, z.string().parse(words[0]))
    const { openModels } = await import('../../models/providers/open-models.ts')
    const settings = await projectSettings(workingFolder)
    const models = openModels({ env: process.env, providers: ownProviders(settings.providers) })
    const now = Date.now()
    const read = await reread(opened, run, {
      id: runId(now),
      at: new Date(now).toISOString(),
      reader: makeReader(setting, { models }),
      version: readerVersion(setting),
      shelf: packShelf(workingFolder, { folders: packFoldersOf(run) }),
      signal: stop.signal,
    })
    return { json: read, text: sayRead(read), exit: stop.code() ?? EXIT.ok }
  } finally {
    stop.close()
    await opened.close()
  }
}

const sayRead = ({ run, of, trials, kept, messages, misheard }: Reread): string =>
  [
    `Run ${run} holds the ${trials} conversations of ${of}, read again.`,
    `${messages.of} messages were read twice; the two readings differ on ${messages.hits} in what was asked, proposed or declined, in ${misheard} conversations.`,
    ...(kept === 0 ? [] : [`${kept} conversations were kept as they were: their pack or case is not here.`]),
    `Next:    ${SAGE} report ${run}`,
  ].join('\n')
