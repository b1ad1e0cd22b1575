import type { Addition, Condition, Deed, Meaning, Test } from '../../../src/compile/compose/meaning.ts'
import type { SentenceChoices } from '../../../src/report/studio-views/desk-view.ts'

/** The choice that opens boxes for something the desk does not have yet. */
export const NEW = '+'

export type ValueType = Extract<Addition, { add: 'field' }>['type']
export type TimeUnit = Extract<Addition, { add: 'time' }>['unit']
/** Something new that can be compared: said by the customer, or shown by a record. */
export type FreshVariable = {
  readonly name: string
  /** '': the customer says it; else a record */
  readonly from: string
  readonly type: ValueType
  /** of a closed list, with commas between */
  readonly values: string
  readonly counts: 'since' | 'until'
  readonly unit: TimeUnit
}
/** `same` compares with another thing of the desk; the rest with a value. */
export type Comparison = Test['is'] | 'same' | 'other'
export type TestDraft = {
  readonly variable: string
  readonly fresh: FreshVariable
  readonly is: Comparison
  readonly value: string
}
export type DeedDraft = {
  readonly deed: Deed['deed']
  /** an id of the desk, NEW, or nothing chosen yet */
  readonly what: string
  readonly name: string
  readonly type: ValueType
  readonly values: string
  readonly without: 'on' | 'person'
  readonly by: string
  readonly act: Extract<Deed, { deed: 'tell' }>['act']
  readonly says: string
  readonly holds: readonly string[]
  readonly agreed: boolean
  readonly with: Readonly<Record<string, string>>
}
export type SentenceDraft = {
  readonly is: Meaning['is'] | 'fact' | 'tone'
  readonly request: string
  readonly requestName: string
  readonly place: string
  readonly join: 'and' | 'or'
  readonly tests: readonly TestDraft[]
  readonly deeds: readonly DeedDraft[]
  readonly then: 'on' | 'end'
  readonly tool: string
  readonly kind: Extract<Meaning, { is: 'never' }>['kind']
  readonly on: Extract<Meaning, { is: 'whenever' }>['on']
  readonly reason: string
  readonly items: readonly string[]
}

export const FRESH: FreshVariable = {
  name: '',
  from: '',
  type: 'string',
  values: '',
  counts: 'since',
  unit: 'days',
}
export const emptyTest = (): TestDraft => ({ variable: '', fresh: FRESH, is: '==', value: '' })
export const emptyDeed = (deed: Deed['deed']): DeedDraft => ({
  deed,
  what: '',
  name: '',
  type: 'string',
  values: '',
  without: 'person',
  by: '',
  act: 'inform',
  says: '',
  holds: [],
  agreed: true,
  with: {},
})

/** A name as the desk's files have it: `Booking number` -> `booking_number`. */
export function idOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return (/^[a-z]/.test(plain) || plain === '' ? plain : `x_${plain}`).slice(0, 40).replace(/_+$/, '')
}
const listOf = (values: string): string[] =>
  values
    .split(',')
    .map(idOf)
    .filter((each) => each !== '')

/** What a draft says, with everything new it names; null: something is not filled in yet. */
export function meaningOf(
  draft: SentenceDraft,
  figures: Readonly<Record<string, Extract<Deed, { deed: 'tell' }>['holds'][number]>>,
): { readonly meaning: Meaning; readonly add: readonly Addition[] } | null {
  const add: Addition[] = []
  switch (draft.is) {
    case 'steps': {
      const place = placeOf(draft, add)
      const when = conditionOf(draft, add)
      const deeds = draft.deeds.map((deed) => deedOf(deed, figures, add))
      if (place === null || when === undefined || deeds.length === 0 || deeds.includes(null)) return null
      const said = deeds.flatMap((deed) => (deed === null ? [] : [deed]))
      return { meaning: { is: 'steps', place, when, deeds: said, then: draft.then }, add }
    }
    case 'never': {
      const when = conditionOf(draft, add)
      if (draft.tool === '' || when === undefined) return null
      return { meaning: { is: 'never', tool: draft.tool, when, kind: draft.kind }, add }
    }
    case 'whenever': {
      const reason = idOf(draft.reason)
      return reason === '' ? null : { meaning: { is: 'whenever', on: draft.on, nth: 1, reason }, add }
    }
    case 'done-by':
      return draft.items.length === 0 ? null : { meaning: { is: 'done-by', items: [...draft.items] }, add }
    default:
      return null
  }
}

