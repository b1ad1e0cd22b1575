import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { packageRoot } from '../src/runner/files/package-root.ts'
import type { BenchResult } from './bench-result.ts'

/**
 * `npm run bench -- guard`: has something become slower? Compares ratios (ours by JSON.parse, by a bare step of the AI SDK, by an empty process),
 * never times, with those of bench/ratios.json, so that the machine makes little difference. Less is better in all of them. A busy
 * machine makes ratios worse at random, so each bench may try again; `--accept` writes what was measured.
 */
export type GuardedRatio = { readonly bench: string; readonly figure: string; readonly tolerance: number }
type Stored = GuardedRatio & { readonly ratio: number }
type Checked = Stored & { readonly now: number }

const FILE = join(packageRoot(), 'bench/ratios.json')
const TRIES = 3
const Ratios = z.array(
  z.strictObject({ bench: z.string(), figure: z.string(), ratio: z.number(), tolerance: z.number() }),
)

export const isWorse = ({ ratio, tolerance, now }: Checked): boolean => !(now <= ratio * (1 + tolerance))

/** Out: the exit code, and what to print. */
export async function guard(
  runBench: (name: string) => Promise<BenchResult>,
  { accept }: { readonly accept: boolean },
): Promise<{ readonly code: number; readonly text: string }> {
  const stored = Ratios.parse(JSON.parse(readFileSync(FILE, 'utf8')))
  const checked: Checked[] = []
  for (const bench of new Set(stored.map((one) => one.bench)))
    checked.push(
      ...(await bestOf(
        stored.filter((one) => one.bench === bench),
        () => runBench(bench),
        accept ? 1 : TRIES,
      )),
    )
  if (accept) {
    const next = checked.map(({ now, ...one }) => ({ ...one, ratio: Number(now.toPrecision(3)) }))
    writeFileSync(FILE, `[\n${next.map((one) => `  ${onOneLine(one)}`).join(',\n')}\n]\n`)
  }
  return { code: !accept && checked.some(isWorse) ? 1 : 0, text: checked.map(lineOf).join('') }
}

/** As the formatter leaves it. */
const onOneLine = (value: object): string => JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')

/** The least of each figure over a few tries; no more tries than it takes. */
export async function bestOf(
  stored: readonly Stored[],
  run: () => Promise<BenchResult>,
  tries = TRIES,
): Promise<readonly Checked[]> {
  let best = stored.map((one): Checked => ({ ...one, now: Number.POSITIVE_INFINITY }))
  for (let tried = 0; tried < tries && best.some(isWorse); tried += 1) {
    const result = await run()
    best = best.map((one) => {
      const measured = result[one.figure]
      return typeof measured === 'number' ? { ...one, now: Math.min(one.now, measured) } : one
    })
  }
  return best
}

const lineOf = (one: Checked): string =>
  `${`${one.bench} ${one.figure}`.padEnd(28)} was ${one.ratio.toPrecision(3).padStart(6)}   is ${one.now.toPrecision(3).padStart(6)}   may be ${(one.ratio * (1 + one.tolerance)).toPrecision(3).padStart(6)}   ${isWorse(one) ? 'WORSE' : 'holds'}\n`
