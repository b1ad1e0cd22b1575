import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../src/base/error.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { createEncoder, type Encoder } from './encoder/encoder.ts'

let loaded: Encoder | undefined

/** The sentence encoder that we ship, read once a process: its weights are 23 MB. */
export function loadEncoder(): Encoder {
  loaded ??= createEncoder(read('minilm-l6-int8.bin'), read('kernel.wasm'))
  return loaded
}

function read(name: string): Uint8Array {
  const file = join(packageRoot(), 'encoder', name)
  if (existsSync(file)) return readFileSync(file)
  throw usageError(
    'file-missing',
    `encoder/${name} is not there.`,
    'In a clone `npm run build` makes it; an installed package without it is damaged: install it again.',
  )
}
