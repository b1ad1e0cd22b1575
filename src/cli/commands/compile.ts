import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { type CompiledFolder, compileFolder } from '../../runner/compile-folder.ts'
import { writeText } from '../../runner/write-text.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../command.ts'
import { showProblems } from '../show-problems.ts'

const Options = z.strictObject({ output: z.string().optional() })

export const defineCompile: DefineCommand = (command, does) =>
  command
    .argument('<sop.md>', 'the procedure; world.yaml, tools.yaml and lexicon.yaml are looked for beside it')
    .option('-o, --output <file>', 'write the graph there instead of to stdout')
    .addHelpText(
      'after',
      examples([
        ['sage compile my-desk/sop.md', 'the graph on stdout, what could not be tied on stderr'],
        ['sage compile my-desk/sop.md -o my-desk/graph.yaml', 'exit code 1 while a sentence is unresolved'],
        ['sage compile my-desk/sop.md --json', 'counts and unresolved sentences as data'],
      ]),
    )
    .action(does(compileSop))

async function compileSop({ words, options, terminal, workingFolder }: Asked): Promise<Answer> {
  const { output } = Options.parse(options)
  const named = z.string().parse(words[0])
  const found = await compileFolder(named, workingFolder)
  const { graph, unresolved, problems, counts, needs } = found.compiled
  terminal.err(said(named, found))
  terminal.err(showProblems(problems, terminal.paint))
  const isSound = graph !== null && problems.every(({ severity }) => severity !== 'error')
  // An unsound graph is shown, never written: a file that does not load would only look finished.
  const file = isSound && output !== undefined ? await writeText(output, graph, workingFolder) : null
  const text = file === null ? (graph ?? '') : `wrote ${file}`
  return {
    json: {
      ...counts,
      unresolved: unresolved.map(({ line, text: sentence, because }) => ({ line, text: sentence, because })),
      needs,
      file,
      ...(file === null && graph !== null ? { graph } : {}),
    },
    text,
    exit: isSound && unresolved.length === 0 ? EXIT.ok : EXIT.barNotMet,
  }
}

/** What a person should know beside the graph itself. */
function said(named: string, { missing, compiled: { graph, unresolved, counts } }: CompiledFolder): string {
  const lines = [
    ...(missing.length === 0
      ? []
      : [`${missing.join(', ')} not found beside ${named}: every condition stays a question of its own.`]),
    ...(graph === null ? [`${named} holds no procedure: nothing in it asks anybody to do anything.`] : []),
    ...unresolved.map(({ line, text, because }) => `${named}:${line}  ${because}\n    ${text}`),
    ...(graph === null
      ? []
      : [
          `${counts.steps} steps, ${counts.decisions} decisions, ${counts.cited} of ${counts.clauses} clauses cited.`,
        ]),
  ]
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}
