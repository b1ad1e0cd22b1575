import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { findInstrument, INSTRUMENT_NAMES } from '../../references/catalogue.ts'
import { writeText } from '../../runner/files/write-text.ts'
import { type DeskPlay, play } from '../../runner/jobs/desk/play.ts'
import { findCase, intensityOf } from '../../runner/packs/find-case.ts'
import { readAndScore } from '../../runner/scoring/read-and-score.ts'
import type { Transcript } from '../../transcript/event.ts'
import { writeTranscript } from '../../transcript/write-transcript.ts'
import type { Rule } from '../../verdicts/rules/rule.ts'
import { explainTrial } from '../../verdicts/scoring/explain-trial.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { oneOf, wholeNumber } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'

const Options = z.strictObject({
  as: z.enum(['agent', 'customer']),
  against: z.string(),
  pack: z.string().optional(),
  intensity: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).optional(),
  seed: z.int(),
  output: z.string().optional(),
})

export const definePlay: DefineCommand = (command, does) =>
  command
    .argument('<case>', 'case id as pack/case, or just case with --pack')
    .option('--as <party>', 'agent or customer', oneOf(['agent', 'customer']), 'agent')
    .option('--against <name>', 'with --as customer: the built-in agent that answers', 'oracle')
    .option('--pack <id|folder>', 'pack of the case')
    .option('--intensity <n>', "0 to 3 (default: the case's own)", wholeNumber({ min: 0, max: 3 }))
    .option(
      '--seed <n>',
      'another seed gives another customer for the same case',
      wholeNumber({ min: 0, max: 2 ** 31 - 1 }),
      1,
    )
    .option('-o, --output <file.jsonl>', 'write the transcript to this file')
    .addHelpText(
      'after',
      examples([
        ["sage play '<pack>/<case>'", 'play the agent, then read the verdicts on your answers'],
        [
          "sage play '<pack>/<case>' --as customer",
          'play the customer against an agent that makes no mistakes',
        ],
        [
          "sage play '<pack>/<case>' --json < lines.txt",
          'read the lines from a file and print one JSON object',
        ],
      ]),
    )
    .action(does(playCase))

async function playCase({ words, options, terminal, workingFolder, own }: Asked): Promise<Answer> {
  const { pack: packName, intensity, output, against, ...rest } = Options.parse(options)
  if (findInstrument(against) === undefined)
    throw usageError(
      'unknown-agent',
      `There is no agent "${against}".`,
      didYouMean(against, INSTRUMENT_NAMES),
    )
  const found = await findCase(z.string().parse(words[0]), packName, workingFolder)
  const events = await playAt(terminal, {
    ...found,
    ...rest,
    against,
    intensity: intensityOf(found.case, intensity),
  })
  const kept = output === undefined ? null : await writeText(output, writeTranscript(events), workingFolder)
  return answerOf({ ...found, rules: own.rules }, events, kept)
}

/** What is played is shown on `err`, so that `out` holds the verdict alone. */
async function playAt(terminal: Terminal, setup: DeskPlay): Promise<Transcript> {
  const input = terminal.openInput?.()
  if (input === undefined)
    throw usageError('no-input', 'There is no input to read.', 'Run it in a terminal, or pipe in a file.')
  const ask = async (prompt: string): Promise<string | undefined> => {
    const line = await input.next(terminal.paint.bold(prompt))
    // Piped lines are invisible otherwise.
    if (!terminal.live && line !== undefined) terminal.err(`${prompt}${line}\n`)
    return line
  }
  try {
    return await play(setup, { show: terminal.err, ask })
  } finally {
    input.close()
  }
}

function answerOf(
  {
    pack,
    case: theCase,
    rules,
  }: { readonly pack: Pack; readonly case: Case; readonly rules: readonly Rule[] },
  events: Transcript,
  kept: string | null,
): Answer {
  const score = readAndScore(pack, theCase, events, rules)
  const story = explainTrial(pack, theCase, events, score)
  const last = events.at(-1)
  const ending = last?.type === 'conversation.ended' ? last.ending : null
  return {
    json: { case: theCase.id, ending, story: story.trimEnd().split('\n'), score, transcript: kept },
    text: `\n${story}${kept === null ? '' : `Transcript: ${kept}\n`}`,
    exit: ending?.kind === 'machinery.failed' ? EXIT.machinery : EXIT.ok,
  }
}
