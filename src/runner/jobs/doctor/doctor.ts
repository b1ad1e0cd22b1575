import { assertNever } from '../../../base/assert.ts'
import { SageError } from '../../../base/error.ts'
import type { SqliteCondition } from '../../../storage/sqlite/check.ts'
import { RECOVER } from '../../../storage/sqlite/error.ts'

/**
 * What this machine is like for SAGE. In: the store's file, the places runs may go to, and the outside to ask. Out: findings,
 * each with a word on what to do. It changes nothing, and no key's value is read further than whether there is one.
 */
export type Finding = {
  /** `node`, `store`, `disk`, `clock`, `settings`, `key <NAME>`, `provider <name>`, `agent <id>` and others that are reached */
  readonly check: string
  /** note: nothing is broken, but worth knowing */
  readonly state: 'ok' | 'note' | 'wrong'
  readonly says: string
  readonly hint?: string
}

export type DoctorRequest = {
  /** absolute path */
  readonly store: string
  readonly places: readonly PlaceToReach[]
}

/** A provider of models, or a service that answers for an agent. */
export type PlaceToReach = {
  readonly check: string
  readonly url: string
  /** environment variables that hold, or may hold, its keys; none: it needs no key */
  readonly keyEnv: readonly string[]
  /** the settings of this folder go there */
  readonly needed: boolean
}

export type DoctorOutside = {
  /** as `process.version` says it */
  readonly node: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** milliseconds since 1970 */
  readonly clock: () => number
  /** milliseconds that never run backwards */
  readonly ticks: () => number
  readonly sleep: (ms: number) => Promise<void>
  /** bytes, or null where there is no such file */
  readonly sizeOf: (file: string) => Promise<number | null>
  readonly inspect: (file: string) => SqliteCondition
  /** the store is a file, not a database */
  readonly isFile: (place: string) => boolean
  /** opens a database and counts its runs; null: it holds no store yet */
  readonly countRuns: (place: string) => Promise<number | null>
  /** the folder a file lies or would lie in: bytes that are free, and whether it may be written to */
  readonly disk: (file: string) => Promise<{ readonly free: number; readonly writable: boolean }>
  /** an HTTP status, or why there was none */
  readonly reach: (url: string, timeoutMs: number) => Promise<number | string>
}

const NODE_MIN = [20, 19] as const
const REACH_MS = 5000
const FREE = { wrong: 100e6, note: 2e9 } as const
const YEARS = { first: 2026, last: 2100 } as const
const CLOCK_WATCH_MS = 50
const CLOCK_JUMP_MS = 1000

export async function examine(request: DoctorRequest, outside: DoctorOutside): Promise<readonly Finding[]> {
  const [node, store, disk, clock, places] = await Promise.all([
    nodeFinding(outside.node),
    storeFinding(request.store, outside),
    diskFinding(request.store, outside),
    clockFinding(outside),
    Promise.all(request.places.map((place) => placeFinding(place, outside))),
  ])
  return [node, store, disk, clock, ...keyFindings(request.places, outside), ...places]
}

export const isWell = (findings: readonly Finding[]): boolean =>
  findings.every(({ state }) => state !== 'wrong')

function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [wantedMajor, wantedMinor] = NODE_MIN
  const old = major < wantedMajor || (major === wantedMajor && minor < wantedMinor)
  if (!old) return { check: 'node', state: 'ok', says: version }
  return {
    check: 'node',
    state: 'wrong',
    says: `${version} is too old`,
    hint: `Install Node ${NODE_MIN.join('.')} or later.`,
  }
}

async function databaseFinding(place: string, { countRuns }: DoctorOutside): Promise<Finding> {
  const check = 'store'
  try {
    const runs = await countRuns(place)
    const says = runs === null ? 'reached; the first run creates the tables' : `reached, ${runs} runs`
    return { check, state: 'ok', says: `${place}: ${says}` }
  } catch (error) {
    if (!(error instanceof SageError)) throw error
    return { check, state: 'wrong', says: error.message, hint: error.hint }
  }
}

