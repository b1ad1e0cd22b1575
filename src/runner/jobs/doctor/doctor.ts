import { assertNever } from '../../../base/assert.ts'
import { SageError } from '../../../base/error.ts'
import { RECOVER } from '../../../storage/sqlite/error.ts'
import type { DoctorOutside } from './doctor-outside.ts'

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

const NODE_MIN = [20, 19] as const
const REACH_MS = 5000
const FREE = { wrong: 100e6, note: 2e9 } as const
const YEARS = { first: 2026, last: 2100 } as const

const finding =
  (state: Finding['state']) =>
  (check: string, says: string, hint?: string): Finding => ({
    check,
    state,
    says,
    ...(hint === undefined ? {} : { hint }),
  })
const [ok, note, wrong] = [finding('ok'), finding('note'), finding('wrong')]

export async function examine(request: DoctorRequest, outside: DoctorOutside): Promise<readonly Finding[]> {
  const [store, disk, places] = await Promise.all([
    storeFinding(request.store, outside),
    diskFinding(request.store, outside),
    Promise.all(request.places.map((place) => placeFinding(place, outside))),
  ])
  const machine = [nodeFinding(outside.node), store, disk, clockFinding(outside.clock())]
  return [...machine, ...keyFindings(request.places, outside), ...places]
}

export const isWell = (findings: readonly Finding[]): boolean =>
  findings.every(({ state }) => state !== 'wrong')

function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [wantedMajor, wantedMinor] = NODE_MIN
  const old = major < wantedMajor || (major === wantedMajor && minor < wantedMinor)
  if (!old) return ok('node', version)
  return wrong('node', `${version} is too old`, `Install Node ${NODE_MIN.join('.')} or later.`)
}

/** A run that cannot be read stops nothing else, so only here somebody hears of it. */
async function storedFinding(place: string, says: string, { runsIn }: DoctorOutside): Promise<Finding> {
  const runs = await runsIn(place)
  const [first, ...more] = runs?.unreadable ?? []
  const told = `${says}${runs === null ? '; the first run creates the tables' : `, ${runs.count} runs`}`
  if (first === undefined) return ok('store', told)
  const hint = `Another version of SAGE wrote it, or it is damaged. Use that version, or delete it: sage runs delete ${first}`
  return note('store', `${told}; the header of ${[first, ...more].join(', ')} cannot be read`, hint)
}

async function databaseFinding(place: string, outside: DoctorOutside): Promise<Finding> {
  try {
    return await storedFinding(place, `${place}: reached`, outside)
  } catch (error) {
    if (!(error instanceof SageError)) throw error
    return wrong('store', error.message, error.hint)
  }
}

async function storeFinding(file: string, outside: DoctorOutside): Promise<Finding> {
  if (!outside.isFile(file)) return databaseFinding(file, outside)
  const bytes = await outside.sizeOf(file)
  if (bytes === null) return ok('store', `${file} does not exist yet; the first run creates it`)
  const found = outside.inspect(file)
  switch (found.is) {
    case 'unreadable': {
      const hint = 'Choose another file with --store, or move this one to another place.'
      return wrong('store', `${file}: ${found.why.join('; ')}`, hint)
    }
    case 'damaged': {
      const hint = `Save what can be read: sage runs export <run> -o saved/. ${RECOVER}`
      return wrong('store', `${file} is damaged: ${found.why.join('; ')}`, hint)
    }
    case 'too-new': {
      const versions = `schema ${found.schema}; this version supports ${found.known}`
      return wrong('store', `${file} was written by a newer SAGE (${versions})`, 'Update SAGE.')
    }
    case 'sound': {
      const says = `${file}: OK, ${size(bytes)}, schema ${found.schema}`
      if (found.writable === 'yes') return storedFinding(file, says, outside)
      if (found.writable === 'busy') return note('store', `${says}; another process is writing to it`)
      const hint = 'Give the file and its folder write permission.'
      return wrong('store', `${says}; it cannot be written to (${found.writable})`, hint)
    }
    default:
      return assertNever(found)
  }
}

async function diskFinding(file: string, outside: DoctorOutside): Promise<Finding> {
  const { free, writable } = await outside.disk(file)
  const says = `${size(free)} free`
  if (!writable) {
    const hint = 'Give it write permission, or choose another file with --store.'
    return wrong('disk', `${says}; the store's folder cannot be written to`, hint)
  }
  if (free >= FREE.note) return ok('disk', says)
  // About 20 KB a conversation.
  const hint = `Room for about ${Math.floor(free / 20e3)} conversations.`
  return free < FREE.wrong ? wrong('disk', says, hint) : note('disk', says, hint)
}

/** A wrong year makes dates nonsense and breaks TLS. */
function clockFinding(now: number): Finding {
  const date = new Date(now)
  const [year, says] = [date.getUTCFullYear(), date.toISOString()]
  if (year >= YEARS.first && year <= YEARS.last) return ok('clock', says)
  return wrong('clock', says, 'Synchronise the clock (NTP): runs and reports use its dates.')
}

function keyFindings(places: readonly PlaceToReach[], { env }: DoctorOutside): readonly Finding[] {
  const isSet = (name: string): boolean => (env[name] ?? '') !== ''
  const names = [...new Set(places.flatMap(({ keyEnv }) => keyEnv))]
  return names.map((name): Finding => {
    if (isSet(name)) return ok(`key ${name}`, 'set (not shown)')
    const needs = places.find(({ needed, keyEnv }) => needed && keyEnv.includes(name) && !keyEnv.some(isSet))
    const hint = needs && `sage.yaml needs it for ${needs.check}: export ${name}=...`
    return note(`key ${name}`, 'not set', hint)
  })
}

/** Any answer will do: nothing is asked there, and no key is sent. Being offline is no fault. */
async function placeFinding(
  { check, url, needed }: PlaceToReach,
  { reach }: DoctorOutside,
): Promise<Finding> {
  const answer = await reach(url, REACH_MS)
  if (typeof answer === 'number') return ok(check, `${url} answers`)
  const hint = 'sage.yaml uses this address. Start the service, or correct the address.'
  return note(check, `${url} cannot be reached from here: ${answer}`, needed ? hint : undefined)
}

function size(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const unit = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** unit
  return `${value.toFixed(unit === 0 || value >= 100 ? 0 : 1)} ${units[unit] ?? ''}`
}
