import type { Json } from '../../base/values/json.ts'
import type { Transcript, TranscriptEvent } from '../../transcript/event.ts'
import { blanking, type Deed } from './judge.ts'

/**
 * What was done at the desk, in words, beside what was said: a judge of a resolution must see whether there was one.
 * `hidden`: names that no judge reads.
 */
export function deedsIn(transcript: Transcript, hidden: readonly string[] = []): readonly Deed[] {
  const blank = blanking(hidden)
  return transcript.flatMap((event) => {
    const text = sayDeed(event)
    return text === null ? [] : [{ n: event.n, text: blank(text) }]
  })
}

function sayDeed(event: TranscriptEvent): string | null {
  switch (event.type) {
    case 'tool.called':
      return `The agent called ${plain(event.tool)}${withWords(event.input)}.`
    case 'tool.returned':
      return `The desk ${event.ok ? 'answered' : 'refused'}: ${inWords(event.output)}.`
    case 'world.changed': {
      const became = event.after === null ? 'was deleted' : event.before === null ? 'was created' : 'changed'
      return `In ${plain(event.table)}, ${event.key} ${became}${changedWords(event.before, event.after)}.`
    }
    case 'handover.made':
      return `The agent handed over to a person, for ${plain(event.reason)}, with the note: ${event.note}`
    case 'ticket.closed':
      return 'The agent closed the ticket.'
    default:
      return null
  }
}

const plain = (name: string): string => name.replaceAll(/[_-]/g, ' ')

const withWords = (input: Json): string => {
  const said = inWords(input)
  return said === NOTHING ? '' : ` with ${said}`
}

type Row = Readonly<Record<string, Json>> | null

function changedWords(before: Row, after: Row): string {
  if (after === null) return ''
  const cells = Object.entries(after).filter(([name, value]) => before?.[name] !== value)
  return cells.length === 0
    ? ''
    : `: ${cells.map(([name, value]) => `${plain(name)} ${inWords(value)}`).join(', ')}`
}

const NOTHING = 'nothing'
/** More of one answer than this is a table nobody reads to judge a conversation. */
const WORDS_MAX = 1_000

const inWords = (value: Json): string => {
  const said = sayJson(value)
  return said.length > WORDS_MAX ? `${said.slice(0, WORDS_MAX)} (and more)` : said
}

function sayJson(value: Json): string {
  if (value === null) return NOTHING
  if (typeof value !== 'object') return String(value)
  const parts = Array.isArray(value)
    ? value.map(sayJson)
    : Object.entries(value).map(([name, one]) => `${plain(name)} ${sayJson(one)}`)
  return parts.length === 0 ? NOTHING : parts.join(Array.isArray(value) ? '; ' : ', ')
}
