import { z } from 'zod'
import { EXIT } from '../../base/error.ts'
import { placeOfPack } from '../../runner/files/find-pack.ts'
import { FIRST_AGENTS, type FirstAgent, writeFirstProject } from '../../runner/files/first-project.ts'
import { pathFrom } from '../../runner/packs/check-pack-folder.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { oneOf } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'

const KINDS = Object.keys(FIRST_AGENTS)
const Kind = z.enum(['typescript', 'python', 'http', 'model', 'mcp'])
const Options = z.strictObject({ agent: Kind.optional(), pack: z.string().optional() })
const DEFAULTS = { agent: 'typescript', pack: 'lunchbox' } as const

export const defineInit: DefineCommand = (command, does) =>
  command
    .option('--agent <kind>', `what your agent is: ${KINDS.join(', ')}`, oneOf(KINDS))
    .option('--pack <id|folder>', 'the desk to run it on (sage packs lists those that come with SAGE)')
    .addHelpText(
      'after',
      `${examples([
        ['sage init', 'asks two questions, then writes sage.yaml, a first agent and a workflow for GitHub'],
        ['sage init --agent python --pack lunchbox', 'the same without questions'],
      ])}
Nothing that is there is written over. A pack of your own: sage pack new ./my-desk --from handbook.md
`,
    )
    .action(does(init))

async function init({ options, terminal, workingFolder }: Asked): Promise<Answer> {
  const said = Options.parse(options)
  const { agent, pack } = await answered(said, terminal)
  placeOfPack(pack, workingFolder)
  const wrote = await writeFirstProject({ agent, pack, workingFolder })
  const next = nextCommands(agent)
  return {
    json: { agent, pack, wrote, next },
    text: [
      ...wrote.map((path) => `wrote ${pathFrom(workingFolder, path)}`),
      '',
      'Next:',
      ...next.map(([command, why]) => `  ${command.padEnd(36)}${why}`),
    ].join('\n'),
    exit: EXIT.ok,
  }
}

/** Two questions, unless the flags answer them or nobody is there to ask. */
async function answered(
  said: z.infer<typeof Options>,
  terminal: Terminal,
): Promise<{ readonly agent: FirstAgent; readonly pack: string }> {
  const input = terminal.live ? terminal.openInput?.() : undefined
  const ask = async (question: string, usual: string): Promise<string> => {
    const line = (await input?.next(`${question} [${usual}] `))?.trim()
    return line === undefined || line === '' ? usual : line
  }
  try {
    const kinds = KINDS.map((kind) => `  ${kind.padEnd(12)}${FIRST_AGENTS[Kind.parse(kind)].title}`).join(
      '\n',
    )
    if (said.agent === undefined && input !== undefined) terminal.err(`${kinds}\n`)
    const agent = said.agent ?? Kind.parse(await askKind(ask))
    return {
      agent,
      pack: said.pack ?? (await ask('Which desk? An id of sage packs, or a folder.', DEFAULTS.pack)),
    }
  } finally {
    input?.close()
  }
}

async function askKind(ask: (question: string, usual: string) => Promise<string>): Promise<string> {
  for (;;) {
    const kind = await ask('What is your agent?', DEFAULTS.agent)
    if (KINDS.includes(kind)) return kind
  }
}

function nextCommands(agent: FirstAgent): readonly (readonly [string, string])[] {
  const { start } = FIRST_AGENTS[agent]
  const key = ['export OPENAI_API_KEY=...', 'the key of the model, or another provider in sage.yaml'] as const
  return [
    ...(start === null ? [] : [[start, 'in another terminal'] as const]),
    ...(agent === 'model' ? [key] : []),
    ['npx sage-desk run', 'run your agent on every case; the last line says PASS or FAIL'],
    ['npx sage-desk explain <trial>', 'read why, as the run prints it'],
    ...(start === null && agent !== 'model'
      ? [['npx sage-desk view', 'see it in the browser'] as const]
      : []),
  ]
}
