import { type Chance, seededChance } from '../../src/base/chance.ts'
import { adam } from './adam.ts'
import { openLearnKernel } from './learn-kernel.ts'
import { exp } from './trained/exact.ts'
import { PATTERN_WEIGHTS, type PatternHeads, type StateHeads } from './trained/kind-heads.ts'
import { HEADS } from './trained/kinds-of-heads.ts'
import type { Patterns } from './trained/word-patterns.ts'

const KINDS = HEADS.length

export function shuffled<Item>(items: readonly Item[], chance: Chance): readonly Item[] {
  const order = [...items]
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = chance.below(at + 1)
    const [a, b] = [order[at], order[other]]
    if (a !== undefined && b !== undefined) [order[at], order[other]] = [b, a]
  }
  return order
}

/** One logistic regression a head over word patterns: steps that shrink for what was often stepped (Adagrad). */
export function learnPatternHeads(
  rows: readonly { readonly patterns: Patterns; readonly heads: Float32Array }[],
  epochs = 10,
): PatternHeads {
  const weights = new Float32Array(PATTERN_WEIGHTS)
  const stepped = new Float32Array(PATTERN_WEIGHTS).fill(0.02)
  const bias = new Float32Array(KINDS).fill(-2)
  const biasStepped = new Float32Array(KINDS).fill(1)
  const chance = seededChance(1)
  const miss = new Float64Array(KINDS)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const rate = 0.5 * (1 - epoch / epochs)
    for (const { patterns, heads } of shuffled(rows, chance)) {
      const { buckets, weights: values } = patterns
      for (let kind = 0; kind < KINDS; kind += 1) miss[kind] = bias[kind] ?? 0
      for (let one = 0; one < buckets.length; one += 1) {
        const [from, value] = [(buckets[one] ?? 0) * KINDS, values[one] ?? 0]
        for (let kind = 0; kind < KINDS; kind += 1)
          miss[kind] = (miss[kind] ?? 0) + (weights[from + kind] ?? 0) * value
      }
      for (let kind = 0; kind < KINDS; kind += 1) {
        const slope = 1 / (1 + exp(-(miss[kind] ?? 0))) - (heads[kind] ?? 0)
        miss[kind] = slope
        biasStepped[kind] = (biasStepped[kind] ?? 0) + slope * slope
        bias[kind] = (bias[kind] ?? 0) - (rate * 0.3 * slope) / Math.sqrt(biasStepped[kind] ?? 1)
      }
      for (let one = 0; one < buckets.length; one += 1) {
        const [from, value] = [(buckets[one] ?? 0) * KINDS, values[one] ?? 0]
        for (let kind = 0; kind < KINDS; kind += 1) {
          const at = from + kind
          const slope = (miss[kind] ?? 0) * value + 2e-5 * (weights[at] ?? 0)
          const steps = (stepped[at] ?? 0) + slope * slope
          stepped[at] = steps
          weights[at] = (weights[at] ?? 0) - (rate * slope) / Math.sqrt(steps)
        }
      }
    }
  }
  return { bias, weights }
}

/** A unit as the heads over states see it. `states` may be reduced: rows of `width` numbers. */
export type StateRow = {
  readonly states: Float32Array
  readonly context: Float32Array
  readonly heads: Float32Array
}

const BATCH = 48
const CONTEXT = 24

