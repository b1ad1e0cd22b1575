import { assert } from '../../../src/base/assert.ts'

/** What is used of it here; the types of Node 20 do not name it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { readonly initial: number }) => Memory
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> }
}
type Memory = { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number }

/** A function of encoder/kernel.ts: addresses and sizes go in, its results stay in memory. */
type KernelCall = (...given: readonly number[]) => void
type Lists = readonly (Float32Array | Int32Array | Int8Array | Uint8Array)[]

const PAGE = 65_536
/** Address 0 says "none" to the kernel. */
const FIRST = 64
const CACHE_LINE = 64

export type Kernel = {
  readonly quantise: KernelCall
  readonly product: KernelCall
  readonly gelu: KernelCall
  readonly addAndNorm: KernelCall
  readonly attend: KernelCall
  readonly meet: KernelCall
  /** Room that stays; its address. All of it is taken before anything is placed. */
  readonly take: (bytes: number) => number
  /** Lists that stay in memory as long as there is room, by their addresses; what was placed before may have to go. */
  readonly place: (lists: Lists) => readonly number[]
  /** Numbers as they lie in memory now. What is placed next may move them: nobody keeps this. */
  readonly numbers: (at: number, count: number) => Float32Array
  readonly bytes: (at: number, count: number) => Int8Array
}

/** The kernel with a memory of its own; `keep` bytes of what is placed stay in it. */
export function openKernel(wasm: Uint8Array, keep: number): Kernel {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { env: { memory } })
  const call = (name: string): KernelCall => {
    const found = exports[name]
    assert(typeof found === 'function', `the kernel has ${name}`)
    return (...given) => void found(...given)
  }
  let top = FIRST
  const take = (bytes: number): number => {
    const at = top
    top = Math.ceil((at + bytes) / CACHE_LINE) * CACHE_LINE
    const missing = top - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
    return at
  }
  const placed = new Map<unknown, number>()
  let taken = 0
  let full = 0
  return {
    quantise: call('quantise'),
    product: call('product'),
    gelu: call('gelu'),
    addAndNorm: call('addAndNorm'),
    attend: call('attend'),
    meet: call('meet'),
    take: (bytes) => {
      const at = take(bytes)
      taken = top
      full = taken + keep
      return at
    },
    place: (lists) => {
      const size = lists.reduce((sum, { byteLength }) => sum + byteLength + CACHE_LINE, 0)
      if (top + size > full && lists.some((list) => !placed.has(list))) {
        placed.clear()
        top = taken
      }
      return lists.map((list) => {
        const known = placed.get(list)
        if (known !== undefined) return known
        const at = take(list.byteLength)
        new Uint8Array(memory.buffer).set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength), at)
        placed.set(list, at)
        return at
      })
    },
    numbers: (at, count) => new Float32Array(memory.buffer, at, count),
    bytes: (at, count) => new Int8Array(memory.buffer, at, count),
  }
}
