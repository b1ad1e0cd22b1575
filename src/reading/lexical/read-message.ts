import type { DeskLists } from '../../base/values/desk-lists.ts'
import type { Json } from '../../base/values/json.ts'
import type {
  ActKind,
  ActPlace,
  Polarity,
  ReadAct,
  Reading,
  ReadSentence,
  SentenceForm,
} from '../../base/values/reading.ts'
import { contentOf } from './bags.ts'
import { deedsIn } from './deeds.ts'
import type { Frames } from './frames/frames.ts'
import { isMeasured } from './frames/languages.ts'
import { type KindChances, kindChances, LEARNED_LANGUAGE, maskedFeatures, NO_OPINION } from './kinds.ts'
import type { Span } from './layout.ts'
import { carefully, type Limits } from './limits.ts'
import { type ReaderModel, shippedModel } from './model.ts'
import { fieldRows } from './place-field.ts'
import { deedParts, toolRows } from './place-tool.ts'
import { topicRows } from './place-topic.ts'
import {
  askedIn,
  deedOf,
  deedsNamed,
  deedWords,
  isAsking,
  mayTell,
  type Prepared,
  type PreparedSentence,
  prepareMessage,
  toldWords,
  type Unit,
} from './prepare.ts'
import { best as bestRow, type Ranked } from './rank.ts'
import { type Draft, settle } from './settle.ts'
import { type AskedValues, answersAlike, type KnownValues, knownValues, valuesIn } from './values.ts'

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
  const before = readBefore(lists, learned)
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
const readings = new WeakMap<DeskLists, WeakMap<ReaderModel, ReadBefore>>()

function readBefore(lists: DeskLists, model: ReaderModel): ReadBefore {
  const byModel = readings.get(lists) ?? new WeakMap<ReaderModel, ReadBefore>()
  const known = byModel.get(model) ?? new Map()
  readings.set(lists, byModel.set(model, known))
  return known
}

