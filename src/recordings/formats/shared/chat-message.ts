import { isJsonObject, type Json, type JsonObject } from '../../../base/values/json.ts'
import type { RecordedParty } from '../../model/recording.ts'
import type { Conversation } from './conversation.ts'
import { firstOf, idOf, isList, listOf, objectOf, textOf, unpacked } from './members.ts'
import { isSuccess } from './result-ok.ts'

const PARTY: Readonly<Record<string, RecordedParty | 'system' | 'tool'>> = {
  user: 'customer',
  human: 'customer',
  customer: 'customer',
  assistant: 'agent',
  model: 'agent',
  ai: 'agent',
  agent: 'agent',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'tool',
}

/**
 * One message as the chat interfaces of the large providers and the libraries around them write it: a role, and content
 * that is a text or a list of parts. The kinds of parts of all of them are read here, since no name means two things.
 */
export function readChatMessage(talk: Conversation, given: Json, place: string): void {
  if (!isJsonObject(given)) {
    talk.doubt('not-a-message', `${place} is not a message`)
    return
  }
  const role = textOf(given['role']) ?? ''
  const who = PARTY[role]
  if (who === 'tool') {
    readResult(talk, given)
    return
  }
  // The AI SDK keeps the text of `parts` a second time in `content`.
  const content = isList(given['parts']) ? given['parts'] : (given['content'] ?? null)
  if (who === undefined) {
    talk.doubt('unknown-role', `${place} has the role "${role}"; it is kept as a note`)
    talk.aside('other', 'note', typeof content === 'string' ? content : JSON.stringify(content))
    return
  }
  readContent(talk, who, content)
  if (who === 'system') return
  for (const call of listOf(given['tool_calls'] ?? given['toolCalls'])) readCall(talk, who, objectOf(call))
  if (!isList(given['parts']))
    for (const call of listOf(given['toolInvocations'])) readUiTool(talk, objectOf(call))
  const legacy = given['function_call']
  if (isJsonObject(legacy)) readCall(talk, who, legacy)
  const refusal = textOf(given['refusal'])
  if (refusal !== null) talk.said(who, refusal)
}

type ChatSpeaker = RecordedParty | 'system'

function readContent(talk: Conversation, who: ChatSpeaker, content: Json): void {
  if (typeof content === 'string') {
    say(talk, who, content)
    return
  }
  const words: string[] = []
  const flush = (): void => {
    say(talk, who, words.join('\n\n'))
    words.length = 0
  }
  const parts = isList(content) ? content : content === null ? [] : [content]
  for (const part of parts) {
    const text = typeof part === 'string' ? part : wordsOfPart(objectOf(part))
    if (text !== null) {
      words.push(text)
      continue
    }
    if (who !== 'system' && isMedia(objectOf(part))) {
      words.push(`[${textOf(objectOf(part)['type'])}]`)
      talk.doubt('not-text', 'it holds images, sound or files; only their kind is kept')
      continue
    }
    flush()
    readPart(talk, who, objectOf(part))
  }
  flush()
}

function say(talk: Conversation, who: ChatSpeaker, text: string): void {
  if (who === 'system') talk.aside('system', 'instructions', text)
  else talk.said(who, text)
}

const TEXT = /^(?:text|input_text|output_text|refusal)$/

function wordsOfPart(part: JsonObject): string | null {
  const type = textOf(part['type'])
  if (type !== null && !TEXT.test(type)) return null
  return textOf(firstOf(part, ['text', 'content', 'refusal']))
}

const isMedia = ({ type }: JsonObject): boolean =>
  typeof type === 'string' &&
  /^(?:image|image_url|input_image|file|input_file|document|audio|input_audio|video|blob|uri|media)$/.test(
    type,
  )

function readPart(talk: Conversation, who: ChatSpeaker, part: JsonObject): void {
  const type = textOf(part['type']) ?? ''
  switch (type) {
    case 'tool_use':
    case 'server_tool_use':
    case 'tool-call':
    case 'tool_call':
    case 'function_call':
      readCall(talk, 'agent', part)
      break
    case 'tool_result':
    case 'tool-result':
    case 'tool_call_response':
    case 'function_call_output':
      readResult(talk, part)
      break
    case 'thinking':
    case 'reasoning':
      talk.aside(who, 'note', textOf(firstOf(part, ['thinking', 'text', 'content', 'reasoning'])) ?? '')
      break
    case 'redacted_thinking':
    case 'step-start':
      break
    case 'tool-invocation':
      readUiTool(talk, objectOf(part['toolInvocation']))
      break
    case 'dynamic-tool':
      readUiTool(talk, part)
      break
    default:
      readOtherPart(talk, who, part, type)
  }
}