function placeOf({ request, requestName, place }: SentenceDraft, add: Addition[]): string | null {
  if (request !== NEW) return place === '' ? null : place
  const id = idOf(requestName)
  if (id === '') return null
  add.push({ add: 'request', id })
  return `${id}//start`
}

/** Null: always; undefined: a test is not filled in yet. */
function conditionOf({ tests, join }: SentenceDraft, add: Addition[]): Condition | null | undefined {
  if (tests.length === 0) return null
  const said = tests.map((test) => testOf(test, add))
  return said.includes(null)
    ? undefined
    : { join, tests: said.flatMap((test) => (test === null ? [] : [test])) }
}

function testOf(test: TestDraft, add: Addition[]): Test | null {
  const variable = test.variable === NEW ? freshVariable(test.fresh, add) : test.variable
  if (variable === null || variable === '' || test.value.trim() === '') return null
  if (test.is !== 'same' && test.is !== 'other')
    return { variable, is: test.is, value: typedValue(test, variable) }
  const id = idOf(`same ${variable} ${test.value}`.replaceAll(/fields|records/g, ''))
  add.push({ add: 'same', id, of: [variable, test.value] })
  return { variable: `derived.${id}`, is: '==', value: test.is === 'same' ? 'true' : 'false' }
}

const typedValue = ({ fresh, value, variable: chosen }: TestDraft, variable: string): string =>
  chosen === NEW && fresh.type === 'enum' && !variable.startsWith('derived.') ? idOf(value) : value.trim()

function freshVariable(fresh: FreshVariable, add: Addition[]): string | null {
  const id = idOf(fresh.name)
  if (id === '') return null
  const { type } = fresh
  const of = type === 'enum' ? listOf(fresh.values) : []
  if (type === 'enum' && of.length === 0) return null
  add.push(
    fresh.from === '' ? { add: 'field', id, type, of } : { add: 'column', id, record: fresh.from, type, of },
  )
  const variable = fresh.from === '' ? `fields.${id}` : `records.${fresh.from}.${id}`
  if (type !== 'date') return variable
  const time = idOf(`${fresh.unit} ${fresh.counts} ${id}`)
  add.push({ add: 'time', id: time, from: variable, counts: fresh.counts, unit: fresh.unit })
  return `derived.${time}`
}

function deedOf(draft: DeedDraft, figures: Parameters<typeof meaningOf>[1], add: Addition[]): Deed | null {
  const isNew = draft.what === NEW
  const id = isNew ? idOf(draft.name) : draft.what
  if (id === '') return null
  switch (draft.deed) {
    case 'ask': {
      const of = draft.type === 'enum' ? listOf(draft.values) : []
      if (isNew) add.push({ add: 'field', id, type: draft.type, of })
      return { deed: 'ask', field: id, without: draft.without }
    }
    case 'look-up':
      if (isNew && draft.by === '') return null
      if (isNew) add.push({ add: 'record', id, by: draft.by })
      return { deed: 'look-up', record: id }
    case 'tell': {
      if (isNew && draft.says.trim() === '') return null
      if (isNew) add.push({ add: 'topic', id, says: draft.says.trim() })
      const holds = draft.holds.flatMap((text) => figures[text] ?? [])
      return { deed: 'tell', act: draft.act, topic: id, holds }
    }
    case 'do': {
      const variables = Object.values(draft.with).filter((variable) => variable !== '')
      if (isNew) add.push({ add: 'tool', id, with: variables })
      return { deed: 'do', tool: id, agreed: draft.agreed, with: { ...draft.with } }
    }
    case 'hand-over':
      return { deed: 'hand-over', reason: id }
  }
}

/** Variables with those that earlier deeds of the same sentence ask for. */
export function keysFor(
  choices: SentenceChoices,
  before: readonly DeedDraft[],
): readonly (readonly [id: string, name: string])[] {
  const asked = before.flatMap(({ deed, what, name }) =>
    deed === 'ask' && what === NEW && idOf(name) !== ''
      ? [[`fields.${idOf(name)}`, `the ${name}`] as const]
      : [],
  )
  return [
    ...asked,
    ...choices.variables.flatMap(({ id, name, type }) =>
      type === 'string' || type === 'number' ? [[id, name] as const] : [],
    ),
  ]
}
