import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usageError } from '../../base/error.ts'
import { packageRoot } from './package-root.ts'
import { writeText } from './write-text.ts'

/** For who has no agent yet: a file that runs, and that one replaces. */
export const STARTERS = { typescript: 'agent.ts', python: 'agent.py' } as const

/** An agent as a line of sage.yaml says it, and the starter that is written for who has none yet. */
type FirstAgent = { readonly line: string; readonly starter: keyof typeof STARTERS | null }

/** `http://...`, `./agent.py`, `mcp: <command>`, `provider:model`, or a starter; undefined: none of these. */
export function agentAt(where: string): FirstAgent | undefined {
  const starter = where === 'typescript' || where === 'python' ? where : null
  const line = lineOf(starter === null ? where : `./${STARTERS[starter]}`)
  return line === undefined ? undefined : { line, starter }
}

function lineOf(where: string): string | undefined {
  const [, kind, command] = /^(mcp|command):? +(.+)$/.exec(where) ?? []
  if (kind !== undefined) return `${kind}: ${JSON.stringify(command)}`
  if (/^https?:\/\//.test(where)) return `http: ${JSON.stringify(where)}`
  if (/\.[cm]?[jt]s$/.test(where)) return `module: ${JSON.stringify(where)}`
  if (where.endsWith('.py')) return `command: ${JSON.stringify(`python3 ${where}`)}`
  return /^[\w.-]+:\S+$/.test(where) ? `model: ${JSON.stringify(where)}` : undefined
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
  const { starter } = agent
  const files: readonly (readonly [string, string])[] = [
    ['sage.yaml', settings(project)],
    ...(starter === null ? [] : [[STARTERS[starter], await template(starter, STARTERS[starter])] as const]),
    [WORKFLOW, await template('shared', 'sage-workflow.yml')],
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

const settings = ({
  pack,
  agent,
  gates,
}: FirstProject): string => `# yaml-language-server: $schema=node_modules/sage-desk/schemas/sage.schema.json
packs: [${pack}]
planned: small # beside the desk's own cases, some planned from its procedure
agents:
  - id: mine
    ${agent.line}
    protocol: observed
trials: 1 # 3 show what is noise
${GATES[gates]}`
