import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Chance, seededChance } from '../../src/base/chance.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { folderFor } from '../runner-testing.ts'
import { sageIn } from '../sage-in.ts'
import { mutate } from './mutate.ts'

/** What a mutation did wrong: an exit code nobody documented, a stack, a file in the wrong place, or ten seconds and more. */
export type FuzzFinding = { readonly kind: string; readonly nth: number; readonly what: string }
export type Fuzzed = {
  readonly mutations: number
  readonly findings: readonly FuzzFinding[]
  readonly exits: Readonly<Record<string, number>>
  readonly slowestMs: number
  /** in processor time: on a busy machine the clock alone does not tell a hang from a queue */
  readonly slowestCpuMs: number
}

const SETTINGS = `agents:
  - oracle
  - { id: mine, http: "http://127.0.0.1:9/turn", timeout_seconds: 3, key_env: MY_KEY }
packs: [./desk]
cases: [desk/cancel-in-time]
trials: 2
seed: 7
customer: scripted
judges: [lexical]
gates: ["unsafe_actions.hits <= 2"]
limits: { turns: 8, seconds: 60 }
budget: { usd: 1, minutes: 5 }
providers:
  mine: { base_url: "http://127.0.0.1:9/v1", key_env: MY_KEY }
`

/** One command reads several: loading the pack costs more than they do. */
const TRANSCRIPTS = 5

type Target = {
  readonly kind: string
  /** mutated files a time */
  readonly files: number
  /** writes them, and says what is asked of them */
  readonly commands: (chance: Chance) => readonly (readonly string[])[]
}

/** Mutates files of every kind SAGE is given, and asks its commands about them, in this process. */
export async function fuzz(count: number, seed: number, pace: 'quick' | 'thorough'): Promise<Fuzzed> {
  const outer = folderFor('fuzz')
  const folder = join(outer, 'work')
  mkdirSync(folder)
  try {
    const prepared = await prepare(folder, pace)
    // Loading a pack costs as much as ten of the others.
    const targets =
      pace === 'thorough'
        ? prepared
        : [...prepared, ...prepared, ...prepared].filter(
            ({ kind }, at) => kind !== 'packs' || at < prepared.length,
          )
    const before = listing(outer)
    const findings: FuzzFinding[] = []
    const exits: Record<string, number> = {}
    let [slowestMs, slowestCpuMs] = [0, 0]
    let [nth, turn] = [0, 0]
    for (; nth < count; turn += 1) {
      const chance = seededChance(seed * 1_000_003 + nth)
      const target = targets[turn % targets.length]
      if (target === undefined) break
      nth += target.files
      for (const words of target.commands(chance)) {
        const [from, cpuBefore] = [performance.now(), process.cpuUsage()]
        const { exit, err } = await sageIn(folder, words)
        const ms = performance.now() - from
        const { user, system } = process.cpuUsage(cpuBefore)
        const cpuMs = (user + system) / 1000
        slowestMs = Math.max(slowestMs, ms)
        slowestCpuMs = Math.max(slowestCpuMs, cpuMs)
        exits[exit] = (exits[exit] ?? 0) + 1
        const found = (what: string): void => void findings.push({ kind: target.kind, nth, what })
        if (![0, 1, 2, 3].includes(exit)) found(`exit ${exit}`)
        if (/\n\s+at .*:\d+:\d+/.test(err)) found(`a stack: ${err.slice(0, 400)}`)
        if (ms > 10_000)
          found(`${Math.round(ms)} ms (${Math.round(cpuMs)} of the processor) for ${words.join(' ')}`)
      }
    }
    const strange = listing(outer).filter((path) => !before.includes(path))
    for (const path of [
      ...strange,
      ...(existsSync('/tmp/sage-fuzz-escape') ? ['/tmp/sage-fuzz-escape'] : []),
    ])
      findings.push({ kind: 'files', nth: -1, what: path })
    return {
      mutations: nth,
      findings,
      exits,
      slowestMs: Math.round(slowestMs),
      slowestCpuMs: Math.round(slowestCpuMs),
    }
  } finally {
    rmSync(outer, { recursive: true, force: true })
  }
}

