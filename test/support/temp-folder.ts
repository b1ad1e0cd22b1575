import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'

/** A folder for the tests of a file or a `describe`; it is removed after the last of them. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sage-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The same, emptied before each test. What is cached by its path (a module that was imported) needs a folder of its own. */
export function emptyFolder(): string {
  const folder = tempFolder()
  beforeEach(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
  })
  return folder
}
