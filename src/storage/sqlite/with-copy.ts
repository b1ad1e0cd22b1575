import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isReadOnly } from './error.ts'

/**
 * SQLite reads no log in a folder that it may not write to: there `work` gets a copy, with the reason. The copy is removed at once,
 * so a process that is killed leaves none; what `work` has opened of it can still be read.
 */
export function orWithCopy<Result>(file: string, work: (file: string, why: unknown) => Result): Result {
  try {
    return work(file, null)
  } catch (error) {
    if (!isReadOnly(error) || !existsSync(file)) throw error
    const folder = mkdtempSync(join(tmpdir(), 'sage-read-'))
    const copy = join(folder, 'copy.db')
    try {
      for (const end of ['', '-wal'])
        if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${copy}${end}`)
      return work(copy, error)
    } catch (failed) {
      // What cannot even be copied is refused for the first reason.
      throw failed instanceof Error && 'syscall' in failed ? error : failed
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
