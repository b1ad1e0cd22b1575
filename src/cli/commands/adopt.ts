import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { SAGE } from '../../base/shell.ts'
import { readText } from '../../runner/files/read-text.ts'
import { type AdoptedCase, adopt } from '../../runner/jobs/adopt/adopt.ts'
import { pathFrom } from '../../runner/packs/check-pack-folder.ts'
import { findTrial } from '../../runner/runs/stored-trials.ts'
import { readTranscript } from '../../transcript/read-transcript.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { wholeNumber } from '../terminal/options.ts'
import { storeOption, withStore } from '../terminal/store-option.ts'

const Options = z.strictObject({ at: z.int(), output: z.string(), store: z.string() })

export const defineAdopt: DefineCommand = (command, does) =>
  command
    .argument('<transcript>', 'a trial of an imported run, or a transcript file that sage import wrote')
    .requiredOption(
      '--at <event>',
      'where the agent under test takes over: a message of the customer, a result, or the answer to replace',
      wholeNumber({ min: 1, max: 1_000_000 }),
    )
    .option(
      '-o, --output <folder>',
      'folder of the recorded desk; one that is there gets one more case',
      'adopted',
    )
    .addOption(storeOption())
    .addHelpText(
      'after',
      `${examples([
        ["sage adopt '<run>/<agent>/recorded/<id>@0#0' --at 9", 'a case from one imported conversation'],
        [
          'sage adopt transcripts/42.0.jsonl --at 9 -o packs/real-chats',
          'from a file, into a folder of its own',
        ],
        ['sage pack check adopted && sage run --pack ./adopted --agent ./agent.ts', 'check it, then run it'],
      ])}
The agent takes over with the recorded turns as its history and the recorded desk as its world; the customer plays a card
drafted from what was said; what was done then is the acceptable outcome. A call that is not in the recording is told so, and
what rests on it is not judged. What is written is YAML for a person to review. See docs/forks.md.
Exit codes: 0 written; 2 wrong usage or files.
`,
    )
    .action(does(adopting))

async function adopting({ words, options, workingFolder }: Asked): Promise<Answer> {
  const { at, output, store } = Options.parse(options)
  const named = z.string().parse(words[0])
  const { events } = readTranscript(await textOf(named, store, workingFolder), named)
  const adopted = await adopt(events, {
    at,
    folder: resolve(workingFolder, output),
    named,
    workingFolder,
  })
  const files = adopted.written.map((file) => pathFrom(workingFolder, file))
  return {
    json: { pack: output, case: adopted.case, written: files },
    text: sayAdopted(adopted, files, output),
    exit: EXIT.ok,
  }
}

async function textOf(named: string, store: string, workingFolder: string): Promise<string> {
  const file = resolve(workingFolder, named)
  if (existsSync(file)) return readText(file)
  return withStore({ named: store, workingFolder }, async (opened) => {
    return (await findTrial(opened, named)).transcript
  })
}

function sayAdopted({ case: id, drafted }: AdoptedCase, files: readonly string[], folder: string): string {
  const { card, acceptable, history, later } = drafted
  const deeds = [...acceptable.writes.map(({ tool }) => tool), ...(acceptable.handover ? ['a handover'] : [])]
  const knows = Object.entries(card.knows).map(([field, value]) => `${field} = ${String(value)}`)
  return [
    `${id}: the agent takes over after ${history.length} messages and calls.`,
    `Knows:      ${knows.length === 0 ? 'nothing that was used in a call' : knows.join(', ')}`,
    `Acceptable: ${deeds.length === 0 ? 'no deed; what has to be said is not known' : deeds.join(', ')}`,
    `Desk:       answers ${history.filter((entry) => 'tool' in entry).length + later.length} recorded calls`,
    `Written:    ${files.join(', ')}`,
    `Next:       review the case; ${SAGE} pack check ${folder}; ${SAGE} run --pack ${folder.startsWith('.') || folder.includes('/') ? folder : `./${folder}`} --agent <name>`,
  ].join('\n')
}
