import { join } from 'node:path'
import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { letterOf } from '../../compile/signoff/blind-answers.ts'
import {
  agreesWithGraph,
  type BoundaryQuestion,
  boundaryQuestions,
  untouched,
} from '../../compile/signoff/boundary-questions.ts'
import { type GivenAnswer, writeSignoff } from '../../compile/signoff/signoff-rows.ts'
import { readPackFiles } from '../../runner/files/pack-files.ts'
import { replaceText } from '../../runner/files/replace-text.ts'
import { type CompileFolder, readCompileFolder } from '../../runner/packs/compile-folder.ts'
import { TRUTH, truthAfterSignoff } from '../../runner/packs/signoff-truth-file.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { wholeNumber } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'

const Options = z.strictObject({ n: z.int() })
const FIRST = 20

export const defineSignoff: DefineCommand = (command, does) =>
  command
    .argument('<pack>', 'id or folder')
    .option('-n <n>', 'how many situations, the riskiest first', wholeNumber({ min: 1, max: 10_000 }), FIRST)
    .addHelpText(
      'after',
      `${examples([
        ['sage signoff ./my-desk', 'answer 20 situations; then see where the graph does something else'],
        ['sage signoff ./my-desk -n 200', 'all of them'],
        ['sage signoff ./my-desk --json < letters.txt', 'answers from a file, one letter a line'],
      ])}
Each situation is put in words with the ways the graph knows. Answer before you see what the graph does. Answers are written to
signoff.csv; those the graph agrees with also become rows of truth.csv, marked from: questions, so that a later change of the graph
that breaks one is an error of sage pack check. Exit codes: 0 the graph agrees with every answer; 1 it does not; 2 wrong usage or files.
`,
    )
    .action(does(signoff))

async function signoff({ words, options, terminal, workingFolder }: Asked): Promise<Answer> {
  const { n } = Options.parse(options)
  const folder = await readCompileFolder(z.string().parse(words[0]), workingFolder)
  if (folder.graph === null)
    throw usageError(
      'file-missing',
      'There is no graph.yaml to sign off.',
      'Make one first: sage compile --help',
    )
  const all = boundaryQuestions(folder.graph, folder.lexicon)
  const given = await answersOf(all.slice(0, n), terminal)
  await replaceText(join(folder.dir, 'signoff.csv'), writeSignoff(given), folder.dir)
  const truth = truthAfterSignoff(await readPackFiles(folder.dir), given)
  if (truth !== null) await replaceText(join(folder.dir, TRUTH), truth, folder.dir)
  return answerOf(folder, all, given)
}

async function answersOf(
  questions: readonly BoundaryQuestion[],
  terminal: Terminal,
): Promise<readonly GivenAnswer[]> {
  const input = terminal.openInput?.()
  if (input === undefined)
    throw usageError('no-input', 'There is no input to read.', 'Run it in a terminal, or pipe in a file.')
  const given: GivenAnswer[] = []
  try {
    for (const [index, question] of questions.entries()) {
      const choices = question.options.map((option, at) => `   ${letterOf(at)}) ${option}`).join('\n')
      terminal.err(`\n${index + 1} of ${questions.length}. ${question.situation}\n${choices}\n`)
      const line = await input.next(
        terminal.paint.bold('letter, x if none is right, ? if the text does not say, q to stop > '),
      )
      const answer = line?.trim().toLowerCase()
      if (answer === undefined || answer === 'q') break
      given.push({ question, chosen: chosenOf(answer, question) })
    }
  } finally {
    input.close()
  }
  return given
}

/** `x`: the right way is not among those the graph knows, which differs from it as much as another letter does. */
function chosenOf(answer: string, { options }: BoundaryQuestion): GivenAnswer['chosen'] {
  if (answer === 'x') return 'none'
  const chosen = answer.charCodeAt(0) - 97
  return chosen >= 0 && chosen < options.length ? chosen : null
}

const sayChosen = ({ question, chosen }: GivenAnswer): string =>
  chosen === null
    ? 'the text does not say'
    : chosen === 'none'
      ? 'none of these'
      : (question.options[chosen] ?? '')

function answerOf(
  folder: CompileFolder,
  all: readonly BoundaryQuestion[],
  given: readonly GivenAnswer[],
): Answer {
  // a situation that the text does not decide is shown too: the graph decides it all the same
  const differing = given.filter(({ question, chosen }) => !agreesWithGraph(question, chosen))
  const missed = untouched(
    [...folder.sop.clauses.keys()],
    given.map(({ question }) => question),
  )
  const clauses = new Map<string, string>([...folder.sop.clauses.values()].map(({ id, text }) => [id, text]))
  const said = differing.map(({ question, chosen }) =>
    [
      `\n${question.situation}`,
      `  you:       ${sayChosen({ question, chosen })}`,
      `  the graph: ${question.options[question.ours] ?? ''}`,
      ...question.about.map((clause) => `  ${clause}  ${clauses.get(clause) ?? ''}`),
    ].join('\n'),
  )
  return {
    json: {
      asked: given.length,
      of: all.length,
      agreed: given.filter(({ question, chosen }) => chosen === question.ours).length,
      open: given.filter(({ chosen }) => chosen === null).length,
      differ: differing.map(({ question, chosen }) => ({
        id: question.id,
        clauses: question.about,
        situation: question.situation,
        answer: sayChosen({ question, chosen }),
        graph: question.options[question.ours],
      })),
      untouched: missed,
    },
    text: [
      ...said,
      `\n${given.length} of ${all.length} situations answered, ${differing.length} differ from the graph.`,
      missed.length === 0 ? '' : `No situation touched: ${missed.join(', ')}`,
    ].join('\n'),
    exit: differing.length === 0 ? EXIT.ok : EXIT.barNotMet,
  }
}
