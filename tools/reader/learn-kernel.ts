import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../src/base/assert.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'

/** Sums over rows of numbers that lie in the kernel's memory. */
export type LearnKernel = {
  /** numbers of the kernel's memory, nought at first */
  readonly take: (count: number) => Float32Array
  readonly product: (
    a: Float32Array,
    b: Float32Array,
    out: Float32Array,
    count: number,
    columns: number,
    width: number,
  ) => void
  readonly gather: (
    by: Float32Array,
    a: Float32Array,
    sums: Float32Array,
    count: number,
    columns: number,
    width: number,
  ) => void
}
/** What is used of it here; the types of Node 20 do not name it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer }
  readonly Instance: new (module: object, imports: object) => { readonly exports: Record<string, unknown> }
}

const PAGE = 65_536

/** A memory of its own for everything that is learned at once. */
export function openLearnKernel(numbers: number): LearnKernel {
  const memory = new WebAssembly.Memory({ initial: 1 + Math.ceil((numbers * 4 + PAGE) / PAGE) })
  const { exports } = new WebAssembly.Instance(compiled(), { env: { memory } })
  const call = (name: string, ...numbers: readonly number[]): void => {
    const found = exports[name]
    assert(typeof found === 'function', `the kernel has ${name}`)
    found(...numbers)
  }
  let top = 1024
  return {
    take: (count) => {
      const view = new Float32Array(memory.buffer, top, count)
      top = Math.ceil((top + 4 * count) / 16) * 16
      return view
    },
    product: (a, b, out, count, columns, width) =>
      call('product', a.byteOffset, b.byteOffset, out.byteOffset, count, columns, width),
    gather: (by, a, sums, count, columns, width) =>
      call('gather', by.byteOffset, a.byteOffset, sums.byteOffset, count, columns, width),
  }
}

let known: object | undefined
function compiled(): object {
  const [source, made] = [
    join(packageRoot(), 'tools/reader/learn.as.ts'),
    join(packageRoot(), 'build/learn.wasm'),
  ]
  if (!existsSync(made) || statSync(made).mtimeMs < statSync(source).mtimeMs) {
    mkdirSync(join(packageRoot(), 'build'), { recursive: true })
    const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd']
    const { status, stderr } = spawnSync('npx', ['asc', source, '-o', made, ...options], { encoding: 'utf8' })
    assert(status === 0, `the sums of learning were compiled: ${stderr}`)
  }
  known ??= new WebAssembly.Module(readFileSync(made))
  return known
}
