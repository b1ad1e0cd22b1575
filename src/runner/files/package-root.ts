import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert } from '../../base/assert.ts'

/**
 * The folder that holds packs/, tactics/ and suites/: the same answer from src/ (tests) and from a bundle
 * anywhere under dist/ or build/. Nothing may count `..` itself: a bundler moves files.
 */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    assert(parent !== folder, 'no package.json above the running code')
    folder = parent
  }
  return folder
}
