import { type ErrorCode, EXIT, SageError } from '../../base/error.ts'

/** SQLite's own name of what went wrong (`SQLITE_BUSY`), where the error is one of its. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error) || error.code === '') return undefined
  const code = String(error.code)
  // libsql has no names for the finer kinds (1544: the folder is read-only). The last byte is the kind itself.
  const finer = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1]
  return finer === undefined ? code : (KINDS[Number(finer) % 256] ?? code)
}
const KINDS: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  14: 'SQLITE_CANTOPEN',
}

/** The file, or the folder it lies in, may not be written to. */
export const isReadOnly = (error: unknown): boolean =>
  /^SQLITE_(READONLY|CANTOPEN)/.test(sqliteCode(error) ?? '')

/** Another connection is writing: worth waiting for. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error) ?? '')

/** What remains for a file that SQL cannot read. */
export const RECOVER = "SQLite's own program may read more of it: see .recover in docs/store.md."

type Words = readonly [
  when: RegExp,
  code: ErrorCode,
  says: (file: string) => string,
  hint: string | ((file: string) => string),
  exit: SageError['exit'],
]

const TROUBLES: readonly Words[] = [
  [
    /^SQLITE_FULL/,
    'store-full',
    (file) => `The disk is full: ${file} cannot be written.`,
    'Everything stored so far is safe. Free disk space, then resume with sage run --resume.',
    EXIT.machinery,
  ],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    'store-busy',
    (file) => `${file} has been locked by another process for more than a minute.`,
    'Find that process (sage doctor), or use another file for this run with --store.',
    EXIT.machinery,
  ],
  [
    /^SQLITE_NOTADB/,
    'store-unreadable',
    (file) => `${file} is not a store: it is not an SQLite file.`,
    `Choose another file with --store, or move this one to another place. SAGE then creates a new store. If it was a store, its first page is damaged. ${RECOVER}`,
    EXIT.wrongUsage,
  ],
  [
    /^SQLITE_CORRUPT/,
    'store-corrupt',
    (file) => `${file} is damaged.`,
    (file) =>
      `Save what can be read with sage runs export <run> --store ${file} -o <dir>/, move the file to another place, then import the saved runs with sage runs import. ${RECOVER}`,
    EXIT.machinery,
  ],
  [
    /^SQLITE_(READONLY|PERM|AUTH|CANTOPEN)/,
    'store-read-only',
    (file) => `${file} or the files beside it (-wal, -shm) cannot be written to.`,
    'Give the file and its folder write permission, or choose another file with --store.',
    EXIT.wrongUsage,
  ],
  [
    /^SQLITE_CONSTRAINT_FOREIGNKEY/,
    'run-gone',
    (file) => `The run is no longer in ${file}.`,
    'It was deleted. Start a new run.',
    EXIT.machinery,
  ],
  [
    /^SQLITE_CONSTRAINT/,
    'store-refused',
    (file) => `${file} already has an entry with this name.`,
    'Two processes may be writing the same run. Stop one of them.',
    EXIT.machinery,
  ],
  [
    /^SQLITE_IOERR/,
    'store-failed',
    (file) => `The disk failed while ${file} was in use.`,
    'Everything stored so far is safe if the disk is. Run sage doctor.',
    EXIT.machinery,
  ],
]

/** The world's faults in words a person can act on; ours stay as they are. `findings`: what is damaged, where something is. */
export function storeError(
  error: unknown,
  file: string,
  findings: () => readonly string[] = () => [],
): unknown {
  if (error instanceof SageError) return error
  const code = sqliteCode(error)
  const found = code === undefined ? undefined : TROUBLES.find(([when]) => when.test(code))
  if (found === undefined) return error
  const [, name, says, hint, exit] = found
  const damage = name === 'store-corrupt' ? findings().map((finding) => ` ${finding}.`) : []
  return new SageError(name, `${says(file)}${damage.join('')}`, {
    hint: typeof hint === 'string' ? hint : hint(file),
    exit,
    cause: error,
  })
}

/** A file that SQLite takes for sound and that is not. */
export const corrupt = (file: string, findings: readonly string[]): unknown =>
  storeError(Object.assign(new Error('damaged value'), { code: 'SQLITE_CORRUPT' }), file, () => findings)
