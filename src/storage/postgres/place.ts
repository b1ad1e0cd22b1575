import { usageError } from '../../base/error.ts'

/** Where a PostgreSQL store is and how it is reached. */
export type PostgresPlace = {
  /** without its password: it is shown, and stored in headers of runs */
  readonly shown: string
  /** as the driver takes it */
  readonly connectionString: string
  readonly schema: string
  /** at most so many at the same time, of one process */
  readonly connections: number
}

export const isPostgres = (place: string): boolean => /^postgres(ql)?:\/\//i.test(place)

const DEFAULT_SCHEMA = 'sage'
const SCHEMA = /^[a-z_][a-z0-9_]{0,39}$/
const DEFAULT_CONNECTIONS = 8
/** One could be enough, but while a queue is opened one process needs two. */
const CONNECTIONS = { min: 2, max: 100 } as const

/** The passwords of this process, by the place without it. A place that is passed on, shown or stored has none. */
const passwords = new Map<string, string>()

/** The place without its password, which this process remembers: nothing that shows or stores a place can show it. */
export function withoutPassword(place: string): string {
  const url = urlOf(place)
  const password = decodeURIComponent(url.password) || url.searchParams.get('password')
  url.password = ''
  url.searchParams.delete('password')
  const shown = url.toString()
  if (password !== null && password !== '') passwords.set(shown, password)
  return shown
}

/** The password for a process of ours, as PostgreSQL's own tools take it: a list of processes shows words, not environments. */
export function environmentOf(place: string): Readonly<Record<string, string>> {
  const password = passwords.get(withoutPassword(place))
  return password === undefined ? {} : { PGPASSWORD: password }
}

/** Throws if the place is none. */
export function readPlace(place: string): PostgresPlace {
  const shown = withoutPassword(place)
  const url = urlOf(shown)
  const schema = url.searchParams.get('schema') ?? DEFAULT_SCHEMA
  const connections = Number(url.searchParams.get('connections') ?? DEFAULT_CONNECTIONS)
  for (const own of ['schema', 'connections']) url.searchParams.delete(own)
  if (!SCHEMA.test(schema))
    throw usageError(
      'unknown-store',
      `"${schema}" cannot be the schema of a store.`,
      'Use lower-case letters, digits and underscores, at most 40: ?schema=team_a',
    )
  const { min, max } = CONNECTIONS
  if (!Number.isInteger(connections) || connections < min || connections > max)
    throw usageError(
      'unknown-store',
      'This cannot be the number of connections to a store.',
      `Give a whole number from ${min} to ${max}: ?connections=4`,
    )
  const password = passwords.get(shown)
  if (password !== undefined) url.password = encodeURIComponent(password)
  return { shown, connectionString: url.toString(), schema, connections }
}

function urlOf(place: string): URL {
  const url = URL.canParse(place) ? new URL(place) : null
  // The place itself is not repeated here: it may hold a password.
  if (url === null || url.pathname.length < 2)
    throw usageError(
      'unknown-store',
      'This is not the address of a PostgreSQL database.',
      'Write it as --store postgres://user@host:5432/database. Special characters of a password are written as %40 and so on, or put the password into PGPASSWORD.',
    )
  return url
}
