import { isJsonObject, type Json } from '../../../base/values/json.ts'
import { readChatMessage } from './chat-message.ts'
import type { Conversation } from './conversation.ts'
import { isList, objectOf, textOf, unpacked } from './members.ts'

/** The simulated customer of tau-bench ends a conversation with one of these words. */
const STOP = /#{3}(?:STOP|TRANSFER|OUT-OF-SCOPE)#{3}/g

/** One message of a tau trajectory. Out: whether the customer ended the conversation with it. */
export function readTauMessage(talk: Conversation, given: Json, place: string): boolean {
  const message = objectOf(given)
  if (isList(message['tool_messages'])) {
    for (const one of message['tool_messages']) readChatMessage(talk, one, place)
    return false
  }
  const content = textOf(message['content'])
  if (message['role'] === 'user' && content !== null && content.search(STOP) >= 0) {
    const text = content.replaceAll(STOP, '').trim()
    readChatMessage(talk, { ...message, content: text }, place)
    if (text === '') talk.aside('customer', 'note', content)
    return true
  }
  const inner = message['role'] === 'assistant' && content !== null ? wrappedWords(content) : null
  if (inner !== null)
    talk.doubt('wrapped-words', 'the agent put its words into a JSON object; only the words are kept')
  readChatMessage(talk, inner === null ? given : { ...message, content: inner }, place)
  return false
}

/** Some agents answer with a JSON object around their words: `{"message": "Hello"}`. */
function wrappedWords(content: string): string | null {
  if (!content.startsWith('{')) return null
  const value = unpacked(content)
  if (!isJsonObject(value)) return null
  const texts = Object.values(value).filter((member) => typeof member === 'string')
  const [only] = texts
  return texts.length === 1 && Object.keys(value).length === 1 && only !== undefined ? only : null
}