/** Attention heads over frozen states. All weights in one list, so that one learner steps them. */
export function learnStateHeads(
  rows: readonly StateRow[],
  width: number,
  contextWidth: number,
  { hidden = 48, epochs = 4, seed = 1, rate = 3e-3, decay = 0.05 } = {},
): StateHeads {
  const chance = seededChance(seed)
  const parts = {
    states: hidden * width,
    statesBias: hidden,
    looks: KINDS * hidden,
    finds: KINDS * hidden,
    mean: KINDS * hidden,
    around: CONTEXT * contextWidth,
    aroundBias: CONTEXT,
    fromAround: KINDS * CONTEXT,
    bias: KINDS,
  }
  const total = Object.values(parts).reduce((sum, size) => sum + size + 4, 0)
  const longest = Math.max(...rows.map(({ states }) => states.length / width))
  const kernel = openLearnKernel(
    2 * total + BATCH * (longest * (width + 2 * hidden) + contextWidth + 2 * CONTEXT) + 64,
  )
  const weights = kernel.take(total)
  const slopes = kernel.take(total)
  let at = 0
  // Each list begins at a multiple of four: the kernel reads four numbers at once.
  const viewOf = (size: number): readonly [Float32Array, Float32Array] => {
    const view = [weights.subarray(at, at + size), slopes.subarray(at, at + size)] as const
    at += Math.ceil(size / 4) * 4
    return view
  }
  const [w1, dw1] = viewOf(parts.states)
  const [b1, db1] = viewOf(parts.statesBias)
  const [looks, dLooks] = viewOf(parts.looks)
  const [finds, dFinds] = viewOf(parts.finds)
  const [mean, dMean] = viewOf(parts.mean)
  const [wc, dwc] = viewOf(parts.around)
  const [bc, dbc] = viewOf(parts.aroundBias)
  const [oc, doc] = viewOf(parts.fromAround)
  const [bias, dBias] = viewOf(parts.bias)
  const said = kernel.take(BATCH * longest * width)
  const sums = kernel.take(BATCH * longest * hidden)
  const backs = kernel.take(BATCH * longest * hidden)
  const heard = kernel.take(BATCH * contextWidth)
  const heardSums = kernel.take(BATCH * CONTEXT)
  const heardBacks = kernel.take(BATCH * CONTEXT)
  const fill = (view: Float32Array, spread: number): void => {
    for (let one = 0; one < view.length; one += 1) view[one] = (chance.next() * 2 - 1) * spread
  }
  fill(w1, 1.7 / Math.sqrt(width))
  fill(looks, 0.1)
  fill(finds, 0.1)
  fill(mean, 0.1)
  fill(wc, 1.7 / Math.sqrt(contextWidth))
  fill(oc, 0.1)
  bias.fill(-2)
  const steps = epochs * Math.ceil(rows.length / BATCH)
  const learner = adam(weights, { rate, decay, steps })
  const most = longest
  const [z, slope, dz] = [0, 0, 0].map(() => new Float64Array(most * hidden)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const attention = new Float64Array(most)
  const [c, dc, cSlope] = [0, 0, 0].map(() => new Float64Array(CONTEXT)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const seen = new Float64Array(hidden)
  const middle = new Float64Array(hidden)
  const dSeen = new Float64Array(hidden)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    const order = shuffled(rows, chance)
    for (let from = 0; from < order.length; from += BATCH) {
      slopes.fill(0)
      const batch = order.slice(from, from + BATCH)
      let pieceCount = 0
      for (const [one, { states, context }] of batch.entries()) {
        said.set(states, pieceCount * width)
        pieceCount += states.length / width
        // In three of ten the heads must do without what was said around.
        if (chance.hits(0.3)) heard.fill(0, one * contextWidth, (one + 1) * contextWidth)
        else heard.set(context, one * contextWidth)
      }
      kernel.product(said, w1, sums, pieceCount, hidden, width)
      kernel.product(heard, wc, heardSums, batch.length, CONTEXT, contextWidth)
      let first = 0
      for (const [one, { states, heads }] of batch.entries()) {
        const pieces = states.length / width
        middle.fill(0)
        for (let piece = 0; piece < pieces; piece += 1)
          for (let unit = 0; unit < hidden; unit += 1) {
            const sum = (sums[(first + piece) * hidden + unit] ?? 0) + (b1[unit] ?? 0)
            const chanceOf = 1 / (1 + exp(-1.702 * sum))
            const here = piece * hidden + unit
            z[here] = sum * chanceOf
            slope[here] = chanceOf + 1.702 * sum * chanceOf * (1 - chanceOf)
            dz[here] = 0
            middle[unit] = (middle[unit] ?? 0) + (sum * chanceOf) / pieces
          }
        for (let unit = 0; unit < CONTEXT; unit += 1) {
          const sum = (heardSums[one * CONTEXT + unit] ?? 0) + (bc[unit] ?? 0)
          const chanceOf = 1 / (1 + exp(-1.702 * sum))
          c[unit] = sum * chanceOf
          cSlope[unit] = chanceOf + 1.702 * sum * chanceOf * (1 - chanceOf)
          dc[unit] = 0
        }
        for (let kind = 0; kind < KINDS; kind += 1) {
          const own = kind * hidden
          let top = -1e9
          for (let piece = 0; piece < pieces; piece += 1) {
            let sum = 0
            for (let unit = 0; unit < hidden; unit += 1)
              sum += (z[piece * hidden + unit] ?? 0) * (looks[own + unit] ?? 0)
            attention[piece] = sum
            if (sum > top) top = sum
          }
          let all = 0
          for (let piece = 0; piece < pieces; piece += 1) {
            const raised = exp((attention[piece] ?? 0) - top)
            attention[piece] = raised
            all += raised
          }
          seen.fill(0)
          for (let piece = 0; piece < pieces; piece += 1) {
            const share = (attention[piece] ?? 0) / all
            attention[piece] = share
            for (let unit = 0; unit < hidden; unit += 1)
              seen[unit] = (seen[unit] ?? 0) + share * (z[piece * hidden + unit] ?? 0)
          }
          let logit = bias[kind] ?? 0
          for (let unit = 0; unit < hidden; unit += 1)
            logit +=
              (seen[unit] ?? 0) * (finds[own + unit] ?? 0) + (middle[unit] ?? 0) * (mean[own + unit] ?? 0)
          for (let unit = 0; unit < CONTEXT; unit += 1)
            logit += (c[unit] ?? 0) * (oc[kind * CONTEXT + unit] ?? 0)
          const miss = (1 / (1 + exp(-logit)) - (heads[kind] ?? 0)) / batch.length
          dBias[kind] = (dBias[kind] ?? 0) + miss
          for (let unit = 0; unit < CONTEXT; unit += 1) {
            doc[kind * CONTEXT + unit] = (doc[kind * CONTEXT + unit] ?? 0) + miss * (c[unit] ?? 0)
            dc[unit] = (dc[unit] ?? 0) + miss * (oc[kind * CONTEXT + unit] ?? 0)
          }
          let whole = 0
          for (let unit = 0; unit < hidden; unit += 1) {
            dFinds[own + unit] = (dFinds[own + unit] ?? 0) + miss * (seen[unit] ?? 0)
            dMean[own + unit] = (dMean[own + unit] ?? 0) + miss * (middle[unit] ?? 0)
            dSeen[unit] = miss * (finds[own + unit] ?? 0)
            whole += (dSeen[unit] ?? 0) * (seen[unit] ?? 0)
          }
          for (let piece = 0; piece < pieces; piece += 1) {
            const row = piece * hidden
            const share = attention[piece] ?? 0
            let toward = 0
            for (let unit = 0; unit < hidden; unit += 1) toward += (dSeen[unit] ?? 0) * (z[row + unit] ?? 0)
            const turn = share * (toward - whole)
            for (let unit = 0; unit < hidden; unit += 1) {
              dLooks[own + unit] = (dLooks[own + unit] ?? 0) + turn * (z[row + unit] ?? 0)
              dz[row + unit] =
                (dz[row + unit] ?? 0) +
                share * (dSeen[unit] ?? 0) +
                turn * (looks[own + unit] ?? 0) +
                (miss * (mean[own + unit] ?? 0)) / pieces
            }
          }
        }
        for (let piece = 0; piece < pieces; piece += 1)
          for (let unit = 0; unit < hidden; unit += 1) {
            const back = (dz[piece * hidden + unit] ?? 0) * (slope[piece * hidden + unit] ?? 0)
            db1[unit] = (db1[unit] ?? 0) + back
            backs[(first + piece) * hidden + unit] = back
          }
        for (let unit = 0; unit < CONTEXT; unit += 1) {
          const back = (dc[unit] ?? 0) * (cSlope[unit] ?? 0)
          dbc[unit] = (dbc[unit] ?? 0) + back
          heardBacks[one * CONTEXT + unit] = back
        }
        first += pieces
      }
      kernel.gather(backs, said, dw1, pieceCount, hidden, width)
      kernel.gather(heardBacks, heard, dwc, batch.length, CONTEXT, contextWidth)
      learner.step(slopes)
    }
  }
  return {
    hidden,
    context: CONTEXT,
    states: w1.slice(),
    statesBias: b1.slice(),
    looks: looks.slice(),
    finds: finds.slice(),
    mean: mean.slice(),
    around: wc.slice(),
    aroundBias: bc.slice(),
    fromAround: oc.slice(),
    bias: bias.slice(),
  }
}

/** The directions in which rows differ most: what a head can be learned from in minutes. Each is scaled to differ alike. */
export function mainDirections(rows: readonly Float32Array[], width: number, kept: number): Float32Array {
  const covariance = new Float64Array(width * width)
  let count = 0
  for (const states of rows)
    for (let from = 0; from < states.length; from += width) {
      count += 1
      for (let a = 0; a < width; a += 1) {
        const value = states[from + a] ?? 0
        for (let b = 0; b <= a; b += 1)
          covariance[a * width + b] = (covariance[a * width + b] ?? 0) + value * (states[from + b] ?? 0)
      }
    }
  for (let a = 0; a < width; a += 1)
    for (let b = 0; b <= a; b += 1) {
      const value = (covariance[a * width + b] ?? 0) / count
      covariance[a * width + b] = value
      covariance[b * width + a] = value
    }
  const chance = seededChance(3)
  const found = new Float64Array(kept * width)
  for (let at = 0; at < found.length; at += 1) found[at] = chance.next() - 0.5
  const lengths = new Float64Array(kept)
  for (let round = 0; round < 15; round += 1) {
    const turned = new Float64Array(kept * width)
    for (let one = 0; one < kept; one += 1)
      for (let a = 0; a < width; a += 1) {
        let sum = 0
        for (let b = 0; b < width; b += 1)
          sum += (covariance[a * width + b] ?? 0) * (found[one * width + b] ?? 0)
        turned[one * width + a] = sum
      }
    for (let one = 0; one < kept; one += 1) {
      for (let other = 0; other < one; other += 1) {
        let along = 0
        for (let a = 0; a < width; a += 1)
          along += (turned[one * width + a] ?? 0) * (found[other * width + a] ?? 0)
        for (let a = 0; a < width; a += 1)
          turned[one * width + a] = (turned[one * width + a] ?? 0) - along * (found[other * width + a] ?? 0)
      }
      let squares = 0
      for (let a = 0; a < width; a += 1) squares += (turned[one * width + a] ?? 0) ** 2
      lengths[one] = Math.sqrt(squares)
      for (let a = 0; a < width; a += 1)
        found[one * width + a] = (turned[one * width + a] ?? 0) / (lengths[one] ?? 1)
    }
  }
  const usual = (lengths[kept >> 1] ?? 0) / 2
  return Float32Array.from(
    found,
    (value, at) => value / Math.sqrt((lengths[Math.floor(at / width)] ?? 0) + usual),
  )
}

/** Each row of `width` numbers times each of the other rows. */
export function timesRows(numbers: Float32Array, rows: Float32Array, width: number): Float32Array {
  const count = rows.length / width
  return Float32Array.from({ length: (numbers.length / width) * count }, (_, at) => {
    const [own, other] = [Math.floor(at / count) * width, (at % count) * width]
    let sum = 0
    for (let one = 0; one < width; one += 1) sum += (numbers[own + one] ?? 0) * (rows[other + one] ?? 0)
    return sum
  })
}
