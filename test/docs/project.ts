import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { ROOT } from '../architecture/source-files.ts'
import { sageIn } from '../sage-in.ts'
import { isSage, wordsOf } from './command-lines.ts'

/** What a command said, out and err together as a person sees them. */
export type Shown = { readonly exit: number; readonly said: string }

/** A reader's folder, with what the pages suppose to be there, and one finished run. */
export type Project = {
  readonly folder: string
  /** the finished one */
  readonly run: string
  /** a line as the page has it, with its placeholders filled in */
  readonly type: (typed: string) => Promise<Shown>
  readonly write: (file: string, text: string) => void
  /** from our repository */
  readonly copy: (from: string, to: string) => void
  /** in later lines `to` is typed where the page says `from` */
  readonly instead: (from: string, to: string) => void
  /** an empty folder again */
  readonly clear: () => void
  readonly remove: () => void
}

const SAMPLES = join(ROOT, 'src/recordings/formats')

/** The folder that all pages begin with. Made once and copied: its run takes seconds. */
export async function firstProject(modelUrl: string): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'sage-docs-'))
  const { copy } = open(folder)
  copy('templates/typescript/agent.ts', 'agent.ts')
  copy('test/outside/sops/2/sop.md', 'handbook.md')
  copy('test/outside/sops/2/answer.txt', 'answer.txt')
  copy('src/recordings/formats/openai/sample.jsonl', 'chats.jsonl')
  copy('packs/lunchbox', 'their-desk')
  // What `npm install` puts there, for lines that a shell runs.
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(ROOT, join(folder, 'node_modules/sage-desk'))
  symlinkSync(join(ROOT, 'bin/sage.js'), join(folder, 'node_modules/.bin/sage-desk'))
  writeFileSync(join(folder, 'results.json.gz'), gzipSync(readFileSync(join(SAMPLES, 'tau2/sample.json'))))
  writeFileSync(join(folder, 'sage.yaml'), settings(modelUrl))
  await sageIn(folder, ['run', '--pack', 'lunchbox', '--agent', 'people-pleaser'])
  await sageIn(folder, ['runs', 'export', 'latest', '-o', 'baseline.jsonl.gz'])
  const { out } = await sageIn(folder, ['runs', '--json'])
  const [run] = Runs.parse(JSON.parse(out)).runs
  return open(folder, run?.run)
}

const Runs = z.object({ runs: z.array(z.looseObject({ run: z.string() })) })

/** Model providers at the scripted server: no page needs the network. */
const settings = (modelUrl: string): string => `packs: [lunchbox]
agents:
  - { id: mine, module: ./agent.ts }
providers:
${['openai', 'anthropic', 'google', 'openrouter'].map((name) => `  ${name}: { base_url: "${modelUrl}" }\n`).join('')}`

export function copyOf(project: Project): Project {
  const folder = mkdtempSync(join(tmpdir(), 'sage-docs-'))
  cpSync(project.folder, folder, { recursive: true })
  return open(folder, project.run)
}

function open(folder: string, run = 'latest'): Project {
  const others: (readonly [from: string, to: string])[] = []
  return {
    folder,
    run,
    type: async (typed) => {
      const line = others.reduce((text, [from, to]) => text.replaceAll(from, to), typed)
      return type(folder, filledIn(line, run))
    },
    instead: (from, to) => void others.push([from, to]),
    copy: (from, to) => cpSync(join(ROOT, from), join(folder, to), { recursive: true }),
    clear: () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    },
    write: (file, text) => writeFileSync(join(folder, file), text),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What the reader puts for a placeholder; the id of a run on a page stands for the reader's latest, too. */
const filledIn = (typed: string, run: string): string =>
  typed
    .replaceAll('<trial>', `${run}/people-pleaser/lunchbox/cancel-in-time@0#0`)
    .replaceAll(/<([a-z.]+)>|\d{8}t\d{6}-\w+(?=\/example)/g, (_, name = 'run') => VALUES[name] ?? 'latest')
const VALUES: Readonly<Record<string, string>> = {
  before: 'baseline.jsonl.gz',
  model: 'some-model',
  a: 'one-model',
  b: 'another-model',
}

/** One process for all of sage: starting it anew for each line would take most of the time. */
async function type(folder: string, typed: string): Promise<Shown> {
  const [before, last] = typed.split(/ && (?=npx sage-desk)/)
  if (before !== undefined && last !== undefined) {
    const shown = await type(folder, before)
    return shown.exit === 0 ? type(folder, last) : shown
  }
  if (!isSage(typed) || /[|&]/.test(typed)) return inShell(folder, typed)
  const [command = '', to] = typed.split(/ > /)
  const { exit, out, err } = await sageIn(folder, wordsOf(command).flatMap(filesOf(folder)))
  if (to !== undefined) writeFileSync(join(folder, to.trim()), out)
  return { exit, said: to === undefined ? err + out : err }
}

/** `archive/*.gz` as a shell gives it to a program. */
const filesOf =
  (folder: string) =>
  (word: string): readonly string[] => {
    if (!word.includes('*')) return [word]
    return inShell(folder, `ls ${word}`).said.trim().split('\n')
  }

function inShell(folder: string, typed: string): Shown {
  const { status, stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', typed], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { exit: status ?? 1, said: stdout + stderr }
}
