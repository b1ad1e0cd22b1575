import { isJsonObject, type Json, type JsonObject, readJson } from '../base/values/json.ts'

/** Does this member name a part of the conversation itself? Replacing it would tear the parts from one another. */
export type Keeps = (holder: JsonObject, member: string) => boolean

/** For what is data throughout: a call may have arguments of any name. */
export const namesNothing: Keeps = () => false

/** Roles, kinds and references of transcripts and of model providers' messages; in a call or a tool its name and id too. */
export const namesPart: Keeps = (holder, member) =>
  (STRUCTURE.test(member) || (/^(?:name|id)$/.test(member) && isCallOrTool(holder))) &&
  isLabel(holder[member])

/** One word and no e-mail: "customer": "Jonas Berger" is a person, whatever the member is called. */
const isLabel = (value: Json | undefined): boolean =>
  typeof value === 'string' && !/\s|@[^@]*\.\p{L}{2}/u.test(value)

const STRUCTURE =
  /^(?:type|format|trial|pack|hash|case|agent|protocol|customer|tool|call|model|by|of|role|from|kind|side|code|table|class|do|act|intent|field|language|sop|today|state|limit|name_of_tool|id_of|tool_name|tool_call_id|tool_use_id|call_id|finish_reason|stop_reason|object)$/

/** `{type: 'function', function: {...}}`, `{name, arguments}`, `{type: 'tool_use', name, input}`, `{role: 'tool', name}` */
const isCallOrTool = (holder: JsonObject): boolean => {
  const { type, role } = holder
  return (
    (typeof type === 'string' && CALL_TYPE.test(type)) ||
    role === 'tool' ||
    role === 'function' ||
    'function' in holder ||
    ('name' in holder && Object.keys(holder).some((member) => GIVEN.test(member)))
  )
}
const GIVEN = /^(?:arguments|args|parameters|input|input_schema|inputSchema)$/
const CALL_TYPE = /^(?:function|function_call|function_call_output|tool|tool_use|tool_call|tool_result)$/

/** What a tool was given and what it gave back: whatever its members are called, they hold values. */
export const isData = (member: string): boolean =>
  /^(?:arguments|args|input|output|result|response)$/.test(member)

/** `{field: 'item_name', value: 'Wash Bag'}` says in a member of its own what the value is. */
export const columnOf = (holder: JsonObject, member: string): string => {
  const { field } = holder
  return member === 'value' && typeof field === 'string' ? field : member
}

/** What a text that is a JSON object or list holds; null: it is words. */
export function heldIn(text: string): Json | null {
  if (!/^\s*[[{]/.test(text)) return null
  const value = readJson(text)
  return isJsonObject(value) || Array.isArray(value) ? (value as Json) : null
}