function readOtherPart(talk: Conversation, who: ChatSpeaker, part: JsonObject, type: string): void {
  if (type.startsWith('tool-')) {
    readUiTool(talk, { ...part, toolName: type.slice('tool-'.length) })
    return
  }
  if (!type.startsWith('source') && !type.startsWith('data-'))
    talk.doubt('unknown-part', `a message has a part of the kind "${type}"; it is kept as a note`)
  talk.aside(who, 'note', JSON.stringify(part))
}

/** A call as the user interface of the AI SDK keeps it: one part holds the call and, later, its result. */
function readUiTool(talk: Conversation, part: JsonObject): void {
  readCall(talk, 'agent', part)
  const state = textOf(part['state'])
  const error = textOf(part['errorText'])
  const output = firstOf(part, ['output', 'result'])
  if (output === undefined && error === null) return
  if (state !== null && !/^(?:output-available|output-error|result)$/.test(state)) return
  const value = error ?? output ?? null
  const ok = error === null && state !== 'output-error' && isSuccess(value)
  talk.returned({ id: callId(part), tool: null, ok, output: value })
}

const callId = (part: JsonObject): string | null =>
  idOf(firstOf(part, ['call_id', 'toolCallId', 'tool_call_id', 'tool_use_id', 'id']))

function readCall(talk: Conversation, from: RecordedParty, call: JsonObject): void {
  const own = isJsonObject(call['function']) ? call['function'] : call
  const tool = textOf(firstOf(own, ['name', 'toolName', 'tool_name']))
  if (tool === null) {
    talk.doubt('call-without-name', 'a call has no tool name; it is kept as a note')
    talk.aside(from, 'note', JSON.stringify(call))
    return
  }
  const given = firstOf(own, ['arguments', 'input', 'args']) ?? {}
  const input = typeof given === 'string' ? unpacked(given.trim() === '' ? '{}' : given) : given
  if (typeof input === 'string')
    talk.doubt('arguments-not-json', `the arguments of a call of ${tool} are not JSON; they are kept as text`)
  // The customer of a recording may have tools too: that call says so itself.
  const requestor = textOf(call['requestor'])
  const by = requestor === 'user' ? 'customer' : requestor === 'assistant' ? 'agent' : from
  talk.called({ from: by, id: callId(call), tool, input })
}

function readResult(talk: Conversation, given: JsonObject): void {
  const content = firstOf(given, ['content', 'parts', 'output', 'result', 'response'])
  if (isList(content) && content.some((part) => isResultPart(part))) {
    for (const part of content) readResult(talk, objectOf(part))
    return
  }
  const output = outputOf(content ?? null)
  const said = firstOf(given, ['error', 'is_error', 'isError'])
  const typed = textOf(objectOf(given['output'])['type'])
  const failed =
    said === true || (typeof said === 'string' && said !== '') || (typed?.startsWith('error') ?? false)
  talk.returned({
    id: callId(given),
    tool: textOf(firstOf(given, ['name', 'toolName', 'tool_name'])),
    ok: !failed && (said === false || isSuccess(output)),
    output,
  })
}

const isResultPart = (part: Json): boolean =>
  isJsonObject(part) && /^tool[-_](?:result|call_response)$/.test(textOf(part['type']) ?? '')

/** The text of a result's parts; JSON in a text as JSON. */
function outputOf(content: Json): Json {
  if (typeof content === 'string') return unpacked(content)
  if (isList(content)) {
    const texts = content.map((part) => (typeof part === 'string' ? part : textOf(objectOf(part)['text'])))
    return texts.every((text) => text !== null) ? unpacked(texts.join('\n')) : content
  }
  // The AI SDK wraps a result: {type: 'json', value}.
  if (isJsonObject(content) && typeof content['type'] === 'string' && content['value'] !== undefined)
    return outputOf(content['value'])
  return content
}
