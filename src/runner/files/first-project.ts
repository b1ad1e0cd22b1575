import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usageError } from '../../base/error.ts'
import { packageRoot } from './package-root.ts'
import { writeText } from './write-text.ts'

/** An agent for sage.yaml: its settings there, the file that is written for who has none yet, and what must be started before a run. */
type FirstAgent = { readonly lines: string; readonly file: string | null; readonly start: string | null }

/** For who has no agent yet: one file that runs, and that one replaces. */
export const STARTERS = {
  typescript: { file: 'agent.ts', lines: 'module: ./agent.ts', start: null },
  python: { file: 'agent.py', lines: 'command: python3 agent.py', start: null },
  http: { file: 'server.mjs', lines: 'http: http://127.0.0.1:8601/turn', start: 'node server.mjs' },
  model: { file: 'prompt.md', lines: 'model: openai:gpt-4.1-mini\n    prompt: ./prompt.md', start: null },
  mcp: { file: 'agent.mjs', lines: 'mcp: node agent.mjs', start: null },
} as const satisfies Record<string, FirstAgent>

const isStarter = (word: string): word is keyof typeof STARTERS => Object.hasOwn(STARTERS, word)

/** `http://...`, `./agent.py`, `mcp: <command>`, `provider:model`, or a starter; undefined: none of these. */
export function agentAt(where: string): FirstAgent | undefined {
  if (isStarter(where)) return STARTERS[where]
  const there = (kind: string, value: string) => ({
    lines: `${kind}: ${JSON.stringify(value)}`,
    file: null,
    start: null,
  })
  if (/^https?:\/\//.test(where)) return there('http', where)
  if (/\.[cm]?[jt]s$/.test(where)) return there('module', where)
  if (where.endsWith('.py')) return there('command', `python3 ${where}`)
  const [, kind, command] = /^(mcp|command):? +(.+)$/.exec(where) ?? []
  if (kind !== undefined && command !== undefined) return there(kind, command)
  return /^[\w.-]+:\S+$/.test(where) ? there('model', where) : undefined
}

/** What the run must meet: the lines of sage.yaml. docs/ci.md has the default gates. */
export const GATES = {
  usual: '',
  strict: 'gates: [resolution.value >= 0.6, escalation_accuracy.value >= 0.9]\n',
  none: 'gates: { defaults: off, own: [] }\n',
} as const
export type FirstGates = keyof typeof GATES

const WORKFLOW = '.github/workflows/sage.yml'

export type FirstProject = {
  readonly agent: FirstAgent
  /** id or folder, as sage.yaml names it */
  readonly pack: string
  readonly gates: FirstGates
  readonly workingFolder: string
}

/** Writes sage.yaml, a first agent where there is none yet, and a workflow for GitHub. Nothing that is there is written over. */
export async function writeFirstProject(project: FirstProject): Promise<readonly string[]> {
  const { agent, workingFolder } = project
  const workflow = await template('shared', 'sage-workflow.yml')
  const before = agent.start === null ? '' : `      - run: ${agent.start} &\n`
  const files: readonly (readonly [string, string])[] = [
    ['sage.yaml', settings(project)],
    ...(agent.file === null
      ? []
      : [[agent.file, await template(FOLDERS[agent.file] ?? '', agent.file)] as const]),
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

const FOLDERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STARTERS).map(([name, { file }]) => [file, name]),
)

const template = (folder: string, file: string): Promise<string> =>
  readFile(join(packageRoot(), 'templates', folder, file), 'utf8')

const settings = ({
  pack,
  agent,
  gates,
}: FirstProject): string => `# yaml-language-server: $schema=node_modules/sage-desk/schemas/sage.schema.json
packs: [${pack}]
planned: small # beside the desk's own cases, some planned from its procedure
agents:
  - id: mine
    ${agent.lines}
    protocol: observed
trials: 1 # 3 show what is noise
${GATES[gates]}`
