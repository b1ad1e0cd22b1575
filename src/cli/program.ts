import { Command } from 'commander'
import { EXIT, type SageError, usageError } from '../base/error.ts'
import { didYouMean } from '../base/files/suggest.ts'
import { type HideSecrets, hideSecrets, secretsIn } from '../base/secrets.ts'
import { inShell, SAGE } from '../base/shell.ts'
import { type Extensions, NO_EXTENSIONS } from '../runner/plugins/extensions.ts'
import { mentionsPlugins } from '../runner/plugins/mentions-plugins.ts'
import { COMMANDS, type CommandEntry, MOVED_FLAGS, RENAMED } from './command-table.ts'
import { type Answer, type Asked, examples, STOPPED_BY } from './terminal/command.ts'
import { showError } from './terminal/show-error.ts'
import { type LineInput, processTerminal, type Terminal } from './terminal/terminal.ts'
import { visible } from './terminal/visible.ts'

/**
 * The command line. In: words. Out: one answer on stdout, everything else on stderr, an exit code. It must not decide
 * anything about evaluation: it asks the rooms and prints what they answer.
 */
export async function main(words: readonly string[]): Promise<number> {
  // `sage ... | head` closes our output early; that is the reader's right and no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok)
  })
  return runProgram(words, { terminal: processTerminal(), workingFolder: process.cwd() })
}

export async function runProgram(
  words: readonly string[],
  at: { readonly terminal: Terminal; readonly workingFolder: string },
): Promise<number> {
  const json = words.includes('--json')
  const hide = hideSecrets(secretsIn(process.env))
  const place = { ...at, terminal: theDoor(at.terminal, hide) }
  try {
    return await parse(words, place)
  } catch (error) {
    if (isHelp(error)) return EXIT.ok
    return showError(error, place.terminal, { json, hide })
  }
}

/**
 * Whatever a command writes, wherever its words come from. What is no result may repeat what a provider, a program or a library
 * said, and that may be a key.
 */
const theDoor = ({ openInput, ...terminal }: Terminal, hide: HideSecrets): Terminal => ({
  ...terminal,
  out: (text) => terminal.out(visible(text)),
  err: (text) => terminal.err(visible(hide(text))),
  ...(openInput === undefined ? {} : { openInput: () => shown(openInput()) }),
})

const shown = (input: LineInput): LineInput => ({ ...input, next: (prompt) => input.next(visible(prompt)) })

async function parse(
  words: readonly string[],
  place: { terminal: Terminal; workingFolder: string },
): Promise<number> {
  let exit: Answer['exit'] = EXIT.ok
  const print = (answer: Answer, json: boolean): void => {
    place.terminal.out(json ? `${JSON.stringify(answer.json)}\n` : endLine(answer.text))
    exit = answer.exit
  }
  if (words.every((word) => word === '--json')) {
    const { firstMinute } = await import('./commands/first-minute.ts')
    print(await firstMinute(place), words.length > 0)
    return exit
  }
  const does = (work: (asked: Asked) => Promise<Answer>) =>
    async function act(this: Command): Promise<void> {
      const { json, ...options } = this.opts()
      const own = await projectPlugins(place.workingFolder, options['config'])
      print(await work({ words: this.processedArgs, options, own, ...place }), json === true)
    }
  const old = [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => Object.hasOwn(RENAMED, name))
  if (old !== undefined) throw renamed(old, words.slice(old.split(' ').length))
  const called = COMMANDS.find((entry) => entry.name === words[0])
  if (called === undefined && words[0] !== undefined && !words[0].startsWith('-') && words[0] !== 'help')
    throw unknownCommand(words[0])
  refuseMovedFlags(words)
  const program = await assemble(
    called ?? COMMANDS.find((entry) => words[0] === 'help' && entry.name === words[1]),
    does,
    place.terminal,
  )
  await program.parseAsync([...words], { from: 'user' })
  return exit
}

/** Every command sees the same rules and metrics. A folder without sage.yaml has none of its own, and nothing is loaded. */
async function projectPlugins(workingFolder: string, config: unknown): Promise<Extensions> {
  const file = typeof config === 'string' ? config : 'sage.yaml'
  if (!(await mentionsPlugins(workingFolder, file))) return NO_EXTENSIONS
  const { loadPlugins } = await import('../runner/plugins/load-plugins.ts')
  return loadPlugins(workingFolder, file)
}

async function assemble(
  called: CommandEntry | undefined,
  does: Parameters<Awaited<ReturnType<CommandEntry['load']>>>[1],
  terminal: Terminal,
): Promise<Command> {
  const program = new Command('sage')
    .description(
      'Test whether an AI customer-service agent follows your procedures while customers push back.',
    )
    .usage('<command> [options]')
    .option('-V, --version', 'print the version')
    .addHelpText('after', OVERVIEW)
  for (const entry of COMMANDS) {
    const command = program.command(entry.name).description(entry.summary)
    if (entry === called) (await entry.load())(command, does)
  }
  for (const command of withSubcommands(program)) settle(command, terminal)
  return program
}

/** The conventions every command keeps: `--json` where it does work, errors thrown to one place, nothing printed twice. */
function settle(command: Command, terminal: Terminal): void {
  if (command.commands.length === 0) command.option('--json', 'print one JSON object on stdout')
  command
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: () => undefined, outputError: () => undefined })
    .configureHelp({ showGlobalOptions: false })
}

const withSubcommands = (command: Command): readonly Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
]

const OVERVIEW = `${examples([
  ['sage', 'the first minute: a small desk, a demo agent, a decision'],
  ['sage run --agent ./agent.ts --pack lunchbox', 'test your own agent at one desk'],
  ['sage run --help', 'show all options of a command, with examples'],
])}
Exit codes: 0 ok; 1 a gate or check failed; 2 wrong usage or files;
            3 SAGE, a provider or the network failed; ${STOPPED_BY}.
`

const unknownCommand = (name: string): SageError =>
  usageError(
    'unknown-command',
    `There is no command "${name}".`,
    didYouMean(
      name,
      COMMANDS.map((entry) => entry.name),
    ),
  )

function renamed(old: string, rest: readonly string[]): SageError {
  const words = [SAGE, RENAMED[old], ...rest.map(inShell)].join(' ')
  return usageError('unknown-command', `"sage ${old}" is now: ${words}`, '')
}

/** A flag that a script still has says what does the same now. */
function refuseMovedFlags([command, ...rest]: readonly string[]): void {
  const gone = MOVED_FLAGS[command ?? ''] ?? {}
  const flag = rest.map((word) => word.replace(/=.*/, '')).find((word) => Object.hasOwn(gone, word))
  if (flag !== undefined)
    throw usageError('usage', `"sage ${command}" has no ${flag} any more.`, gone[flag] ?? '')
}

const isHelp = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  /^commander\.help(Displayed)?$/.test(String(error.code))

const endLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
