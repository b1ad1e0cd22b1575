import { unpackWeights } from '../../src/reading/lexical/packed.ts'
import { PAIRS, pairOf, pairScale, type Ranker, type Rows, scoreOf } from '../../src/reading/lexical/rank.ts'
import { packWeights } from './pack-weights.ts'

/** Rows of one stretch of words, and which names are right for it; '' stands for "none of them". */
export type RankExample = {
  readonly rows: readonly Row[]
  readonly right: ReadonlySet<string>
  readonly times: number
}

type Row = {
  readonly name: string
  readonly features: Float64Array
  readonly said: ReadonlySet<string>
  readonly words: readonly string[]
}

export const rowsOf = ({ names, width, fill, said, ofEntries }: Rows): readonly Row[] =>
  names.map((name, at) => {
    const features = new Float64Array(width)
    fill(at, features)
    return { name, features, said, words: ofEntries[at] ?? [] }
  })

const STEPS = 60_000
const RATE = 0.15
const PAIR_RATE = 1
const DECAY = 8e-6
const STEP_MIN = 1e-4

/**
 * What a ranker knows: how much each likeness of words to a name counts, and which word said speaks for which word of a name's
 * texts. The chance of all right names together is made large, so that a stretch with two right names need not choose.
 * Deterministic.
 */
export function learnRanker(examples: readonly RankExample[], pairsKept: number): Ranker {
  const usable = examples.filter(({ rows }) => rows.length > 0)
  const weights = new Array<number>((usable[0]?.rows[0]?.features.length ?? 0) + 1).fill(0)
  const pairs = new Float32Array(PAIRS)
  const bag = usable.flatMap((example) => new Array<RankExample>(example.times).fill(example))
  const mean = new Array<number>(weights.length).fill(0)
  const chance = createChance(7)
  for (let step = 0; step < STEPS; step += 1) {
    const example = bag[Math.floor(chance() * bag.length)]
    if (example === undefined) break
    const share = step / STEPS
    climb(example, weights, pairs, { rate: RATE / (1 + 4 * share), pairRate: PAIR_RATE / (1 + 2 * share) })
    // The mean of the second half: single steps do not decide.
    if (step >= STEPS / 2)
      for (let at = 0; at < weights.length; at += 1)
        mean[at] = (mean[at] ?? 0) + (2 * (weights[at] ?? 0)) / STEPS
  }
  return { weights: mean, pairs: unpackWeights(packWeights(pairs, pairsKept), PAIRS) }
}

function climb(
  { rows, right }: RankExample,
  weights: number[],
  pairs: Float32Array,
  { rate, pairRate }: { readonly rate: number; readonly pairRate: number },
): void {
  const scores = rows.map((row) => {
    let sum = 0
    for (const pair of pairsOf(row)) sum += pairs[pair] ?? 0
    const score = scoreOf(row.features, row.features.length, weights) + sum * scaleOf(row)
    return Math.exp(Math.min(30, score))
  })
  const sum = scores.reduce((total, score) => total + score, 1)
  const good = rows.reduce(
    (total, { name }, at) => total + (right.has(name) ? (scores[at] ?? 0) : 0),
    right.has('') ? 1 : 0,
  )
  if (good === 0) return
  for (const [at, row] of rows.entries()) {
    const score = scores[at] ?? 0
    const miss = (right.has(row.name) ? score / good : 0) - score / sum
    const step = rate * miss
    if (Math.abs(step) < STEP_MIN) continue
    weights[0] = (weights[0] ?? 0) + step
    for (let one = 0; one < row.features.length; one += 1)
      weights[one + 1] = (weights[one + 1] ?? 0) * (1 - DECAY) + step * (row.features[one] ?? 0)
    const change = miss * pairRate * scaleOf(row)
    for (const pair of pairsOf(row)) pairs[pair] = (pairs[pair] ?? 0) + change
  }
}

const pairsOfRow = new WeakMap<Row, Uint16Array>()

function pairsOf(row: Row): Uint16Array {
  const known = pairsOfRow.get(row)
  if (known !== undefined) return known
  const pairs = Uint16Array.from([...row.said].flatMap((said) => row.words.map((word) => pairOf(said, word))))
  pairsOfRow.set(row, pairs)
  return pairs
}

const scaleOf = ({ said, words }: Row): number => pairScale(said.size, words.length)

export function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

export function shuffled<T>(list: readonly T[], chance: () => number): readonly T[] {
  const mixed = [...list]
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    const other = Math.floor(chance() * (index + 1))
    const [a, b] = [mixed[index], mixed[other]]
    if (a !== undefined && b !== undefined) {
      mixed[index] = b
      mixed[other] = a
    }
  }
  return mixed
}
