import { EXIT, SageError } from '../../base/error.ts'

/** SQLite's own name of what went wrong (`SQLITE_BUSY`), where the error is one of its. */
export const sqliteCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code !== ''
    ? error.code
    : undefined

/** Another connection is writing: worth waiting for. */
export const isBusy = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error) ?? '')

export const isCorrupt = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error) ?? '')

type Words = readonly [
  when: RegExp,
  code: string,
  says: (file: string) => string,
  hint: string | ((file: string) => string),
  exit: SageError['exit'],
]

const TROUBLES: readonly Words[] = [
  [
    /^SQLITE_FULL/,
    'STORE_FULL',
    (file) => `There is no room left to write to ${file}.`,
    'Everything stored before is safe. Free some disk space, then go on with sage run --resume.',
    EXIT.machinery,
  ],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    'STORE_BUSY',
    (file) => `${file} has been held by another process for more than a minute.`,
    'Find out what keeps it (sage doctor), or give this run a file of its own with --store.',
    EXIT.machinery,
  ],
  [
    /^SQLITE_NOTADB/,
    'STORE_UNREADABLE',
    (file) => `${file} is not a store: it is no SQLite file.`,
    'Give another file with --store, or move this one away; SAGE makes a new one.',
    EXIT.wrongUsage,
  ],
  [
    /^SQLITE_CORRUPT/,
    'STORE_CORRUPT',
    (file) => `${file} is damaged.`,
    (file) =>
      `Save what can be read with sage runs export --salvage --store ${file} -o <dir>, move the file away, and sage runs import what was saved.`,
    EXIT.machinery,
  ],
  [
    /^SQLITE_(READONLY|PERM|AUTH|CANTOPEN)/,
    'STORE_READ_ONLY',
    (file) => `${file} or the files beside it (-wal, -shm) cannot be written to.`,
    'Give the file and its folder write permission, or another file with --store.',
    EXIT.wrongUsage,
  ],
  [
    /^SQLITE_CONSTRAINT_FOREIGNKEY/,
    'RUN_GONE',
    (file) => `The run written to is no longer in ${file}.`,
    'Somebody deleted it. Start a new run.',
    EXIT.machinery,
  ],
  [
    /^SQLITE_CONSTRAINT/,
    'STORE_REFUSED',
    (file) => `${file} already holds something of that name.`,
    'Two processes may be writing one run: stop one of them.',
    EXIT.machinery,
  ],
  [
    /^SQLITE_IOERR/,
    'STORE_FAILED',
    (file) => `The disk failed while ${file} was used.`,
    'Everything stored before is safe as far as the disk is. See sage doctor.',
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
  const damage = name === 'STORE_CORRUPT' ? findings().map((finding) => ` ${finding}.`) : []
  return new SageError(name, `${says(file)}${damage.join('')}`, {
    hint: typeof hint === 'string' ? hint : hint(file),
    exit,
    cause: error,
  })
}
