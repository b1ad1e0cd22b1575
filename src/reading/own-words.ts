import { memo } from '../base/memo.ts'
import type { DeskLists, Wordings } from '../base/values/desk-lists.ts'
import type { ActKind, ActPlace, Reading, ReadSentence } from '../base/values/reading.ts'
import { foldMessage } from './lexical/fold.ts'

/**
 * The desk's own sentences, word for word: where a message holds one, nothing is left to be read. The lists say what
 * the sentence does; whatever stands beside it is read as ever.
 */
export function readOwnWords(text: string, lists: DeskLists, reading: Reading): Reading {
  const folded = foldMessage(text)
  const found = wordingsOf(lists).flatMap((wording) => {
    if (!folded.includes(wording.longest)) return []
    const at = wording.pattern.exec(folded)
    return at === null ? [] : [{ ...wording, from: at.index, to: at.index + at[0].length }]
  })
  if (found.length === 0) return reading
  // The longest wins where one wording holds another.
  const kept = found
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .filter((one, at) => !found.slice(0, at).some(({ from, to }) => from < one.to && to > one.from))
  return {
    ...reading,
    sentences: reading.sentences.map((sentence, at, all) => withOwn(sentence, all[at - 1], kept)),
  }
}

type DeskWording = {
  readonly kind: ActKind
  readonly place: ActPlace
  readonly longest: string
  readonly pattern: RegExp
}
type Found = DeskWording & { readonly from: number; readonly to: number }

function withOwn(
  sentence: ReadSentence,
  before: ReadSentence | undefined,
  found: readonly Found[],
): ReadSentence {
  const within = found.find(
    ({ from, to }) => from < sentence.to && to > sentence.from && covers(from, to, sentence),
  )
  if (within === undefined) return sentence
  const { from, to, kind, place } = within
  // A sentence begins after its "¿", the wording with it: only an earlier sentence in the wording makes this a later one.
  const isFirst = before === undefined || before.to <= from
  const refuses = sentence.acts.some((act) => act.kind === 'decline')
  return {
    ...sentence,
    form: kind === 'request' || kind === 'propose' ? 'question' : sentence.form,
    unread: false,
    acts: isFirst
      ? [
          {
            kind: kind === 'inform' && refuses ? 'decline' : kind,
            place,
            polarity: 'positive',
            sure: true,
            values: sentence.acts.flatMap(({ values }) => values),
            from,
            to,
          },
        ]
      : [],
  }
}

/** A wording may end in the middle of what the layout takes for one sentence, never begin there. */
const covers = (
  from: number,
  to: number,
  sentence: { readonly from: number; readonly to: number },
): boolean => Math.min(to, sentence.to) - Math.max(from, sentence.from) >= (sentence.to - sentence.from) * 0.9

const wordingsOf = memo((lists: DeskLists): readonly DeskWording[] => {
  const of = (kind: ActKind, place: ActPlace, words: Wordings): readonly DeskWording[] =>
    Object.values(words)
      .flat()
      .flatMap((wording) => compile(wording, kind, place))
  const made = [
    ...lists.fields.flatMap(({ name, asks }) => of('request', { in: 'field', name }, asks)),
    ...lists.tools.flatMap(({ name, role, proposes, claims }) => [
      ...of('propose', { in: 'tool', name }, proposes),
      ...of(role === 'handover' ? 'hand-over' : 'claim-done', { in: 'tool', name }, claims),
    ]),
    ...lists.topics.flatMap(({ name, says }) => of('inform', { in: 'topic', name }, says)),
  ]
  return made
})

const WORDING_CHARACTERS_MIN = 12

/** A slot holds what a sentence can hold. */
function compile(wording: string, kind: ActKind, place: ActPlace): readonly DeskWording[] {
  const parts = foldMessage(wording).split(/\{[a-z_]+\}/)
  const [longest = ''] = [...parts].sort((a, b) => b.length - a.length)
  if (longest.length < WORDING_CHARACTERS_MIN) return []
  const pattern = new RegExp(parts.map(escaped).join('[^\\n]{1,200}?'))
  return [{ kind, place, longest, pattern }]
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
