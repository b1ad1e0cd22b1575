import type { DeskLists, ListedField } from '../../src/base/values/desk-lists.ts'

/** Messages by people over services known by names and descriptions only (Schema-Guided Dialogue, CC BY-SA 4.0). */
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
export type SgdSchema = {
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

/** A bare desk: askable slots as fields, intents as tools, no topics and no lexicon. Several services make one merged desk. */
export function sgdDesk(schemas: readonly SgdSchema[]): DeskLists {
  const name = (service: string, own: string): string => (schemas.length > 1 ? `${service}.${own}` : own)
  return {
    fields: schemas.flatMap(({ service_name, intents, slots }) => {
      const askable = new Set(
        intents.flatMap((intent) => [...intent.required_slots, ...Object.keys(intent.optional_slots)]),
      )
      return slots
        .filter((slot) => askable.has(slot.name))
        .map((slot) => ({
          name: name(service_name, slot.name),
          type: typeOf(slot),
          gloss: slot.description,
          of: valuesOf(slot),
          asks: {},
          cues: {},
        }))
    }),
    tools: schemas.flatMap(({ service_name, intents }) =>
      intents.map((intent) => ({
        name: name(service_name, intent.name),
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

type Slot = SgdSchema['slots'][number]
const valuesOf = ({ is_categorical, possible_values }: Slot): readonly string[] =>
  is_categorical ? possible_values.filter((value) => !/^(?:True|False|\d+|dontcare)$/.test(value)) : []

function typeOf({ name, is_categorical, possible_values }: Slot): ListedField['type'] {
  if (possible_values.includes('True')) return 'boolean'
  if (is_categorical && possible_values.length > 0)
    return possible_values.every((value) => /^\d+$/.test(value)) ? 'number' : 'enum'
  return /date|day/.test(name) ? 'date' : 'string'
}
