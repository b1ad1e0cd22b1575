import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BenchResult } from './bench-result.ts'
import { guard } from './guard.ts'
import { startBench } from './start.ts'

/**
 * `npm run bench -- [name] [--json]`: one bench, or all of them but `memory`, `peers`, `team`, `scale` and `corpora`, as a table or as one JSON object.
 * `npm run bench -- guard [--accept]`: ratios against those of bench/ratios.json.
 */

/** bench name -> files beside this one, each exporting one function `bench...`; they are loaded only when asked for */
const FILES: Readonly<Record<string, readonly string[]>> = {
  graph: ['graph-load', 'graph-walk'],
  world: ['world'],
  customer: ['customer'],
  call: ['call'],
  run: ['run'],
  wire: ['wire'],
  waiting: ['waiting'],
  memory: ['memory'],
  score: ['score'],
  reading: ['reading'],
  encoder: ['encoder'],
  metrics: ['metrics'],
  import: ['import'],
  synth: ['synth'],
  corpora: ['corpora'],
  studio: ['studio'],
  team: ['team'],
  scale: ['scale'],
  peers: ['peers'],
}
const NOT_BY_DEFAULT = ['memory', 'peers', 'team', 'scale', 'corpora']

const isHere = (file: string): boolean => existsSync(fileURLToPath(new URL(`./${file}.js`, import.meta.url)))
const built = (name: string): readonly string[] => (FILES[name] ?? []).filter(isHere)
const NAMES = ['start', ...Object.keys(FILES).filter((name) => built(name).length > 0)]

async function runOne(name: string): Promise<BenchResult> {
  if (name === 'start') return startBench()
  const results: BenchResult[] = []
  for (const file of built(name)) results.push(await benchOf(await import(`./${file}.js`))())
  // A bench of two parts has two bounds: the worse one is its ratio.
  const ratios = results.flatMap(({ ratio }) => ratio ?? [])
  return { ...Object.assign({}, ...results), ...(ratios.length > 0 ? { ratio: Math.max(...ratios) } : {}) }
}

/** A bench file exports one function whose name begins with `bench`. */
function benchOf(loaded: Readonly<Record<string, unknown>>): () => Promise<BenchResult> {
  const found = Object.entries(loaded).find(
    ([name, value]) => name.startsWith('bench') && typeof value === 'function',
  )?.[1]
  return async () => BenchResult.parse(typeof found === 'function' ? await found() : undefined)
}

function print(results: Readonly<Record<string, BenchResult>>): void {
  for (const [name, result] of Object.entries(results)) {
    process.stdout.write(`${name}\n`)
    for (const [key, value] of Object.entries(result))
      process.stdout.write(`  ${key.padEnd(32)} ${say(value)}\n`)
  }
}

const say = (value: unknown): string =>
  typeof value === 'number'
    ? String(Number(value.toPrecision(4)))
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

const words = process.argv.slice(2)
const asked = words.filter((word) => !word.startsWith('-'))
const isGuard = asked.length === 1 && asked[0] === 'guard'
const unknown = asked.filter((name) => !NAMES.includes(name))
if (isGuard) {
  const announced = (name: string): Promise<BenchResult> => {
    process.stderr.write(`bench: ${name}\n`)
    return runOne(name)
  }
  const { code, text } = await guard(announced, { accept: words.includes('--accept') })
  process.stdout.write(text)
  process.exitCode = code
} else if (unknown.length > 0) {
  process.stderr.write(
    `bench: there is no bench "${unknown.join('", "')}". Known: ${[...NAMES, 'guard'].join(', ')}.\n`,
  )
  process.exitCode = 2
} else {
  const results: Record<string, BenchResult> = {}
  for (const name of asked.length > 0 ? asked : NAMES.filter((one) => !NOT_BY_DEFAULT.includes(one))) {
    process.stderr.write(`bench: ${name}\n`)
    results[name] = await runOne(name)
  }
  if (words.includes('--json')) process.stdout.write(`${JSON.stringify(results)}\n`)
  else print(results)
}
