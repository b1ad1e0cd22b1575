import { memo } from '../../../base/memo.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../base/values/json.ts'
import type { SourceRecord } from '../../model/recording-format.ts'
import { firstOf, isList, listOf, objectOf, textOf, unpacked } from '../shared/members.ts'

/** What is kept of a span that holds messages. */
export type Span = { readonly attributes: JsonObject; readonly events: readonly Json[]; readonly end: string }

/** The spans of a record: of an OTLP document, or the span it is. */
export function spansIn({ value, list }: Pick<SourceRecord, 'value' | 'list'>): readonly JsonObject[] {
  const record = objectOf(value)
  const resources = list === 'resourceSpans' ? [record] : listOf(record['resourceSpans']).map(objectOf)
  const scopes = resources.flatMap((one) =>
    listOf(firstOf(one, ['scopeSpans', 'instrumentationLibrarySpans'])),
  )
  const nested = scopes.flatMap((scope) => listOf(objectOf(scope)['spans']).map(objectOf))
  if (nested.length > 0) return nested
  return isSpan(record) ? [record] : []
}

const isSpan = (record: JsonObject): boolean =>
  record['attributes'] !== undefined &&
  ['traceId', 'trace_id', 'spanId', 'span_id', 'context'].some((name) => record[name] !== undefined)

/** Attributes as one object, whichever way they are written down. */
export function attributesOf({ attributes }: JsonObject): JsonObject {
  if (isJsonObject(attributes)) return attributes
  const pairs = listOf(attributes).map((one): readonly [string, Json] => {
    const { key, value } = objectOf(one)
    return [textOf(key) ?? '', plainValue(value ?? null)]
  })
  return Object.fromEntries(pairs)
}

function plainValue(value: Json): Json {
  if (!isJsonObject(value)) return value
  if (isJsonObject(value['arrayValue'])) return listOf(value['arrayValue']['values']).map(plainValue)
  if (isJsonObject(value['kvlistValue']))
    return attributesOf({ attributes: listOf(value['kvlistValue']['values']) })
  return firstOf(value, ['stringValue', 'intValue', 'doubleValue', 'boolValue']) ?? null
}

export const isChatSpan = (attributes: JsonObject): boolean =>
  Object.keys(attributes).some((name) =>
    /^gen_ai\.(?:input|output)\.messages$|^gen_ai\.prompt(?:\.0\.|$)/.test(name),
  ) || attributes['gen_ai.operation.name'] === 'chat'

/** The messages of a span: instructions, what the model was given, what it answered. */
export const messagesOf = memo(({ attributes, events }: Span): readonly Json[] => {
  const list = (name: string): readonly Json[] => {
    const value = attributes[name]
    const read = typeof value === 'string' ? unpacked(value) : value
    return isList(read) ? read : []
  }
  const instructions = list('gen_ai.system_instructions')
  const told = [...list('gen_ai.input.messages'), ...list('gen_ai.output.messages')]
  const opening = instructions.length === 0 ? [] : [{ role: 'system', parts: instructions }]
  if (told.length > 0) return [...opening, ...told]
  const numbered = [
    ...numberedMessages(attributes, 'gen_ai.prompt'),
    ...numberedMessages(attributes, 'gen_ai.completion'),
  ]
  return numbered.length > 0 ? numbered : events.flatMap((event) => messageOfEvent(objectOf(event)))
})

/** `gen_ai.prompt.0.role`, `gen_ai.prompt.0.content`: messages written down member by member. */
function numberedMessages(attributes: JsonObject, prefix: string): readonly Json[] {
  const messages: Json[] = []
  for (let place = 0; attributes[`${prefix}.${place}.role`] !== undefined; place += 1) {
    const at = (name: string): Json => attributes[`${prefix}.${place}.${name}`] ?? null
    const calls: Json[] = []
    for (let call = 0; at(`tool_calls.${call}.name`) !== null; call += 1)
      calls.push({
        id: at(`tool_calls.${call}.id`),
        name: at(`tool_calls.${call}.name`),
        arguments: at(`tool_calls.${call}.arguments`),
      })
    messages.push({
      role: at('role'),
      content: at('content'),
      tool_call_id: at('tool_call_id'),
      tool_calls: calls,
    })
  }
  return messages
}

/** `gen_ai.user.message` and its like: one event a message. */
function messageOfEvent(event: JsonObject): readonly Json[] {
  const name = textOf(event['name']) ?? ''
  const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name)?.[1]
  const body = { ...attributesOf(event), ...objectOf(event['body']) }
  if (role !== undefined)
    return [
      {
        ...body,
        role,
        tool_call_id: body['id'] ?? body['tool_call_id'] ?? null,
        tool_calls: listed(body['tool_calls']),
      },
    ]
  if (name !== 'gen_ai.choice') return []
  const message = body['message']
  const said = typeof message === 'string' ? unpacked(message) : message
  return [{ role: 'assistant', ...objectOf(said) }]
}

const listed = (value: Json | undefined): Json =>
  typeof value === 'string' ? unpacked(value) : (value ?? [])
