import { memo } from '../../base/memo.ts'
import type { DeskLists } from '../../base/values/desk-lists.ts'
import type { Json } from '../../base/values/json.ts'
import type { ActKind, ReadAct, Reading, ReadSentence, SentenceForm } from '../../base/values/reading.ts'
import { contentOf } from './bags.ts'
import { draftsOf } from './drafts.ts'
import { isMeasured } from './frames/languages.ts'
import { carefully } from './limits.ts'
import { type ReaderModel, shippedModel } from './model.ts'
import { deedsNamed, type Prepared, type PreparedSentence, prepareMessage, type Unit } from './prepare.ts'
import { type Draft, settle } from './settle.ts'
import { type AskedValues, answersAlike, type KnownValues, knownValues, valuesIn } from './values.ts'
import { weigh } from './weigh.ts'
/** What a reader is given besides the words: what the customer said and what tools showed so far. */
export type Conversation = { readonly seen: readonly Json[] }

/**
 * The lexical reader: frames and learned kinds, placed by the desk's closed lists. Pure; the same words read the same, so
 * that what was read before is not read again.
 */
export function readMessage(
  text: string,
  lists: DeskLists,
  conversation: Conversation,
  learned: ReaderModel = shippedModel(),
): Reading {
  const { seen } = conversation
  const before = readBefore(lists)(learned)
  const known = before.get(text)
  if (known !== undefined && answersAlike(known.asked, seen)) return known.reading
  if (before.size >= READ_BEFORE_MAX) before.clear()
  const values = knownValues(seen)
  const reading = readAnew(text, lists, values, learned)
  before.set(text, { reading, asked: values.asked })
  return reading
}

/** What was read at a desk, with what each reading took from the values of its conversation. */
type ReadBefore = Map<string, { readonly reading: Reading; readonly asked: readonly AskedValues[] }>
const READ_BEFORE_MAX = 512
const readBefore = memo((_: DeskLists) => memo((_: ReaderModel): ReadBefore => new Map()))

/** The acts of a message, sentence by sentence, with what speaks for each of them. */
export function draftsOfMessage(
  message: Prepared,
  known: KnownValues,
  learned: ReaderModel,
): readonly (readonly Draft[])[] {
  const model = isMeasured(message.language) ? learned : { ...learned, limits: carefully(learned.limits) }
  const deeds = deedsNamed(message, known, model.tools)
  return settle(
    message.sentences.map((sentence, at) =>
      sentence.part === 'body' ? draftsOf({ message, sentence, at, known, deeds, model }) : [],
    ),
    model.limits,
  )
}

function readAnew(text: string, lists: DeskLists, known: KnownValues, learned: ReaderModel): Reading {
  const message = prepareMessage(text, lists)
  const settled = draftsOfMessage(message, known, learned)
  // How much evidence counts was learned from measured languages only.
  const drafts = isMeasured(message.language)
    ? weigh(settled, message, learned.certainty, learned.limits)
    : settled
  const sentences = message.sentences.map((sentence, at) =>
    sentence.part === 'body'
      ? readSentence(message, sentence, drafts[at] ?? [])
      : aside(sentence, sentence.part),
  )
  return { language: message.language, sentences }
}

/** A salutation or a signature: says nothing. */
const aside = ({ from, end }: PreparedSentence, part: 'salutation' | 'signature'): ReadSentence => ({
  from,
  to: end,
  form: 'courtesy',
  unread: false,
  acts: [
    {
      kind: part === 'salutation' ? 'greet' : 'courtesy',
      place: null,
      polarity: 'positive',
      sure: true,
      values: [],
      from,
      to: end,
    },
  ],
})

function readSentence(message: Prepared, sentence: PreparedSentence, drafts: readonly Draft[]): ReadSentence {
  const acts = unique(drafts)
  const form = formOf(sentence.units, message)
  return {
    from: sentence.from,
    to: sentence.end,
    form,
    // In the order of the schema: a reading that was stored and read again is the same bytes.
    unread: isUnread(drafts, form, message, sentence),
    acts,
  }
}

const CATCH_ALL: ReadonlySet<ActKind> = new Set(['inform', 'explain'])

/** Content that only the catch-all took, without a place and without a second opinion on its kind. A form that says what a sentence cannot be is a reading (E4). */
const isUnread = (
  drafts: readonly Draft[],
  form: SentenceForm,
  { folded, index }: Prepared,
  { from, end }: PreparedSentence,
): boolean =>
  form === 'plain' &&
  drafts.every(({ kind, place, isKind }) => CATCH_ALL.has(kind) && place === null && !isKind) &&
  (valuesIn(folded.slice(from, end)).length > 0 ||
    (folded.slice(from, end).match(/[a-z]{3,}/g) ?? []).filter(index.isDeskWord).length > 0)

/**
 * What a sentence cannot be is known only if it holds for all of it: "it is cancelled, and you'll have the money on Friday" is no
 * plan, because its first clause may be a claim. A condition that opens a sentence holds for what follows.
 */
function formOf(units: readonly Unit[], { frames, language }: Prepared): SentenceForm {
  const [first] = units
  const mayClaim = ({ kind, form, text }: Unit): boolean =>
    form === 'plain' &&
    (kind === 'claim-done' ||
      (first?.form !== 'condition' && !frames.looksUp.test(text) && contentOf(text, language).length > 1))
  return (
    units.find(({ form }) => form === 'question')?.form ??
    units.find(mayClaim)?.form ??
    units.find(({ form }) => form !== 'courtesy' && form !== 'plain')?.form ??
    first?.form ??
    'plain'
  )
}

function unique(acts: readonly Draft[]): ReadAct[] {
  const best = new Map<string, ReadAct>()
  for (const { kind, place, polarity, sure, values, from, to, right } of acts) {
    const chance = sure || right === undefined ? {} : { chance: Math.round(right * 100) / 100 }
    const one = { kind, place, polarity, sure, values, from, to, ...chance }
    const key = `${kind} ${place?.in} ${place?.name} ${polarity}`
    const known = best.get(key)
    if (known === undefined || (one.sure && !known.sure)) best.set(key, one)
  }
  return [...best.values()]
}
