import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import type { ReadSentence, SentenceForm } from '../../src/base/values/reading.ts'
import { type ReaderModel, shippedModel } from '../../src/reading/lexical/model.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import type { LabelledAct } from './talks.ts'

/** What labels say about forms: step 3 rests on knowing what a sentence cannot be (E4). */
export type FormFigures = {
  /** deeds told as done, by the form of their sentence: only `plain` can be a claim */
  readonly claims: Readonly<Record<string, number>>
  /** deeds denied or said under a condition, by form: `plain` would let them pass as claims */
  readonly denied: Readonly<Record<string, number>>
  /** questions and proposals, by form */
  readonly asked: Readonly<Record<string, number>>
  /** topics told, by form: a courtesy tells nothing */
  readonly told: Readonly<Record<string, number>>
  readonly sentences: number
  /** sentences with a form that is not plain, with a sure act, or with an act of another kind than telling */
  readonly known: number
  readonly lines: readonly string[]
}

const GROUPS: Readonly<Record<string, 'claims' | 'denied' | 'asked' | 'told'>> = {
  'claim-done': 'claims',
  'denied-deed': 'denied',
  conditional: 'denied',
  request: 'asked',
  propose: 'asked',
  inform: 'told',
  explain: 'told',
  decline: 'told',
}
const WRONG: Readonly<Record<string, ReadonlySet<SentenceForm>>> = {
  claims: new Set(['question', 'plan', 'condition', 'denial', 'state', 'courtesy']),
  denied: new Set(['plain']),
  asked: new Set(['denial', 'state', 'courtesy']),
  told: new Set(['courtesy']),
}

export function measureForms(
  messages: readonly {
    readonly desk: string
    readonly text: string
    readonly acts: readonly LabelledAct[]
  }[],
  listsOf: (desk: string) => DeskLists,
  language: string,
  model: ReaderModel = shippedModel(),
): FormFigures {
  const counts: Record<string, Record<string, number>> = { claims: {}, denied: {}, asked: {}, told: {} }
  const lines: string[] = []
  let sentences = 0
  let known = 0
  for (const { desk, text, acts } of messages) {
    const reading = readMessage(text, listsOf(desk), { seen: [] }, model)
    if (reading.language !== language) continue
    for (const sentence of reading.sentences) {
      if (sentence.form === 'courtesy') continue
      sentences += 1
      if (isKnown(sentence)) known += 1
    }
    for (const { kind, quote, polarity } of acts) {
      const group = kind === 'claim-done' && polarity === 'negative' ? 'denied' : GROUPS[kind]
      const from = text.indexOf(quote)
      // A quote over two sentences is told by the one it begins in.
      const sentence = reading.sentences.find((one) => one.from < from + quote.length && one.to > from)
      if (group === undefined || from === -1 || sentence === undefined) continue
      const count = counts[group] ?? {}
      count[sentence.form] = (count[sentence.form] ?? 0) + 1
      if (WRONG[group]?.has(sentence.form) === true)
        lines.push(
          `${group} as ${sentence.form} | ${text.slice(sentence.from, sentence.to).replaceAll('\n', ' ')} | ${quote}`,
        )
    }
  }
  const { claims = {}, denied = {}, asked = {}, told = {} } = counts
  return { claims, denied, asked, told, sentences, known, lines }
}

const isKnown = ({ form, acts }: ReadSentence): boolean =>
  form !== 'plain' || acts.some(({ kind, sure }) => sure || (kind !== 'inform' && kind !== 'explain'))
