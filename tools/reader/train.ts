import { writeFileSync } from 'node:fs'
import { usageError } from '../../src/base/error.ts'
import { sha256 } from '../../src/base/hash.ts'
import { limitsOf } from './calibrated.ts'
import { encoderHash } from './encodings.ts'
import { type Corpus, loadGroups } from './groups.ts'
import { type LearnedAll, learnAll } from './learn-all.ts'
import { loadEncoder } from './load-encoder.ts'
import { KEPT } from './material.ts'
import { packHeads } from './pack-heads.ts'
import { HEADS_FILE } from './read-rows.ts'
import type { Heads } from './trained/heads-file.ts'
import { BOTH } from './trained/kind-heads.ts'

/** Fewer are a corpus of which something is missing. */
const ROWS_MIN = 4_000

export async function train(): Promise<string> {
  const corpus = await loadGroups({ sources: () => true, test: false })
  if (corpus.rows.length < ROWS_MIN)
    throw usageError(
      'file-missing',
      'The corpus is not there.',
      'test/plays and tools/reader/corpus hold it.',
    )
  const learned = await learnAll(corpus.grouped, console.error)
  const bytes = packHeads(headsOf(corpus, learned))
  writeFileSync(HEADS_FILE, bytes)
  return `encoder/heads.bin: ${bytes.length} bytes, ${sha256(Buffer.from(bytes).toString('base64')).slice(0, 16)}; ${corpus.rows.length} messages`
}

export function headsOf({ rows, grouped }: Pick<Corpus, 'rows' | 'grouped'>, learned: LearnedAll): Heads {
  const { calibration, kindCalibration, sureFrom, sureKindFrom } = limitsOf(grouped, learned)
  const { states } = learned.kinds
  return {
    hash: sha256(`${encoderHash(loadEncoder())} ${JSON.stringify(rows)}`).slice(0, 16),
    patterns: learned.kinds.patterns,
    // Heads over states that were reduced are heads over all of them.
    states: { ...states, states: product(states.states, learned.directions) },
    first: learned.first,
    second: learned.second,
    calibration,
    kindCalibration,
    sureFrom,
    sureKindFrom,
  }
}

function product(heads: Float32Array, directions: Float32Array): Float32Array {
  const out = new Float32Array((heads.length / KEPT) * BOTH)
  for (let unit = 0; unit < heads.length / KEPT; unit += 1)
    for (let at = 0; at < BOTH; at += 1) {
      let sum = 0
      for (let one = 0; one < KEPT; one += 1)
        sum += (heads[unit * KEPT + one] ?? 0) * (directions[one * BOTH + at] ?? 0)
      out[unit * BOTH + at] = sum
    }
  return out
}