function readAnew(text: string, lists: DeskLists, known: KnownValues, learned: ReaderModel): Reading {
  const message = prepareMessage(text, lists)
  const model = isMeasured(message.language) ? learned : { ...learned, limits: carefully(learned.limits) }
  const deeds = deedsNamed(message, known, model.tools)
  const drafts = settle(
    message.sentences.map((sentence, at) =>
      sentence.part === 'body' ? draftsOf({ message, sentence, at, known, deeds, model }) : [],
    ),
    model.limits,
  )
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

type Place = {
  readonly message: Prepared
  readonly sentence: PreparedSentence
  readonly at: number
  readonly known: KnownValues
  readonly deeds: readonly string[]
  readonly model: ReaderModel
}

function draftsOf(place: Place): readonly Draft[] {
  const { message, sentence, model } = place
  const chances =
    message.language === LEARNED_LANGUAGE
      ? kindChances(
          maskedFeatures(message.text, message.folded, sentence, message.index.isDeskWord),
          model.kinds,
        )
      : NO_OPINION
  const turned = turnedByLearned(sentence, chances, message.frames, model.limits)
  if (turned !== undefined) return actsOf(turned, place, chances)
  const asked = requests(place, chances)
  // What stands in a list of questions, or after "I need two things:", is asked, not told.
  const isAsked = (unit: Unit): boolean => asked.some(({ from, to }) => from < unit.to && to > unit.from)
  return [
    ...asked,
    ...sentence.units.filter((unit) => !isAsked(unit)).flatMap((unit) => actsOf(unit, place, chances)),
  ]
}

/** A sentence that no frame knew, and the learned kinds are sure of: "You want a table for two at seven?" */
function turnedByLearned(
  { units, items }: PreparedSentence,
  chances: KindChances,
  { looksUp }: Frames,
  { propose, claim }: Limits,
): Unit | undefined {
  const [first] = units
  const last = units.at(-1)
  if (first === undefined || last === undefined || items.length > 0) return undefined
  const whole = { ...first, to: last.to, text: units.map(({ text }) => text).join(' '), isLearned: true }
  const isOpen = units.every(
    ({ kind, alone, polarity }) =>
      polarity === 'positive' &&
      (kind === 'inform' || kind === 'check-fact' || (kind === 'request' && !alone)),
  )
  // "So your number is 1042, is that right?" asks for a fact; a yes to it is no consent.
  const isFact =
    units.some(({ kind, alone }) => kind === 'check-fact' && alone) && deedsIn(whole.text).length === 0
  if (isOpen && !isFact && chances.propose > propose.alone && chances.propose > chances.request)
    return { ...whole, kind: 'propose', form: 'question', alone: chances.propose > propose.sureAlone }
  const isTold = units.every(
    ({ kind, form, text }) => kind === 'inform' && form === 'plain' && !looksUp.test(text),
  )
  return isTold && chances['claim-done'] > claim.alone
    ? { ...whole, kind: 'claim-done', alone: chances['claim-done'] > claim.sureAlone }
    : undefined
}

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

type Made = {
  readonly kind: ActKind
  readonly in?: ActPlace['in']
  readonly best?: Ranked | undefined
  readonly limit?: { readonly placed: number; readonly sure: number }
  readonly isKind: boolean
  readonly polarity?: Polarity
  readonly declines?: boolean
  readonly isDenial?: boolean
  readonly asks?: boolean
}

/** An act without a place is sure of its kind at most where it needs none. */
const act = (
  { message: { folded } }: Place,
  span: Span,
  {
    kind,
    in: list,
    best,
    limit,
    isKind,
    polarity = 'positive',
    declines = false,
    isDenial = false,
    asks = true,
  }: Made,
): Draft => {
  const isPlaced =
    list !== undefined && best !== undefined && limit !== undefined && best.chance > limit.placed
  return {
    kind,
    place: isPlaced ? { in: list, name: best.name } : null,
    polarity,
    sure: isKind && (list === undefined || (isPlaced && best.chance > limit.sure)),
    values: valuesIn(folded.slice(span.from, span.to)),
    from: span.from,
    to: span.to,
    chance: best?.chance ?? 0,
    isKind,
    declines,
    isDenial,
    asks,
  }
}

/** What a sentence asks for. A part without content of its own ("could you send me that?") means what was named before it. */
function requests(place: Place, chances: KindChances): readonly Draft[] {
  const {
    message,
    sentence,
    model: { fields, limits },
  } = place
  const parts = askedIn(sentence, message)
  const unit = sentence.units.find(isAsking)
  if (parts.length === 0 && unit !== undefined)
    return [act(place, unit, { kind: unit.kind, isKind: unit.alone })]
  return parts.map((part) => {
    const text = part.isBare ? textBefore(part, place) : part.text
    const best = text === '' ? undefined : bestRow(fieldRows(text, message.index.fields), fields)
    const { placed, sure, kind } = limits.field
    const isPlaced = best !== undefined && best.chance > placed
    return act(place, part, {
      kind: part.unit.kind === 'request-proof' && isPlaced ? 'request' : part.unit.kind,
      in: 'field',
      best,
      limit: { placed, sure: part.isBare ? limits.fieldBefore : sure },
      isKind: part.unit.alone || chances.request > kind,
    })
  })
}

function textBefore({ from }: Span, { message: { folded, sentences }, sentence, at }: Place): string {
  const here = folded.slice(sentence.from, from)
  if (/[a-z]{4}/.test(here)) return here
  const before = sentences[at - 1]
  return before === undefined || before.part !== 'body' ? '' : folded.slice(before.from, before.end)
}

function actsOf(unit: Unit, place: Place, chances: KindChances): readonly Draft[] {
  const {
    message: { index },
    model: { limits },
  } = place
  const { kind, polarity, alone, isLearned = false } = unit
  switch (kind) {
    case 'request':
    case 'request-proof':
    case 'check-fact':
      return []
    case 'propose': {
      const isKind = alone || (!isLearned && chances.propose > limits.propose.kind)
      return deedsOf(unit, place).map((best) =>
        act(place, unit, { kind, in: 'tool', best, limit: limits.propose, isKind, polarity }),
      )
    }
    case 'claim-done': {
      const isKind = polarity !== 'positive' || alone || (!isLearned && chances[kind] > limits.claim.kind)
      const told = tell(unit, 'inform', place, chances)
      return [
        ...deedsOf(unit, place).map((best) =>
          act(place, unit, { kind, in: 'tool', best, limit: limits.claim, isKind, polarity }),
        ),
        ...(polarity !== 'positive' || told.place === null ? [] : [told]),
      ]
    }
    case 'hand-over': {
      const best = index.handover === null ? undefined : { name: index.handover, chance: 1 }
      return [
        act(place, unit, { kind, in: 'tool', best, limit: { placed: 0, sure: 0 }, isKind: alone, polarity }),
      ]
    }
    case 'inform':
    case 'explain':
    case 'promise':
    case 'offer':
    case 'decline':
      return [tell(unit, kind, place, chances)]
    default:
      return [act(place, unit, { kind, isKind: alone, polarity, asks: unit.form === 'question' })]
  }
}

/** The learned kinds agree that something is told. */
const knowsTelling = (chances: KindChances, { topic }: Limits): boolean =>
  Math.max(chances.inform, chances.promise, chances.decline, chances['claim-done'], chances.denied) >
  topic.kind

/** A topic told. A sentence that denies something and tells a topic of saying no says no, whatever its frame. */
function tell(unit: Unit, kind: ActKind, place: Place, chances: KindChances): Draft {
  const {
    message,
    at,
    deeds,
    model: { topics, limits },
  } = place
  const words = toldWords(unit, at, message, deeds)
  const bestFor = (near: string): Ranked | undefined =>
    bestRow(topicRows({ ...words, near }, message.index.topics), topics)
  const own = mayTell(unit, message) ? bestFor(unit.text) : undefined
  // "Because 30 days have passed, we can't replace it": the reason of a refusal stands in the clause beside it.
  const whole = kind === 'decline' ? bestFor(words.sentence) : undefined
  const best = own === undefined || (whole !== undefined && whole.chance > own.chance) ? whole : own
  const declines = best !== undefined && message.index.topics.declining.has(best.name)
  const isNo =
    kind === 'decline' ||
    (kind !== 'offer' && unit.form === 'denial' && declines && chances.decline > limits.decline.turns)
  // "I'm not saying it is sold out" does not tell that it is.
  const isDenied =
    best !== undefined && unit.polarity === 'negative' && !message.index.topics.denying.has(best.name)
  return act(place, unit, {
    kind: isNo ? 'decline' : kind,
    in: 'topic',
    best,
    limit: isNo ? limits.decline : limits.topic,
    isKind: isNo ? unit.alone || chances.decline > limits.decline.kind : knowsTelling(chances, limits),
    polarity: isNo
      ? 'positive'
      : isDenied
        ? 'negative'
        : unit.polarity === 'conditional'
          ? 'conditional'
          : 'positive',
    declines,
    isDenial: unit.form === 'denial',
  })
}

/** The deeds a clause names: two where each half of it names one of its own. */
function deedsOf(unit: Unit, { message, at, known, model }: Place): readonly (Ranked | undefined)[] {
  const best = deedOf(unit, at, message, known, model.tools)
  const parts = deedParts(unit.text)
  if (parts.length < 2) return [best]
  const words = deedWords(unit, at, message, known)
  const each = parts.map((near) => bestRow(toolRows({ ...words, near }, message.index.tools), model.tools))
  const names = new Set(
    each.map((one) => (one !== undefined && one.chance > model.limits.claim.sure ? one.name : '')),
  )
  return names.size === each.length && !names.has('') ? each : [best]
}

function unique(acts: readonly Draft[]): ReadAct[] {
  const best = new Map<string, ReadAct>()
  for (const {
    chance: _chance,
    isKind: _isKind,
    declines: _declines,
    isDenial: _isDenial,
    asks: _asks,
    ...one
  } of acts) {
    const key = `${one.kind} ${one.place?.in} ${one.place?.name} ${one.polarity}`
    const known = best.get(key)
    if (known === undefined || (one.sure && !known.sure)) best.set(key, one)
  }
  return [...best.values()]
}
