import { type ErrorCode, EXIT, SageError } from '../../base/error.ts'

/** PostgreSQL's own code of what went wrong (`23505`), or that of the network (`ECONNREFUSED`). */
export const postgresCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const NETWORK =
  /^(E(CONN(REFUSED|RESET|ABORTED)|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND)|ENOTFOUND|EAI_AGAIN|08|57P0[123])/
/** The driver gives these no code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** The server is away, restarts, or hung up: it may come back. */
export const isAway = (error: unknown): boolean =>
  NETWORK.test(postgresCode(error) ?? '') || (error instanceof Error && LOST.test(error.message))

/** Worth trying again at once: two transactions met (25P02: inside the queue, which keeps that to itself), or all connections are taken. */
export const isPassing = (error: unknown): boolean =>
  isAway(error) || /^(25P02|40001|40P01|53300|55P03)/.test(postgresCode(error) ?? '')

/** The unique key that a row was refused by. */
export const refusedBy = (error: unknown): string | undefined =>
  postgresCode(error) === '23505' && error instanceof Error && 'constraint' in error
    ? String(error.constraint)
    : undefined

type Words = readonly [
  when: RegExp,
  code: ErrorCode,
  says: (place: string) => string,
  hint: string,
  exit: SageError['exit'],
]

const TROUBLES: readonly Words[] = [
  [
    /^(28P01|28000)/,
    'store-login',
    (place) => `PostgreSQL refused the login at ${place}.`,
    'Check user and password. The password can be in the address, in PGPASSWORD or in ~/.pgpass.',
    EXIT.wrongUsage,
  ],
  [
    /^3D000/,
    'no-store',
    (place) => `There is no such database: ${place}`,
    'Create the database (createdb), or name another with --store.',
    EXIT.wrongUsage,
  ],
  [
    /^(42501|25006)/,
    'store-read-only',
    (place) => `This user may not write to ${place}.`,
    'Use a user with the right to write and to create tables in this schema.',
    EXIT.wrongUsage,
  ],
  [
    /^(53100|53200)/,
    'store-full',
    (place) => `The disk of the database server is full: ${place}`,
    'Everything stored so far is safe. Free disk space there, then resume with sage run --resume.',
    EXIT.machinery,
  ],
  [
    /^(25P02|40001|40P01|53300|55P03)/,
    'store-busy',
    (place) => `${place} has been busy for more than a minute.`,
    'Raise max_connections of the server, or start fewer workers.',
    EXIT.machinery,
  ],
  [
    /^23503/,
    'run-gone',
    (place) => `The run is no longer in ${place}.`,
    'It was deleted. Start a new run.',
    EXIT.machinery,
  ],
  [
    /^23505/,
    'store-refused',
    (place) => `${place} already has an entry with this name.`,
    'Two processes may be writing the same run. Stop one of them.',
    EXIT.machinery,
  ],
  [
    /^XX00[12]/,
    'store-corrupt',
    (place) => `The database ${place} is damaged.`,
    'See the log of the database server, and restore a backup.',
    EXIT.machinery,
  ],
]

/** The world's faults in words a person can act on; ours stay as they are. */
export function postgresError(error: unknown, place: string): unknown {
  if (error instanceof SageError) return error
  if (isAway(error))
    return new SageError('store-unreachable', `The store ${place} cannot be reached: ${whyAway(error)}`, {
      hint: 'Is the server running, and are host and port right? Everything stored so far is safe.',
      exit: EXIT.machinery,
      cause: error,
    })
  const code = postgresCode(error)
  const found = code === undefined ? undefined : TROUBLES.find(([when]) => when.test(code))
  if (found === undefined) return error
  const [, name, says, hint, exit] = found
  return new SageError(name, says(place), { hint, exit, cause: error })
}

/** An address with several IPs fails with an error that has no words of its own. */
const whyAway = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : (postgresCode(error) ?? 'no answer')
