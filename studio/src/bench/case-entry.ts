import { isJsonObject, type Json, type JsonObject } from '../../../src/base/values/json.ts'
import type { CaseEntryView } from '../../../src/report/studio-views/desk-view.ts'

/** A case file's entry, read and changed member by member. What a form does not show stays as it is. */

export const emptyCase: CaseEntryView = {
  id: '',
  bucket: 'resolvable',
  card: { name: '', tone: 'calm', intent: '', wants: '', knows: {} },
  acceptable: [{}],
}

export const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {}

export const textOf = (value: Json | undefined): string =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value)

export const listOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.map((each) => textOf(each)) : []

/** The card's request that a form shows: the card itself, or the first of several. */
export function requestOf(entry: CaseEntryView): JsonObject {
  const card = objectOf(entry['card'])
  const several = card['requests']
  return Array.isArray(several) ? objectOf(several[0]) : card
}

export function withRequest(entry: CaseEntryView, change: JsonObject): CaseEntryView {
  const card = objectOf(entry['card'])
  const several = card['requests']
  if (!Array.isArray(several)) return { ...entry, card: withoutEmpty({ ...card, ...change }) }
  const [first, ...rest] = several
  const requests = [withoutEmpty({ ...objectOf(first), ...change }), ...rest]
  return { ...entry, card: { ...card, requests } }
}

export const withCard = (entry: CaseEntryView, change: JsonObject): CaseEntryView => ({
  ...entry,
  card: withoutEmpty({ ...objectOf(entry['card']), ...change }),
})

export function withMember(entry: CaseEntryView, name: string, value: Json | undefined): CaseEntryView {
  const { id, bucket, ...rest } = { ...entry }
  const changed = withoutEmpty(value === undefined ? without(rest, name) : { ...rest, [name]: value })
  return {
    ...changed,
    id: name === 'id' ? textOf(value) : id,
    bucket: name === 'bucket' ? textOf(value) : bucket,
  }
}

export const without = (members: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([key]) => key !== name))

/** An empty text says nothing, and a schema may refuse it. */
const withoutEmpty = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''))

/** A typed value as its column or field has it: a number and a yes are no texts. */
export function typedValue(text: string, type: string): Json {
  if (type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (type === 'boolean') return text === 'true'
  return text
}
