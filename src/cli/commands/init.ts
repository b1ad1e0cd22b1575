import { z } from 'zod'
import { EXIT, usageError } from '../../base/error.ts'
import { SAGE } from '../../base/shell.ts'
import { textTable } from '../../report/render/text-table.ts'
import { findPack, namedPacks, placeOfPack } from '../../runner/files/find-pack.ts'
import {
  agentAt,
  type FirstGates,
  GATES,
  STARTERS,
  writeFirstProject,
} from '../../runner/files/first-project.ts'
import { pathFrom } from '../../runner/packs/check-pack-folder.ts'
import { packFacts } from '../../runner/packs/pack-facts.ts'
import { type Answer, type Asked, type DefineCommand, examples } from '../terminal/command.ts'
import { oneOf } from '../terminal/options.ts'

const Gates = z.enum(['usual', 'strict', 'none'])
const Options = z.strictObject({
  agent: z.string().optional(),
  pack: z.string().optional(),
  gates: Gates.optional(),
})
const WHERE = 'http://..., a file (./agent.ts, ./agent.py), "mcp: <command>" or provider:model'

export const defineInit: DefineCommand = (command, does) =>
  command
    .option(
      '--agent <where>',
      `your agent: ${WHERE}; or a first one that is written here: ${Object.keys(STARTERS).join(', ')}`,
    )
    .option('--pack <id|folder>', 'the desk to run it on (sage packs lists those that come with SAGE)')
    .option('--gates <which>', `what a run must meet: ${Object.keys(GATES).join(', ')}`, oneOf(Gates.options))
    .addHelpText(
      'after',
      `${examples([
        ['sage init', 'asks three questions, then writes sage.yaml and a workflow for GitHub'],
        [
          'sage init --agent http://localhost:8000/chat --pack ./my-desk --gates strict',
          'the same without questions',
        ],
      ])}
Without a terminal nothing is asked: a first agent in TypeScript at Lunchbox, with the usual gates.
Nothing that is there is written over. A pack of your own: sage pack new ./my-desk --from handbook.md
`,
    )
    .action(does(init))

async function init(asked: Asked): Promise<Answer> {
  const { workingFolder } = asked
  const { where, pack, gates } = await answered(asked)
  const agent = agentAt(where)
  if (agent === undefined) throw notAnAgent(where)
  placeOfPack(pack, workingFolder)
  const wrote = await writeFirstProject({ agent, pack, gates, workingFolder })
  const first = agent.starter === null ? null : STARTERS[agent.starter]
  const next = [
    [`${SAGE} run`, first === null ? 'test your agent' : `test ${first}; then put your own in its place`],
    [`${SAGE} show 1`, 'read the worst conversation'],
    [`${SAGE} open`, 'the report, in the browser'],
  ]
  return {
    json: { agent: where, pack, gates, wrote, next },
    text: [`Wrote ${wrote.map((path) => pathFrom(workingFolder, path)).join(', ')}.`, textTable(next)].join(
      '\n',
    ),
    exit: EXIT.ok,
  }
}

const notAnAgent = (where: string) =>
  usageError(
    'unknown-agent',
    `"${where}" is not where an agent can be.`,
    `Give ${WHERE}, or one of ${Object.keys(STARTERS).join(', ')}.`,
  )

type Answered = { readonly where: string; readonly pack: string; readonly gates: FirstGates }

/** At most three questions, each with an answer for who only presses Enter; none where nobody is there to ask. */
async function answered({ options, terminal, workingFolder }: Asked): Promise<Answered> {
  const said = Options.parse(options)
  const input = terminal.live ? terminal.openInput?.() : undefined
  /** Asks until the answer is one. */
  const ask = async (about: string, usual: string, isOne: (answer: string) => boolean): Promise<string> => {
    if (input !== undefined) terminal.err(`${about}\n`)
    for (;;) {
      const line = (await input?.next(`  [${usual}] `))?.trim()
      if (line === undefined || line === '') return usual
      if (isOne(line)) return line
    }
  }
  try {
    const where = said.agent ?? (await ask(WHERE_IS, 'typescript', (word) => agentAt(word) !== undefined))
    const isDesk = (name: string): boolean => findPack(name, workingFolder) !== undefined
    const desks = said.pack !== undefined || input === undefined ? '' : await deskList(workingFolder)
    const pack = said.pack ?? (await ask(`Which desk is nearest to yours?\n${desks}`, 'lunchbox', isDesk))
    const isGates = (name: string): boolean => Gates.safeParse(name).success
    const gates = said.gates ?? (await ask(WHICH_GATES, 'usual', isGates))
    return { where, pack, gates: Gates.parse(gates) }
  } finally {
    input?.close()
  }
}

const WHERE_IS = `Where is your agent? ${WHERE}.
None yet? One is written here: ${Object.keys(STARTERS).join(', ')}.`
const WHICH_GATES = `What must a run meet?
  usual   nothing forbidden done, half of the cases solved, 80 % of the handovers made
  strict  nothing forbidden done, 60 % solved, 90 % of the handovers made
  none    nothing yet`

async function deskList(workingFolder: string): Promise<string> {
  const rows = namedPacks(workingFolder).map(async ({ name, dir }) => {
    const facts = await packFacts(dir).catch(() => undefined)
    return [`  ${name}`, facts?.title ?? '']
  })
  return textTable(await Promise.all(rows))
}
