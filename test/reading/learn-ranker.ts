import { type Rows, scoreOf } from '../../src/reading/lexical/rank.ts'

/** Rows of one stretch of words, and which names are right for it; '' stands for "none of them". */
export type RankExample = {
  readonly rows: readonly Row[]
  readonly right: ReadonlySet<string>
  readonly times: number
}

type Row = { readonly name: string; readonly features: Float64Array }

export const rowsOf = ({ names, width, fill }: Rows): readonly Row[] =>
  names.map((name, at) => {
    const features = new Float64Array(width)
    fill(at, features)
    return { name, features }
  })

const STEPS = 60_000
const DECAY = 3e-5

/**
 * Weights of a ranker: how much each likeness of words to a name counts. The chance of all right names together is made
 * large, so that a stretch with two right names need not choose. Deterministic.
 */
export function learnRanker(examples: readonly RankExample[]): readonly number[] {
  const usable = examples.filter(({ rows }) => rows.length > 0)
  const weights = new Array<number>((usable[0]?.rows[0]?.features.length ?? 0) + 1).fill(0)
  const bag = usable.flatMap((example) => new Array<RankExample>(example.times).fill(example))
  const mean = new Array<number>(weights.length).fill(0)
  const chance = createChance(7)
  for (let step = 0; step < STEPS; step += 1) {
    const example = bag[Math.floor(chance() * bag.length)]
    if (example === undefined) break
    climb(example, weights, 0.15 / (1 + (4 * step) / STEPS))
    // The mean of the second half: single steps do not decide.
    if (step >= STEPS / 2)
      for (let at = 0; at < weights.length; at += 1)
        mean[at] = (mean[at] ?? 0) + (2 * (weights[at] ?? 0)) / STEPS
  }
  return mean
}

function climb({ rows, right }: RankExample, weights: number[], rate: number): void {
  const scores = rows.map(({ features }) =>
    Math.exp(Math.min(30, scoreOf(features, features.length, weights))),
  )
  const sum = scores.reduce((total, score) => total + score, 1)
  const good = rows.reduce(
    (total, { name }, at) => total + (right.has(name) ? (scores[at] ?? 0) : 0),
    right.has('') ? 1 : 0,
  )
  if (good === 0) return
  for (const [at, { name, features }] of rows.entries()) {
    const score = scores[at] ?? 0
    const step = rate * ((right.has(name) ? score / good : 0) - score / sum)
    if (Math.abs(step) < 1e-5) continue
    weights[0] = (weights[0] ?? 0) + step
    for (let one = 0; one < features.length; one += 1)
      weights[one + 1] = (weights[one + 1] ?? 0) * (1 - DECAY) + step * (features[one] ?? 0)
  }
}

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
