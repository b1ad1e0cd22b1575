import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../src/base/values/json.ts'
import type { LearnedKind } from '../../src/reading/lexical/kinds.ts'
import { PROJECT } from './project.ts'

/** One agent message of a talk with what a blind labeller says it does (test/talks/acts.jsonl). */
export type TalkMessage = {
  readonly talk: string
  readonly desk: string
  readonly n: number
  readonly text: string
  readonly before: string
  readonly acts: readonly LabelledAct[]
  /** values said by the customer and shown by tools so far */
  readonly seen: readonly Json[]
}
export type LabelledAct = {
  readonly kind: string
  readonly place: string | null
  readonly also?: readonly string[]
  readonly also_kind?: string
  readonly quote: string
  readonly values?: readonly string[]
  readonly polarity?: string
}

/** Labelled messages of test/talks; of test/plays by one of its two labellers. */
export function talkMessages(folder = 'test/talks', file = 'acts.jsonl'): readonly TalkMessage[] {
  const home = join(PROJECT, folder)
  const labels = new Map(
    readFileSync(join(home, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((one) => [`${one.talk} ${one.n}`, one.acts as readonly LabelledAct[]]),
  )
  return readdirSync(join(home, 'transcripts')).flatMap((transcript) => {
    const talk = transcript.replace('.jsonl', '')
    const events = readFileSync(join(home, 'transcripts', transcript), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const desk: string = events[0].pack.id
    const seen: Json[] = []
    let before = ''
    return events.flatMap((event): readonly TalkMessage[] => {
      if (event.type === 'tool.called') seen.push(event.input)
      if (event.type === 'tool.returned') seen.push(event.output)
      if (event.type !== 'message.sent') return []
      if (event.from === 'customer') {
        before = event.text
        seen.push(event.text)
        return []
      }
      const acts = labels.get(`${talk} ${event.n}`)
      return acts === undefined
        ? []
        : [{ talk, desk, n: event.n, text: event.text, before, acts, seen: [...seen] }]
    })
  })
}

/** The labelled sets that were opened: all may be learned from. Those of blind players were measured once before that. */
export const openSets = (): readonly OpenSet[] =>
  OPEN_SETS.map((name) => ({
    name,
    messages: talkMessages(`test/${name}`, name === 'talks' ? 'acts.jsonl' : 'acts-1.jsonl'),
  }))
export type OpenSet = { readonly name: string; readonly messages: readonly TalkMessage[] }
const OPEN_SETS = ['talks', 'plays', 'plays-5', 'plays-6', 'plays-7', 'plays-10', 'plays-11', 'plays-12']

const KINDS: Readonly<Record<string, LearnedKind>> = {
  request: 'request',
  'request-proof': 'request',
  propose: 'propose',
  'claim-done': 'claim-done',
  'denied-deed': 'denied',
  'anything-else': 'anything-else',
  'sign-off': 'sign-off',
  inform: 'inform',
  explain: 'inform',
  decline: 'decline',
  promise: 'promise',
  'hand-over': 'hand-over',
  comfort: 'comfort',
  courtesy: 'courtesy',
  greet: 'courtesy',
}
export const learnedKind = (kind: string): LearnedKind | undefined => KINDS[kind]
