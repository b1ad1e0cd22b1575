import { expect, test } from 'vitest'
import { typeErrors } from './architecture/type-errors.ts'

const RULE = (body: string): string => `
  import { alone } from '../../../text/said/literals.ts'
  import type { Seen } from '../../trial-view/seen.ts'
  export const spied = ({ messages, events, words }: Seen): unknown => [messages, events, words, alone, ${body}]
`
const AT = 'src/verdicts/rules/planted/rule.ts'

/** Each would bring the agent's words to a rule, a trial view or a score (DESIGN.md E14). */
const PLANTED: Readonly<Record<string, string>> = {
  'the text of a message': 'messages.map(({ text }) => text)',
  'the text through what was heard': 'messages.map(({ heard }) => heard.text)',
  'the text of a sentence': 'messages.map(({ heard }) => heard.sentences.map(({ text }) => text))',
  'the text of an event':
    "events.map((event) => (event.type === 'message.sent' && event.from === 'agent' ? event.text : ''))",
  'the note of a handover': "events.map((event) => (event.type === 'handover.made' ? event.note : ''))",
  'a question of its own': 'messages.map(({ heard }) => heard.answers((text: string) => text))',
  'an object that only looks like a question':
    'messages.map(({ heard }) => heard.answers({ ask: (text: string) => text }))',
}

test('a rule that looks into the words does not compile; one that asks for a literal does', () => {
  const files = Object.fromEntries(
    Object.entries(PLANTED).map(([, body], at) => [`src/verdicts/rules/planted-${at}/rule.ts`, RULE(body)]),
  )
  const errors = typeErrors({
    ...files,
    [AT]: RULE("messages.map(({ heard }) => heard.answers(alone('LB-1047')) || heard.holds('refund'))"),
  })
  expect(errors.filter((line) => line.startsWith(AT))).toEqual([])
  for (const [at, what] of Object.keys(PLANTED).entries())
    expect(
      errors.filter((line) => line.startsWith(`src/verdicts/rules/planted-${at}/`)).length,
      what,
    ).toBeGreaterThan(0)
})
