import { z } from 'zod'
import { assert } from '../../base/assert.ts'
import { BOTH, type PatternHeads, type StateHeads } from './kind-heads.ts'
import { HEADS, PLACED } from './kinds-of-heads.ts'
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
const Head = z.strictObject({
  hash: z.string(),
  calibration: z.array(Line),
  kindCalibration: z.array(Line),
  sureFrom: z.number(),
  sureKindFrom: z.number(),
  lists: z.array(List),
})

export function packHeads(heads: Heads): Uint8Array {
  const lists: z.infer<typeof List>[] = []
  const parts: Uint8Array[] = []
  const add = (name: string, numbers: Float32Array, width: number, small: boolean): void => {
    const rows = numbers.length / width
    lists.push({ name, rows, width, small })
    const [scales, values] = [new Float32Array(rows), new Int8Array(small ? numbers.length : 0)]
    if (!small) {
      parts.push(bytesOf(numbers))
      return
    }
    for (let row = 0; row < rows; row += 1) {
      const own = numbers.subarray(row * width, (row + 1) * width)
      const most = own.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 1e-12)
      scales[row] = most / 127
      for (let at = 0; at < width; at += 1) values[row * width + at] = Math.round(((own[at] ?? 0) * 127) / most)
    }
    parts.push(bytesOf(scales), bytesOf(values))
  }
  for (const { name, width, small, of } of LISTS) add(name, of(heads), width(heads), small)
  for (const look of ['first', 'second'] as const)
    for (const [kind, network] of heads[look].entries())
      for (const name of NETWORK_LISTS)
        add(`${look} ${PLACED[kind]} ${name}`, network[name], name === 'weights' ? network.width : network[name].length, name === 'weights')
  const outs = new Float32Array([...heads.first, ...heads.second].map(({ outBias }) => outBias))
  add('outs', outs, outs.length, false)
  const { hash, calibration, kindCalibration, sureFrom, sureKindFrom } = heads
  const head = new TextEncoder().encode(JSON.stringify({ hash, calibration, kindCalibration, sureFrom, sureKindFrom, lists }))
  // Numbers of four bytes stand at multiples of four.
  const lead = new Uint8Array(4 + Math.ceil(head.length / 4) * 4).fill(32)
  new DataView(lead.buffer).setUint32(0, lead.length - 4, true)
  lead.set(head, 4)
  const all = new Uint8Array(lead.length + parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of [lead, ...parts]) {
    all.set(part, at)
    at += part.length
  }
  return all
}
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

const NETWORK_LISTS = ['weights', 'mean', 'inverse', 'bias', 'out'] as const
type ListOf = { readonly name: string; readonly width: (heads: Heads) => number; readonly small: boolean; readonly of: (heads: Heads) => Float32Array }
const LISTS: readonly ListOf[] = [
  { name: 'patterns', width: ({ patterns }) => patterns.weights.length / HEADS.length, small: true, of: ({ patterns }) => patterns.weights },
  { name: 'patterns bias', width: () => HEADS.length, small: false, of: ({ patterns }) => patterns.bias },
  { name: 'states', width: () => BOTH, small: true, of: ({ states }) => states.states },
  { name: 'around', width: () => BOTH, small: true, of: ({ states }) => states.around },
  ...(['looks', 'finds', 'mean', 'fromAround'] as const).map((name) => ({
    name,
    width: ({ states }: Heads) => states[name].length / HEADS.length,
    small: true,
    of: ({ states }: Heads) => states[name],
  })),
  ...(['statesBias', 'aroundBias', 'bias'] as const).map((name) => ({
    name,
    width: ({ states }: Heads) => states[name].length,
    small: false,
    of: ({ states }: Heads) => states[name],
  })),
]

export function unpackHeads(file: Uint8Array): Heads {
  const bytes = file.slice()
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
    lists.set(name, Float32Array.from(values, (value, one) => value * (numbers[Math.floor(one / width)] ?? 0)))
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
  return {
    ...head,
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
