import type { VarName } from '../../base/guards/guard.ts'
import type { Lexicon } from '../../base/values/lexicon.ts'
import { Special, type Value } from '../../base/values/value.ts'
import type { GraphFile } from '../file/graph-file.ts'

/**
 * What things are called in a gloss: a field and a topic by the words of the lexicon, everything else by its id. Two
 * things never share a name: a reader could not tell them apart, and a change from one to the other would be invisible.
 */
export type Names = {
  readonly field: (id: string) => string
  readonly intent: (id: string) => string
  readonly topic: (id: string) => string
  readonly variable: (name: VarName) => string
  readonly derived: (id: string) => DerivedFile | undefined
  readonly record: (id: string) => RecordFile | undefined
  readonly fieldSpec: (id: string) => FieldFile | undefined
}
export type DerivedFile = NonNullable<GraphFile['derived']>[string]
type RecordFile = NonNullable<GraphFile['records']>[string]
type FieldFile = GraphFile['fields'][string]

export function namesOf(file: GraphFile, lexicon: Lexicon | null): Names {
  const records = Object.keys(file.records ?? {}).map(idInWords)
  const isColumn = (name: string): boolean => records.some((record) => name.endsWith(` of the ${record}`))
  const fields = distinct(file.fields, (id) => {
    const name = lexicon?.fields[id]?.name
    return name !== undefined && (isColumn(name) || name.includes(' (')) ? `${name} (${id})` : name
  })
  const intents = distinct(lexicon?.intents ?? {}, (id) => lexicon?.intents[id]?.name)
  const topics = distinct(lexicon?.topics ?? {}, (id) => firstWording(lexicon?.topics[id]?.says))
  const field = (id: string): string => fields.get(id) ?? idInWords(id)
  const derived = (id: string): DerivedFile | undefined => own(file.derived, id)
  const variable = (name: VarName): string => {
    const [root = '', first = '', column] = name.split('.')
    if (root === 'fields') return `the ${field(first)}`
    if (root === 'done') return `step ${idInWords(name.slice('done.'.length))}`
    if (root === 'records') return column === undefined ? `the ${idInWords(first)}` : inRecord(column, first)
    const spec = derived(first)
    return spec === undefined ? `the ${idInWords(first)}` : sayDerived(spec, variable)
  }
  return {
    field,
    variable,
    derived,
    intent: (id) => intents.get(id) ?? idInWords(id),
    topic: (id) => topics.get(id) ?? idInWords(id),
    record: (id) => own(file.records, id),
    fieldSpec: (id) => own(file.fields, id),
  }
}

const inRecord = (column: string, record: string): string =>
  `the ${idInWords(column)} of the ${idInWords(record)}`

const own = <Member>(all: Readonly<Record<string, Member>> | undefined, id: string): Member | undefined =>
  all !== undefined && Object.hasOwn(all, id) ? all[id] : undefined

/** `days since the delivered on of the order`: a gloss says what is counted, not what the author called it. */
export function sayDerived(spec: DerivedFile, variable: (name: VarName) => string): string {
  if ('since' in spec) return `the ${idInWords(spec.unit)} since ${variable(spec.since)}`
  if ('until' in spec) return `the ${idInWords(spec.unit)} until ${variable(spec.until)}`
  if ('same' in spec) return `${variable(spec.same[0])} and ${variable(spec.same[1])}`
  const less = typeof spec.minus === 'string' ? variable(spec.minus) : String(spec.minus)
  return `${variable(spec.of)} less ${less}`
}

/** `not_mine` -> `not mine`; whatever is no such id stands in quotes, so that no two ids read alike. */
export const idInWords = (id: string): string =>
  /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(id) ? id.replaceAll('_', ' ') : JSON.stringify(id)

export const sayValue = (value: Value): string =>
  value instanceof Special
    ? SPECIAL_WORDS[value.word]
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : typeof value === 'number'
        ? String(value)
        : idInWords(value)

const SPECIAL_WORDS = {
  unknown: 'not said',
  absent: 'missing',
  refused: 'refused',
  unavailable: 'not available',
} as const

const firstWording = (says: Readonly<Record<string, readonly string[]>> | undefined): string | undefined => {
  const wording = (says?.['en'] ?? Object.values(says ?? {})[0])?.[0]
  return wording === undefined ? undefined : JSON.stringify(wording)
}

/** The lexicon's name where no other thing of the kind has it; else with the id beside it. */
function distinct(
  all: Readonly<Record<string, unknown>>,
  named: (id: string) => string | undefined,
): ReadonlyMap<string, string> {
  const ids = Object.keys(all)
  const wanted = new Map(ids.map((id) => [id, named(id) ?? idInWords(id)]))
  const count = new Map<string, number>()
  const sounds = (id: string): readonly string[] => [...new Set([wanted.get(id) ?? id, idInWords(id)])]
  for (const id of ids) for (const sound of sounds(id)) count.set(sound, (count.get(sound) ?? 0) + 1)
  return new Map(
    [...wanted].map(([id, name]) => {
      const isClear = (count.get(name) ?? 0) < 2 || name === idInWords(id)
      return [id, isClear ? name : `${name} (${id})`]
    }),
  )
}
