import type { JsonObject } from '../../../base/values/json.ts'
import { defineFormat, type Told } from '../shared/define-format.ts'
import { idOf, isList, listOf, objectOf, textOf } from '../shared/members.ts'
import { plainText } from '../shared/plain-text.ts'

/** Intercom conversations: the source message and the parts after it. */
export const intercom = defineFormat({
  name: 'intercom',
  title: 'Intercom conversations with their parts',
  lists: ['conversations'],
  detect: ({ value }) => {
    const conversation = objectOf(value)
    return conversation['source'] !== undefined && isList(partsOf(conversation)) ? 'yes' : 'no'
  },
  idOf: (value) => idOf(objectOf(value)['id']),
  tell: (value, talk) => {
    const conversation = objectOf(value)
    readPart(talk, { part_type: 'comment', ...objectOf(conversation['source']) })
    for (const part of partsOf(conversation) ?? []) readPart(talk, objectOf(part))
  },
})

function partsOf({ conversation_parts }: JsonObject) {
  const parts = isList(conversation_parts)
    ? conversation_parts
    : objectOf(conversation_parts)['conversation_parts']
  return isList(parts) ? parts : null
}

const CUSTOMERS: ReadonlySet<string> = new Set(['user', 'lead', 'contact'])
const DESK: ReadonlySet<string> = new Set(['admin', 'bot', 'team', 'operator', 'fin'])
/** Kinds of parts whose words reach the customer. */
const SAID = /^(?:comment|open|close|assignment|quick_reply|message|conversation)$/

function readPart(talk: Told, part: JsonObject): void {
  const text = plainText(textOf(part['body']) ?? '')
  const author = textOf(objectOf(part['author'])['type']) ?? ''
  const kind = textOf(part['part_type']) ?? 'comment'
  if (listOf(part['attachments']).length > 0)
    talk.doubt('not-text', 'it holds attachments; they are left out')
  if (text === '') return
  const from = CUSTOMERS.has(author) ? 'customer' : DESK.has(author) ? 'agent' : null
  if (from === null) {
    talk.doubt('unknown-role', `a part is by "${author}"; it is kept as a note`)
    talk.aside('other', 'note', text)
    return
  }
  if (SAID.test(kind)) talk.said(from, text)
  else talk.aside(from, 'note', text)
}
