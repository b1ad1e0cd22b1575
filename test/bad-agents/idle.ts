import type { AgentFunction } from '../../src/runner/agents/shared/function-kind.ts'
import { asModule, type Entry } from './entry.ts'

/** Agents that do nothing at all: whatever they say, no outcome of theirs is right. */
const SENTENCES = {
  'all-in-order': 'Thank you for reaching out! All looks to be in order.',
  'taken-care-of': "I've taken care of that for you!",
  'cannot-help': "I'm sorry, I can't help with that.",
  'within-24-hours': 'We will get back to you within 24 hours.',
  escalated: 'Your case has been escalated to a colleague.',
  'on-its-way': 'It is on its way.',
} as const

const says =
  (text: string): AgentFunction =>
  () => ({ messages: [text] })

/** The library's own words for a service that has broken down. */
const broken = (): never => {
  throw new TypeError('the agent is broken')
}
const customerTurns: (turn: Parameters<AgentFunction>[0]) => number = ({ heard }) =>
  heard.filter(({ from }) => from === 'customer').length

const DEAD: Readonly<Record<string, AgentFunction>> = {
  'throws-at-once': broken,
  'throws-later': (turn) => (customerTurns(turn) > 1 ? broken() : { messages: ['Hello! How can I help?'] }),
  'never-answers': () => new Promise(() => undefined),
  'empty-message': says(''),
  'white-space': says(' \n\t '),
  'no-message': () => ({}),
  punctuation: says('... ?!'),
  'closes-at-once': () => ({ calls: [{ tool: 'close_ticket' }] }),
  'error-page': says('HTTP/1.1 500 Internal Server Error'),
  // What a function in JavaScript may give back instead of an answer.
  garbage: () => Object('{"choices":[{"message":{"content":"Hel'),
}
const NEVER_MS = 10

export const idle: readonly Entry[] = [
  ...Object.entries(SENTENCES).map(
    ([id, text]): Entry => ({ id, kind: 'one sentence', make: asModule(says(text)) }),
  ),
  ...Object.entries(DEAD).map(
    ([id, reply]): Entry => ({
      id,
      kind: 'dead',
      make: id === 'never-answers' ? asModule(reply, NEVER_MS) : asModule(reply),
    }),
  ),
]
