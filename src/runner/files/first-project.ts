import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usageError } from '../../base/error.ts'
import { packageRoot } from './package-root.ts'
import { writeText } from './write-text.ts'

/** What a first agent can be: the file it is written into, how sage.yaml names it, and what must be started before a run. */
export const FIRST_AGENTS = {
  typescript: {
    title: 'a function in TypeScript',
    file: 'agent.ts',
    line: 'module: ./agent.ts',
    start: null,
  },
  python: { title: 'a program in Python', file: 'agent.py', line: 'command: python3 agent.py', start: null },
  http: {
    title: 'a service over HTTP',
    file: 'server.mjs',
    line: 'http: http://127.0.0.1:8601/turn',
    start: 'node server.mjs',
  },
  model: {
    title: 'a model with your own prompt',
    file: 'prompt.md',
    line: 'model: openai:gpt-4.1-mini\n    prompt: ./prompt.md',
    start: null,
  },
  mcp: { title: 'an MCP client', file: 'agent.mjs', line: 'mcp: node agent.mjs', start: null },
} as const
export type FirstAgent = keyof typeof FIRST_AGENTS

const WORKFLOW = '.github/workflows/sage.yml'

export type FirstProject = {
  readonly agent: FirstAgent
  /** id or folder, as sage.yaml names it */
  readonly pack: string
  readonly workingFolder: string
}

/** Writes sage.yaml, a first agent that runs, and a workflow for GitHub. Nothing that is there is written over. */
export async function writeFirstProject({
  agent,
  pack,
  workingFolder,
}: FirstProject): Promise<readonly string[]> {
  const { file, line, start } = FIRST_AGENTS[agent]
  const [code, workflow] = await Promise.all([template(agent, file), template('shared', 'sage-workflow.yml')])
  const before = start === null ? '' : `      - run: ${start} &\n`
  const files: readonly (readonly [string, string])[] = [
    ['sage.yaml', settings(pack, line)],
    [file, code],
    [WORKFLOW, workflow.replace('START', before)],
  ]
  const there = files.map(([path]) => path).filter((path) => existsSync(join(workingFolder, path)))
  if (there.length > 0)
    throw usageError(
      'file-unwritable',
      `${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} here already, and nothing is written over.`,
      'Run sage init in an empty folder, or move the files away.',
    )
  return Promise.all(files.map(([path, text]) => writeText(path, text, workingFolder)))
}

const template = (folder: string, file: string): Promise<string> =>
  readFile(join(packageRoot(), 'templates', folder, file), 'utf8')

const settings = (
  pack: string,
  agent: string,
): string => `# yaml-language-server: $schema=node_modules/sage-desk/schemas/sage.schema.json
# Settings of SAGE for this folder. Every flag of \`sage run\` has a name here; docs/settings.md lists all.

# The desks to run: ids (sage packs) or folders. Their own cases run, and cases planned from their graphs.
packs: [${pack}]
planned: small

# Your agents. Name several to compare them in one run.
agents:
  - id: mine
    ${agent}
    # observed: SAGE reads what the messages do. declared: the agent reports each step itself (docs/agents.md).
    protocol: observed

# Conversations per case and agent: 3 or more show what is noise.
trials: 1

# Conditions that decide the exit code, beside the default ones (docs/ci.md#gates): no forbidden action, 99 % answered, 90 % judged,
# half of the cases settled and right, 80 % of those handed over that have to be.
# gates:
#   - resolution.value >= 0.6
`