async function storeFinding(file: string, outside: DoctorOutside): Promise<Finding> {
  const check = 'store'
  if (!outside.isFile(file)) return databaseFinding(file, outside)
  const bytes = await outside.sizeOf(file)
  if (bytes === null)
    return { check, state: 'ok', says: `${file} does not exist yet; the first run creates it` }
  const found = outside.inspect(file)
  switch (found.is) {
    case 'unreadable':
      return {
        check,
        state: 'wrong',
        says: `${file}: ${found.why.join('; ')}`,
        hint: 'Choose another file with --store, or move this one to another place.',
      }
    case 'damaged':
      return {
        check,
        state: 'wrong',
        says: `${file} is damaged: ${found.why.join('; ')}`,
        hint: `Save what can be read: sage runs export <run> -o saved/. ${RECOVER}`,
      }
    case 'too-new':
      return {
        check,
        state: 'wrong',
        says: `${file} was written by a newer SAGE (schema ${found.schema}; this version supports ${found.known})`,
        hint: 'Update SAGE.',
      }
    case 'sound':
      return soundStore(`${file}: OK, ${size(bytes)}, schema ${found.schema}`, found.writable)
    default:
      return assertNever(found)
  }
}

function soundStore(says: string, writable: string): Finding {
  const check = 'store'
  if (writable === 'yes') return { check, state: 'ok', says }
  if (writable === 'busy') return { check, state: 'note', says: `${says}; another process is writing to it` }
  return {
    check,
    state: 'wrong',
    says: `${says}; it cannot be written to (${writable})`,
    hint: 'Give the file and its folder write permission.',
  }
}

async function diskFinding(file: string, outside: DoctorOutside): Promise<Finding> {
  const { free, writable } = await outside.disk(file)
  const says = `${size(free)} free`
  if (!writable) {
    const hint = 'Give it write permission, or choose another file with --store.'
    return { check: 'disk', state: 'wrong', says: `${says}; the store's folder cannot be written to`, hint }
  }
  if (free >= FREE.note) return { check: 'disk', state: 'ok', says }
  // About 20 KB a conversation.
  const hint = `Room for about ${Math.floor(free / 20e3)} conversations.`
  return { check: 'disk', state: free < FREE.wrong ? 'wrong' : 'note', says, hint }
}

/** A clock that jumps makes durations and dates nonsense; a wrong year also breaks TLS. */
async function clockFinding({ clock, ticks, sleep }: DoctorOutside): Promise<Finding> {
  const [wall, steady] = [clock(), ticks()]
  await sleep(CLOCK_WATCH_MS)
  const passed = ticks() - steady
  const jumped = Math.abs(clock() - wall - passed) > CLOCK_JUMP_MS
  const now = new Date(wall)
  const sane = now.getUTCFullYear() >= YEARS.first && now.getUTCFullYear() <= YEARS.last
  if (sane && !jumped && passed >= 0) return { check: 'clock', state: 'ok', says: now.toISOString() }
  return {
    check: 'clock',
    state: 'wrong',
    says: `${now.toISOString()}${jumped || passed < 0 ? ', but it jumps' : ''}`,
    hint: 'Synchronise the clock (NTP): runs and reports use its dates.',
  }
}

function keyFindings(places: readonly PlaceToReach[], { env }: DoctorOutside): readonly Finding[] {
  const isSet = (name: string): boolean => (env[name] ?? '') !== ''
  const names = [...new Set(places.flatMap(({ keyEnv }) => keyEnv))]
  return names.map((name): Finding => {
    const check = `key ${name}`
    if (isSet(name)) return { check, state: 'ok', says: 'set (not shown)' }
    const needs = places.find(({ needed, keyEnv }) => needed && keyEnv.includes(name) && !keyEnv.some(isSet))
    const missing = { check, state: 'note', says: 'not set' } as const
    return needs === undefined
      ? missing
      : { ...missing, hint: `sage.yaml needs it for ${needs.check}: export ${name}=...` }
  })
}

/** Any answer will do: nothing is asked there, and no key is sent. Being offline is no fault. */
async function placeFinding(
  { check, url, needed }: PlaceToReach,
  { reach }: DoctorOutside,
): Promise<Finding> {
  const answer = await reach(url, REACH_MS)
  if (typeof answer === 'number') return { check, state: 'ok', says: `${url} answers` }
  const silent = { check, state: 'note', says: `${url} cannot be reached from here: ${answer}` } as const
  return needed
    ? { ...silent, hint: 'sage.yaml uses this address. Start the service, or correct the address.' }
    : silent
}

function size(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const unit = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** unit
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${units[unit] ?? ''}`
}
