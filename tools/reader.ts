import { writeFileSync } from 'node:fs'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { type Job, type Shared, worker } from './reader/jobs.ts'
import { measure } from './reader/measure.ts'
import { train } from './reader/train.ts'
import { why } from './reader/why.ts'

/**
 * The embedded reader, learned from the corpus and nothing else:
 *
 *   npm run tool -- reader train                       writes encoder/heads.bin: the same corpus gives the same bytes
 *   npm run tool -- reader measure                     how well it reads desks, writers and styles that were left out
 *   npm run tool -- reader why "<sentence>" [--desk x] what it reads in a sentence, by what, and the nearest rows
 */
const COMMANDS: Readonly<Record<string, (rest: readonly string[]) => Promise<string>>> = {
  train,
  measure,
  why,
}

if (isMainThread) {
  const [command = '', ...rest] = process.argv.slice(2)
  const run = COMMANDS[command]
  if (run === undefined) {
    console.error(`reader: ${Object.keys(COMMANDS).join(', ')}`)
    process.exitCode = 2
  } else writeFileSync(process.stdout.fd, `${await run(rest)}\n`)
} else {
  const work = worker(workerData as Shared)
  parentPort?.on('message', (job: Job) => parentPort?.postMessage(work(job)))
}
