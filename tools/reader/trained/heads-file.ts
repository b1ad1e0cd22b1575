import { z } from 'zod'
import { assert } from '../../../src/base/assert.ts'
import type { PatternHeads, StateHeads } from './kind-heads.ts'
import { PLACED } from './kinds-of-heads.ts'
import type { Network } from './network.ts'

/** All that was learned: what the heads of kinds weigh, the networks of both looks, and how chances and limits were set. */
export type Heads = {
  /** of corpus and encoder: what it was learned from */
  readonly hash: string
  readonly patterns: PatternHeads
  readonly states: StateHeads
  readonly first: readonly Network[]
  readonly second: readonly Network[]
  /** by placed kind */
  readonly calibration: readonly { readonly slope: number; readonly shift: number }[]
  /** by head, for its mean logit */
  readonly kindCalibration: readonly { readonly slope: number; readonly shift: number }[]
  readonly sureFrom: number
  readonly sureKindFrom: number
}

/** The file: the length of a JSON head, the head, then lists of numbers one after the other: float32, or int8 rows with a scale each. */
const List = z.strictObject({ name: z.string(), rows: z.int(), width: z.int(), small: z.boolean() })
const Line = z.strictObject({ slope: z.number(), shift: z.number() })
export type HeadsHead = z.infer<typeof Head>
const Head = z.strictObject({
  hash: z.string(),
  calibration: z.array(Line),
  kindCalibration: z.array(Line),
  sureFrom: z.number(),
  sureKindFrom: z.number(),
  lists: z.array(List),
})

export const NETWORK_LISTS = ['weights', 'mean', 'inverse', 'bias', 'out'] as const

export function unpackHeads(file: Uint8Array): Heads {
  // A copy that begins at nought: a Buffer may lie anywhere in a larger one.
  const bytes = new Uint8Array(file)
  const length = new DataView(bytes.buffer).getUint32(0, true)
  const head = Head.parse(JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))))
  let at = 4 + length
  const lists = new Map<string, Float32Array>()
  for (const { name, rows, width, small } of head.lists) {
    const numbers = new Float32Array(bytes.slice(at, at + 4 * (small ? rows : rows * width)).buffer)
    at += numbers.byteLength
    if (!small) {
      lists.set(name, numbers)
      continue
    }
    const values = new Int8Array(bytes.buffer, at, rows * width)
    at += values.length
    lists.set(
      name,
      Float32Array.from(values, (value, one) => value * (numbers[Math.floor(one / width)] ?? 0)),
    )
  }
  const list = (name: string): Float32Array => {
    const numbers = lists.get(name)
    assert(numbers !== undefined, 'the heads hold all their lists')
    return numbers
  }
  const outs = list('outs')
  const networks = (look: 'first' | 'second', from: number): readonly Network[] =>
    PLACED.map((kind, index) => {
      const own = (name: (typeof NETWORK_LISTS)[number]): Float32Array => list(`${look} ${kind} ${name}`)
      const [mean, bias] = [own('mean'), own('bias')]
      return {
        width: mean.length,
        hidden: bias.length,
        mean,
        inverse: own('inverse'),
        weights: own('weights'),
        bias,
        out: own('out'),
        outBias: outs[from + index] ?? 0,
      }
    })
  const { hash, calibration, kindCalibration, sureFrom, sureKindFrom } = head
  return {
    hash,
    calibration,
    kindCalibration,
    sureFrom,
    sureKindFrom,
    patterns: { bias: list('patterns bias'), weights: list('patterns') },
    states: {
      hidden: list('statesBias').length,
      context: list('aroundBias').length,
      states: list('states'),
      statesBias: list('statesBias'),
      looks: list('looks'),
      finds: list('finds'),
      mean: list('mean'),
      around: list('around'),
      aroundBias: list('aroundBias'),
      fromAround: list('fromAround'),
      bias: list('bias'),
    },
    first: networks('first', 0),
    second: networks('second', PLACED.length),
  }
}
