import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CLI, ensureBuilt } from './built.ts'

/** Two people running, one looking, all on one file: a few seconds here, a minute with SAGE_SOAK=1. */
const BUSY_MS = process.env.SAGE_SOAK === '1' ? 60_000 : 3000

let folder = ''
beforeAll(() => {
  ensureBuilt()
  folder = mkdtempSync(join(tmpdir(), 'sage-together-'))
}, 180_000)
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

async function againAndAgain(...words: readonly string[]): Promise<readonly Said[]> {
  const until = performance.now() + BUSY_MS
  const said: Said[] = []
  while (performance.now() < until) said.push(await sage(...words))
  return said
}

const Listed = z.object({
  runs: z.array(z.object({ run: z.string(), state: z.string(), trials: z.object({ judged: z.number() }) })),
})
const Ran = z.object({ run: z.string(), trials: z.number() })

test(
  'two sage run and sage runs on one store: every one ends well and every trial is there',
  async () => {
    const [first, second, looks] = await Promise.all([
      againAndAgain('run', '--suite', 'smoke'),
      againAndAgain('run', '--suite', 'smoke', '--seed', '2'),
      againAndAgain('runs'),
    ])
    const all = [...first, ...second, ...looks]
    // 0 or 1: the smoke suite may hold gates; 3 would be ours.
    expect(all.filter(({ exit }) => exit !== 0 && exit !== 1)).toEqual([])
    expect(all.filter(({ err }) => /locked|busy/i.test(err))).toEqual([])
    const ran = [...first, ...second].map(({ out }) => Ran.parse(JSON.parse(out)))
    const { runs } = Listed.parse(JSON.parse((await sage('runs')).out))
    expect(runs.map(({ run, state, trials }) => [run, state, trials.judged]).sort()).toEqual(
      ran.map(({ run, trials }) => [run, 'finished', trials]).sort(),
    )
  },
  BUSY_MS * 4 + 60_000,
)
