import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CLI, ensureBuilt } from '../built.ts'

/** Two people running, one looking, all on one file: a few seconds here, a minute with SAGE_SOAK=1. */
const SOAK_MS = process.env.SAGE_SOAK === '1' ? 60_000 : 0
const RUNS_EACH = 3

let folder = ''
beforeAll(() => {
  ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), 'sage-together-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Said = { readonly exit: number | null; readonly out: string; readonly err: string }

const sage = (...words: readonly string[]): Promise<Said> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...words, '--json'], { cwd: folder })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    child.on('close', (exit) => resolve({ exit, out, err }))
  })

async function againWhile(goesOn: (times: number) => boolean, ...words: readonly string[]) {
  const said: Said[] = []
  while (goesOn(said.length)) said.push(await sage(...words))
  return said
}

const Listed = z.object({
  runs: z.array(z.object({ run: z.string(), state: z.string(), trials: z.object({ judged: z.number() }) })),
})
const Ran = z.object({ run: z.string(), trials: z.number() })

test('two sage run and sage runs on one store: every one ends well and every trial is there', async () => {
  const until = performance.now() + SOAK_MS
  const few = (times: number): boolean => times < RUNS_EACH || performance.now() < until
  let running = true
  const bothRun = Promise.all([
    againWhile(few, 'run', '--suite', 'smoke'),
    againWhile(few, 'run', '--suite', 'smoke', '--seed', '2'),
  ]).finally(() => {
    running = false
  })
  const [pair, looks] = await Promise.all([bothRun, againWhile(() => running, 'runs')])
  const all = [...pair.flat(), ...looks]
  // 0 or 1: the smoke suite may hold gates; 3 would be ours.
  expect(all.filter(({ exit }) => exit !== 0 && exit !== 1)).toEqual([])
  expect(all.filter(({ err }) => /locked|busy/i.test(err))).toEqual([])
  const ran = pair.flat().map(({ out }) => Ran.parse(JSON.parse(out)))
  const { runs } = Listed.parse(JSON.parse((await sage('runs')).out))
  expect(runs.map(({ run, state, trials }) => [run, state, trials.judged]).sort()).toEqual(
    ran.map(({ run, trials }) => [run, 'finished', trials]).sort(),
  )
})
