import { z } from 'zod'
import type { DeskLists } from '../../base/values/desk-lists.ts'
import { jsonIn } from '../../base/values/json.ts'
import {
  ActKind,
  type ActPlace,
  Polarity,
  type ReadAct,
  type Reading,
  type ReadSentence,
  SentenceForm,
} from '../../base/values/reading.ts'
import type { NumberedSentence } from '../numbered-sentences.ts'

/** What a model is asked to answer. Names are checked against the lists afterwards: a schema with all of them would be huge. */
export const ReaderAnswer = z.strictObject({
  sentences: z.array(
    z.strictObject({
      s: z.int(),
      form: z.string(),
      acts: z.array(
        z.strictObject({
          kind: z.string(),
          place: z.string().nullable(),
          polarity: z.string(),
          sure: z.boolean(),
        }),
      ),
    }),
  ),
})
export type ReaderAnswer = z.infer<typeof ReaderAnswer>

/** `dropped`: kinds that do not exist, names that are not in the lists, sentences that are not in the message. */
export type CheckedAnswer = { readonly reading: Reading; readonly dropped: number }

/** A model's answer as a reading, checked against the lists; undefined: not an answer of the form that was asked for. */
export function checkedAnswer(
  text: string,
  sentences: readonly NumberedSentence[],
  lists: DeskLists,
  language: string,
): CheckedAnswer | undefined {
  const parsed = ReaderAnswer.safeParse(jsonIn(text))
  if (!parsed.success) return undefined
  let dropped = 0
  const read = new Map<number, ReadSentence>()
  for (const { s, form, acts } of parsed.data.sentences) {
    const sentence = sentences.find(({ number }) => number === s)
    if (sentence === undefined || read.has(s)) {
      dropped += 1
      continue
    }
    const checked = acts.flatMap((act): readonly ReadAct[] => {
      const kind = ActKind.safeParse(act.kind)
      if (!kind.success) {
        dropped += 1
        return []
      }
      const place = placeOf(kind.data, act.place, lists)
      const isUnknown = act.place !== null && place === null
      if (isUnknown) dropped += 1
      const polarity = Polarity.safeParse(act.polarity)
      return [
        {
          kind: kind.data,
          place,
          polarity: polarity.success ? polarity.data : 'positive',
          // Sure of a name that does not exist is sure of nothing.
          sure: act.sure && !isUnknown && polarity.success && (place !== null || !NEEDS_PLACE.has(kind.data)),
          values: [...sentence.values],
          from: sentence.from,
          to: sentence.to,
        },
      ]
    })
    read.set(s, readSentence(sentence, SentenceForm.safeParse(form).data ?? 'plain', checked))
  }
  // A sentence that was left out was not read.
  const all = sentences.map((sentence) => read.get(sentence.number) ?? readSentence(sentence, 'plain', []))
  return { reading: { language, sentences: all }, dropped }
}

/** Nothing could be read. */
export const unreadMessage = (sentences: readonly NumberedSentence[], language: string): Reading => ({
  language,
  sentences: sentences.map((sentence) => readSentence(sentence, 'plain', [])),
})

const readSentence = ({ from, to }: NumberedSentence, form: SentenceForm, acts: ReadAct[]): ReadSentence => ({
  from,
  to,
  form,
  unread: acts.length === 0 && form !== 'courtesy',
  acts,
})

const NEEDS_PLACE: ReadonlySet<ActKind> = new Set([
  'request',
  'propose',
  'claim-done',
  'inform',
  'explain',
  'promise',
  'decline',
])

/** Which lists the place of a kind may come from, the likelier first. */
const LISTS: Readonly<Record<ActKind, readonly ActPlace['in'][]>> = {
  request: ['field'],
  'check-fact': ['field'],
  'request-proof': ['field', 'topic'],
  propose: ['tool'],
  'claim-done': ['tool'],
  'hand-over': ['tool'],
  promise: ['topic', 'tool'],
  offer: ['topic', 'tool'],
  inform: ['topic'],
  explain: ['topic'],
  decline: ['topic'],
  comfort: ['topic'],
  'anything-else': [],
  greet: [],
  'sign-off': [],
  courtesy: [],
}

function placeOf(kind: ActKind, name: string | null, { fields, tools, topics }: DeskLists): ActPlace | null {
  if (name === null) return null
  const names = { field: fields, tool: tools, topic: topics }
  const list = LISTS[kind].find((one) => names[one].some((entry) => entry.name === name))
  return list === undefined ? null : { in: list, name }
}
