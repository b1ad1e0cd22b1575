import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BenchResult } from './bench-result.ts'
import { startBench } from './start.ts'

/** `npm run bench -- [name] [--json]`: one bench, or all of them but `peers`, as a table or as one JSON object. */

/** bench name -> files beside this one, each exporting `bench`; they are loaded only when asked for */
const FILES: Readonly<Record<string, readonly string[]>> = {
  graph: ['graph-load', 'graph-walk'],
  world: ['world'],
  customer: ['customer'],
  call: ['call'],
  run: ['run'],
  score: ['score'],
  metrics: ['metrics'],
  import: ['import'],
  synth: ['synth'],
  studio: ['studio'],
  peers: ['peers'],
}
const NOT_BY_DEFAULT = ['peers']

const isHere = (file: string): boolean => existsSync(fileURLToPath(new URL(`./${file}.js`, import.meta.url)))
const built = (name: string): readonly string[] => (FILES[name] ?? []).filter(isHere)
const NAMES = ['start', ...Object.keys(FILES).filter((name) => built(name).length > 0)]

async function runOne(name: string): Promise<BenchResult> {
  if (name === 'start') return startBench()
  let result: BenchResult = {}
  for (const file of built(name)) {
    const loaded: { readonly bench: () => BenchResult | Promise<BenchResult> } = await import(`./${file}.js`)
    result = { ...result, ...(await loaded.bench()) }
  }
  return result
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
const unknown = asked.filter((name) => !NAMES.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`bench: there is no bench "${unknown.join('", "')}". Known: ${NAMES.join(', ')}.\n`)
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
