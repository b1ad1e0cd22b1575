import { type Heads, type HeadsHead, NETWORK_LISTS } from './trained/heads-file.ts'
import { BOTH } from './trained/kind-heads.ts'
import { HEADS, PLACED } from './trained/kinds-of-heads.ts'

/** What `unpackHeads` reads. */
export function packHeads(heads: Heads): Uint8Array {
  const lists: HeadsHead['lists'] = []
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
      for (let at = 0; at < width; at += 1)
        values[row * width + at] = Math.round(((own[at] ?? 0) * 127) / most)
    }
    parts.push(bytesOf(scales), bytesOf(values))
  }
  for (const { name, width, small, of } of LISTS) add(name, of(heads), width(heads), small)
  for (const look of ['first', 'second'] as const)
    for (const [kind, network] of heads[look].entries())
      for (const name of NETWORK_LISTS)
        add(
          `${look} ${PLACED[kind]} ${name}`,
          network[name],
          name === 'weights' ? network.width : network[name].length,
          name === 'weights',
        )
  const outs = new Float32Array([...heads.first, ...heads.second].map(({ outBias }) => outBias))
  add('outs', outs, outs.length, false)
  const { hash, calibration, kindCalibration, sureFrom, sureKindFrom } = heads
  const head = new TextEncoder().encode(
    JSON.stringify({ hash, calibration, kindCalibration, sureFrom, sureKindFrom, lists }),
  )
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

type ListOf = {
  readonly name: string
  readonly width: (heads: Heads) => number
  readonly small: boolean
  readonly of: (heads: Heads) => Float32Array
}
const LISTS: readonly ListOf[] = [
  {
    name: 'patterns',
    width: ({ patterns }) => patterns.weights.length / HEADS.length,
    small: true,
    of: ({ patterns }) => patterns.weights,
  },
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
