import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DeskLists, ListedField } from '../../src/base/values/desk-lists.ts'
import type { LearnedKind } from '../../src/reading/lexical/kinds.ts'
import { PROJECT } from './project.ts'

/** Messages by people over services known by names and descriptions only (Schema-Guided Dialogue, CC BY-SA 4.0; read in place). */
export type SgdMessage = {
  readonly service: string
  readonly before?: string
  readonly intent: string
  readonly text: string
  readonly acts: readonly {
    readonly act: string
    readonly slot: string
    readonly values: readonly string[]
  }[]
}
type Schema = {
  readonly service_name: string
  readonly slots: readonly {
    name: string
    description: string
    is_categorical: boolean
    possible_values: readonly string[]
  }[]
  readonly intents: readonly {
    name: string
    description: string
    is_transactional: boolean
    required_slots: readonly string[]
    optional_slots: Readonly<Record<string, string>>
  }[]
}

const FOLDER = join(PROJECT, '../shared/data/sgd')
export const sgdIsThere = (): boolean => existsSync(FOLDER)

const lines = (file: string): readonly SgdMessage[] =>
  gunzipSync(readFileSync(join(FOLDER, file)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** `measured`: messages.jsonl.gz; `train`: the training split. */
export const sgdMessages = (part: 'measured' | 'train'): readonly SgdMessage[] =>
  lines(part === 'measured' ? 'messages.jsonl.gz' : 'train.jsonl.gz')

/** Nine services stand in both parts; of the eight unseen, four are for building and four are opened once. */
export const SGD = {
  inBoth: [
    'RentalCars_1',
    'Homes_1',
    'Hotels_1',
    'Buses_1',
    'RideSharing_1',
    'Events_1',
    'Music_1',
    'Weather_1',
    'Travel_1',
  ],
  building: ['Alarm_1', 'Flights_3', 'Media_2', 'Restaurants_2'],
  sealed: ['Banks_2', 'Hotels_4', 'Movies_2', 'Services_4'],
} as const

const KINDS: Readonly<Record<string, LearnedKind>> = {
  REQUEST: 'request',
  CONFIRM: 'propose',
  OFFER_INTENT: 'propose',
  NOTIFY_SUCCESS: 'claim-done',
  NOTIFY_FAILURE: 'denied',
  REQ_MORE: 'anything-else',
  GOODBYE: 'sign-off',
  INFORM: 'inform',
  OFFER: 'inform',
  INFORM_COUNT: 'inform',
}
export const sgdKinds = ({ acts }: SgdMessage): ReadonlySet<LearnedKind> =>
  new Set(acts.flatMap(({ act }) => KINDS[act] ?? []))

let schemas: ReadonlyMap<string, Schema> | undefined
const schemaOf = (service: string): Schema => {
  schemas ??= new Map(
    ['schema-train.json', 'schema.json'].flatMap((file) =>
      (JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Schema[]).map(
        (schema) => [schema.service_name, schema] as const,
      ),
    ),
  )
  const schema = schemas.get(service)
  if (schema === undefined) throw new RangeError(`no schema of ${service}`)
  return schema
}

/** A bare desk: askable slots as fields, intents as tools, no topics and no lexicon. Several services make one merged desk. */
export function sgdDesk(...services: readonly string[]): DeskLists {
  const name = (service: string, own: string): string => (services.length > 1 ? `${service}.${own}` : own)
  return {
    fields: services.flatMap((service) => {
      const { intents, slots } = schemaOf(service)
      const askable = new Set(
        intents.flatMap((intent) => [...intent.required_slots, ...Object.keys(intent.optional_slots)]),
      )
      return slots
        .filter((slot) => askable.has(slot.name))
        .map((slot) => ({
          name: name(service, slot.name),
          type: typeOf(slot),
          gloss: slot.description,
          of: valuesOf(slot),
          asks: {},
          cues: {},
        }))
    }),
    tools: services.flatMap((service) =>
      schemaOf(service).intents.map((intent) => ({
        name: name(service, intent.name),
        role: intent.is_transactional ? ('write' as const) : ('read' as const),
        gloss: intent.description,
        parameters: [...intent.required_slots, ...Object.keys(intent.optional_slots)],
        proposes: {},
        claims: {},
        cues: {},
      })),
    ),
    topics: [],
  }
}

type Slot = Schema['slots'][number]
const valuesOf = ({ is_categorical, possible_values }: Slot): readonly string[] =>
  is_categorical ? possible_values.filter((value) => !/^(?:True|False|\d+|dontcare)$/.test(value)) : []

function typeOf({ name, is_categorical, possible_values }: Slot): ListedField['type'] {
  if (possible_values.includes('True')) return 'boolean'
  if (is_categorical && possible_values.length > 0)
    return possible_values.every((value) => /^\d+$/.test(value)) ? 'number' : 'enum'
  return /date|day/.test(name) ? 'date' : 'string'
}