/** Everything beside the folder that commands may write to. */
const listing = (outer: string): readonly string[] => readdirSync(outer)

async function prepare(folder: string, pace: 'quick' | 'thorough'): Promise<readonly Target[]> {
  cpSync(join(packageRoot(), 'packs/lunchbox'), join(folder, 'desk'), { recursive: true })
  const pack = join(folder, 'desk/pack.yaml')
  writeFileSync(pack, readFileSync(pack, 'utf8').replace(/^id: .*$/m, 'id: desk'))
  writeFileSync(join(folder, 'whole.yaml'), SETTINGS)
  const words = ['run', '--agent', 'people-pleaser', '--pack', './desk', '--case', 'desk/cancel-in-time']
  const { exit, err } = await sageIn(folder, words)
  if (exit !== 0) throw new TypeError(`the run to mutate failed: ${err}`)
  await sageIn(folder, ['runs', 'export', 'latest', '-o', 'export.jsonl.gz'])
  const run = gunzipSync(readFileSync(join(folder, 'export.jsonl.gz')))
  const transcript = Buffer.from(transcriptsIn(run.toString('utf8')))
  const labels = Buffer.from(`${JSON.stringify(LABEL(run.toString('utf8')))}\n`)
  const packFiles = ['pack.yaml', 'graph.yaml', 'world.yaml', 'tools.yaml', 'lexicon.yaml', 'sop.md'] as const
  const write = (name: string, bytes: Buffer): string => {
    writeFileSync(join(folder, name), bytes)
    return name
  }
  let imports = 0
  return [
    {
      kind: 'transcripts',
      files: TRANSCRIPTS,
      commands: (chance) => [
        [
          'score',
          ...Array.from({ length: TRANSCRIPTS }, (_, at) =>
            write(`t${at}.jsonl`, mutate(transcript, chance)),
          ),
          '--pack',
          './desk',
        ],
      ],
    },
    {
      kind: 'exports',
      files: 1,
      commands: (chance) => {
        imports += 1
        const mutated = mutate(run, chance)
        const file = write('e.jsonl.gz', chance.hits(0.8) ? gzipSync(mutated) : mutated)
        const store = `--store=import-${imports}.db`
        return [
          ['runs', 'import', file, store],
          ['runs', store],
          ['report', 'latest', store],
          ['runs', 'export', 'latest', '-o', 'out/', store],
        ]
      },
    },
    {
      kind: 'packs',
      files: 1,
      commands: (chance) => {
        const name = packFiles[chance.below(packFiles.length)] ?? 'pack.yaml'
        const copy = join(folder, 'mutant')
        rmSync(copy, { recursive: true, force: true })
        cpSync(join(folder, 'desk'), copy, { recursive: true })
        writeFileSync(join(copy, name), mutate(readFileSync(join(folder, 'desk', name)), chance))
        return [['pack', 'check', './mutant']]
      },
    },
    {
      kind: 'sage.yaml',
      files: 1,
      commands: (chance) => {
        const file = write('s.yaml', mutate(Buffer.from(SETTINGS), chance))
        const what = pace === 'quick' ? ['--case', 'nowhere/x'] : ['--dry-run', '--pack', './desk']
        return [['run', '--config', file, '--agent', 'oracle', ...what]]
      },
    },
    {
      kind: 'labels',
      files: 1,
      commands: (chance) => [
        ['calibrate', '--judge', 'lexical', '--labels', write('l.jsonl', mutate(labels, chance))],
      ],
    },
  ]
}

const trialsOf = (
  run: string,
): readonly { readonly trial: string; readonly transcript: readonly object[] }[] =>
  run
    .split('\n')
    .filter((line) => line.startsWith('{"type":"trial"'))
    .map((line) => JSON.parse(line))

const transcriptsIn = (run: string): string =>
  trialsOf(run)
    .flatMap(({ transcript }) => transcript.map((event) => `${JSON.stringify(event)}\n`))
    .join('')

const LABEL = (run: string): object => ({
  trial: trialsOf(run)[0]?.trial ?? 'x',
  n: 2,
  ratings: { language: 4, empathy: 3, usefulness: 4, satisfaction: 3, compliance: 4 },
  author: 'ada',
})
