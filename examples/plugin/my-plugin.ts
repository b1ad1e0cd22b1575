import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  defineFormat,
  definePlugin,
  defineRule,
  type FunctionKind,
  failed,
  fitting,
  notApplicable,
  one,
  passed,
  rate,
} from 'sage-desk'

/** A rule of your own: no message of the agent shouts. */
const loudly = fitting('(?s)\\b[A-Z]{4,}\\b|!.*!')
const shouting = defineRule({
  id: 'shouting',
  words: {
    name: 'Shouting',
    broken: 'shouted at the customer',
    meaning: 'A message of the agent has a word of four or more capitals, or two exclamation marks.',
  },
  counted: { hits: 'fails', of: 'applicable' },
  failsForGood: true,
  withoutDesk: 'always',
  appliesTo: ({ messages }) => messages.length > 0 || 'the agent said nothing',
  check: ({ messages, end }) => {
    const loud = messages.filter(({ heard }) => heard.answers(loudly))
    return loud.length > 0
      ? [failed({ evidence: loud.map(({ n }) => n), basis: 'text', because: 'the agent shouted' })]
      : [passed({ evidence: [end], basis: 'text', because: 'the agent never shouted' })]
  },
})

/** A metric of your own: conversations that were done within three turns of the agent. */
const short = rate({ name: 'short_talks', words: 'Short conversations', better: 'higher' }, ({ score }) =>
  one(score.turns.length <= 3),
)

/** A kind of agent of your own: it says the lines of a file, one after the other. `lines: ./lines.txt` in sage.yaml. */
const lines: FunctionKind = {
  name: 'lines',
  title: 'the lines of a file',
  stateless: true,
  open: ({ target, folder }) => {
    const said = readFileSync(join(folder, target), 'utf8').split('\n').filter(Boolean)
    return ({ heard }) => {
      const turn = heard.filter(({ from }) => from === 'agent').length
      return { messages: [said[turn % said.length] ?? 'Hello.'] }
    }
  },
}

/** A recording format of your own: {"chat": "17", "lines": ["customer: ...", "agent: ..."]}, one a line. */
const chatLines = defineFormat({
  name: 'chat-lines',
  title: 'chats with one text per line',
  detect: ({ value }) => (isChat(value) ? 'yes' : 'no'),
  idOf: (value) => (isChat(value) ? value.chat : null),
  tell: (value, talk) => {
    for (const line of isChat(value) ? value.lines : []) {
      const [, from, text = ''] = /^(customer|agent): (.*)$/s.exec(line) ?? []
      if (from === 'customer' || from === 'agent') talk.said(from, text)
      else talk.doubt('unknown-role', `the line "${line}" names neither the customer nor the agent`)
    }
  },
})

type Chat = { readonly chat: string; readonly lines: readonly string[] }
const isChat = (value: unknown): value is Chat =>
  typeof value === 'object' &&
  value !== null &&
  'chat' in value &&
  'lines' in value &&
  Array.isArray(value.lines)

/** A second rule, for one desk only: a goodbye has a thank-you in it. */
const thanks = defineRule({
  id: 'goodbye_without_thanks',
  words: {
    name: 'No thanks',
    broken: 'said goodbye without thanks',
    meaning: 'The last message does not thank the customer.',
  },
  counted: { hits: 'fails', of: 'applicable' },
  failsForGood: false,
  appliesTo: ({ pack }) => pack.id === 'lunchbox' || 'it is a rule of the lunchbox desk',
  check: ({ messages }) => {
    const last = messages.at(-1)
    if (last === undefined) return [notApplicable('the agent said nothing')]
    const judge = last.heard.answers(fitting('(?i)thank')) ? passed : failed
    return [
      judge({ evidence: [last.n], basis: 'text', because: 'the last message was read for a thank-you' }),
    ]
  },
})

export default definePlugin({
  rules: [shouting, thanks],
  metrics: [short],
  agents: [lines],
  formats: [chatLines],
})
