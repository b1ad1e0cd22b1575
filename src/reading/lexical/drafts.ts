import type { ActKind, ActPlace, Polarity } from '../../base/values/reading.ts'
import { deedsIn } from './deeds.ts'
import { namedIn } from './fragment.ts'
import type { Frames } from './frames/frames.ts'
import { type KindChances, LEARNED_LANGUAGE, NO_OPINION, sentenceChances } from './kinds.ts'
import type { Span } from './layout.ts'
import type { Limits } from './limits.ts'
import type { ReaderModel } from './model.ts'
import { askedField, fieldRows } from './place-field.ts'
import { deedParts, toolRows } from './place-tool.ts'
import { topicRows } from './place-topic.ts'
import {
  askedIn,
  deedOf,
  deedWords,
  isAsking,
  mayTell,
  type NamedDeeds,
  type Prepared,
  type PreparedSentence,
  toldWords,
  type Unit,
} from './prepare.ts'
import { best as bestRow, type Ranked } from './rank.ts'
import type { Draft, Frame } from './settle.ts'
import { saidIn } from './single-spaced.ts'
import { type KnownValues, valuesIn } from './values.ts'

/** One sentence of a message with all that is known about it. */
export type Place = {
  readonly message: Prepared
  readonly sentence: PreparedSentence
  readonly at: number
  readonly known: KnownValues
  readonly deeds: NamedDeeds
  readonly model: ReaderModel
}

/** The acts of one sentence, before the whole message is considered. */
export function draftsOf(place: Place): readonly Draft[] {
  const { message, sentence, model } = place
  const chances =
    message.language === LEARNED_LANGUAGE
      ? sentenceChances(message.text, message.folded, sentence, message.index.isDeskWord, model.kinds)
      : NO_OPINION
  const turned = turnedByLearned(sentence, chances, message.frames, model.limits)
  if (turned !== undefined) return actsOf(turned, place, chances)
  const asked = requests(place, chances)
  // What stands in a list of questions, or after "I need two things:", is asked, not told.
  const isAsked = (unit: Unit): boolean => asked.some(({ from, to }) => from < unit.to && to > unit.from)
  return [
    ...asked,
    ...sentence.units
      .filter((unit) => !isAsked(unit))
      .flatMap((unit) => askedByName(unit, place, chances) ?? actsOf(unit, place, chances)),
  ]
}

/** A sentence that no frame knew, and the learned kinds are sure of: "You want a table for two at seven?" */
function turnedByLearned(
  { units, items }: PreparedSentence,
  chances: KindChances,
  { looksUp, notClaims }: Frames,
  { propose, claim }: Limits,
): Unit | undefined {
  const [first] = units
  const last = units.at(-1)
  if (first === undefined || last === undefined || items.length > 0) return undefined
  const text = units.length === 1 ? first.text : units.map((unit) => unit.text).join(' ')
  const isOpen = units.every(
    ({ kind, alone, polarity }) =>
      polarity === 'positive' &&
      (kind === 'inform' || kind === 'check-fact' || (kind === 'request' && !alone)),
  )
  // "So your number is 1042, is that right?" asks for a fact; a yes to it is no consent.
  const isFact = units.some(({ kind, alone }) => kind === 'check-fact' && alone) && deedsIn(text).length === 0
  if (isOpen && !isFact && chances.propose > propose.alone && chances.propose > chances.request)
    return {
      ...first,
      to: last.to,
      text,
      isLearned: true,
      kind: 'propose',
      form: 'question',
      alone: chances.propose > propose.sureAlone,
    }
  const isTold = units.every(
    ({ kind, form, text: own }) =>
      kind === 'inform' && form === 'plain' && !looksUp.test(own) && !notClaims.test(own),
  )
  return isTold && chances['claim-done'] > claim.alone
    ? {
        ...first,
        to: last.to,
        text,
        isLearned: true,
        kind: 'claim-done',
        alone: chances['claim-done'] > claim.sureAlone,
      }
    : undefined
}

type Made = {
  readonly kind: ActKind
  readonly in?: ActPlace['in']
  readonly best?: Ranked | undefined
  readonly limit?: { readonly placed: number; readonly sure: number }
  readonly isKind: boolean
  readonly polarity?: Polarity
  readonly declines?: boolean
  readonly mayBeReason?: boolean
  readonly refuses?: Draft['refuses']
  readonly isDenial?: boolean
  readonly asks?: boolean
  readonly chances: KindChances
  readonly frame: Frame
  /** its place was named elsewhere: "could you send me that?" */
  readonly isCarried?: boolean
  /** it follows from a deed that is only proposed */
  readonly isAhead?: boolean
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
    mayBeReason = false,
    refuses = 'no',
    isDenial = false,
    asks = true,
    chances,
    frame,
    isCarried = false,
    isAhead = false,
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
    mayBeReason,
    refuses,
    isDenial,
    asks,
    chances,
    frame,
    isCarried,
    isAhead,
    margin: best === undefined ? 0 : best.chance - best.second,
  }
}

const frameOf = ({ alone, isLearned = false }: Unit): Frame =>
  isLearned ? 'learned' : alone ? 'outright' : 'framed'

const FRAGMENT_MIN = 0.7
const TOLD_OUTRIGHT: ReadonlySet<ActKind> = new Set(['decline', 'offer', 'claim-done', 'hand-over'])
const HANDED_MIN = 0.5
const BORNE_OUT_MIN = 0.65
/** A deed that is named so clearly needs less of a second opinion on the kind. */
const CLEARLY = 0.9

/** "Order number, please.": a clause that only names a field asks for it. */
function askedByName(unit: Unit, place: Place, chances: KindChances): readonly Draft[] | undefined {
  const {
    message: { frames, index },
    sentence,
    model: { fields, limits },
  } = place
  const named = namedIn(unit, frames)?.map((part) => ({
    part,
    best: bestRow(fieldRows(part.text, index.fields), fields),
  }))
  const [first] = named ?? []
  if (named === undefined || first?.best === undefined || first.best.chance < FRAGMENT_MIN) return undefined
  const isMarked = sentence.units.some(({ text }) => /\bplease\b|\?$/.test(text)) || sentence.items.length > 0
  // "Quick version: without the name I can't check it": beside a clause that says something a fragment asks for nothing.
  const isAlone = sentence.units.every(({ kind }) => !TOLD_OUTRIGHT.has(kind))
  return named.map(({ part, best }) =>
    act(place, part, {
      kind: 'request',
      in: 'field',
      best,
      limit: limits.field,
      isKind: isMarked || (isAlone && chances.request > limits.field.kind),
      chances,
      frame: 'fragment',
    }),
  )
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
    return [act(place, unit, { kind: unit.kind, isKind: unit.alone, chances, frame: frameOf(unit) })]
  return parts.map((part) => {
    const text = part.isBare ? textBefore(part, place) : part.text
    const best = text === '' ? undefined : askedField(text, message.index.fields, fields)
    const { placed, sure, kind } = limits.field
    const isPlaced = best !== undefined && best.chance > placed
    return act(place, part, {
      kind: part.unit.kind === 'request-proof' && isPlaced ? 'request' : part.unit.kind,
      in: 'field',
      best,
      limit: { placed, sure: part.isBare ? limits.fieldBefore : sure },
      // "6 weeks for EN-5208. Is that right?" may ask for consent as well.
      isKind:
        !(part.isBare && part.unit.kind === 'check-fact') &&
        (part.unit.alone ||
          chances.request > kind ||
          (best !== undefined && best.chance > limits.fieldBefore)),
      chances,
      frame: frameOf(part.unit),
      isCarried: part.isBare,
    })
  })
}

function textBefore({ from }: Span, { message: { folded, sentences }, sentence, at }: Place): string {
  const here = saidIn(folded, { from: sentence.from, to: from })
  if (/[a-z]{4}/.test(here)) return here
  const before = sentences[at - 1]
  return before === undefined || before.part !== 'body'
    ? ''
    : saidIn(folded, { from: before.from, to: before.end })
}

function actsOf(unit: Unit, place: Place, chances: KindChances): readonly Draft[] {
  const {
    message: { index },
    model: { limits },
  } = place
  const { kind, polarity, alone, isLearned = false } = unit
  const frame = frameOf(unit)
  const isCarried = deedsIn(unit.text).length === 0
  switch (kind) {
    case 'request':
    case 'request-proof':
    case 'check-fact':
      return []
    case 'propose': {
      const chosen = choiceIn(unit, place, chances)
      if (chosen !== undefined) return [chosen]
      const isKind = alone || (!isLearned && chances.propose > limits.propose.kind)
      return deedsOf(unit, place).map((best) =>
        act(place, unit, {
          kind,
          in: 'tool',
          best,
          limit: limits.propose,
          isKind,
          polarity,
          chances,
          frame,
          isCarried,
        }),
      )
    }
    case 'claim-done': {
      const told = tell(unit, 'inform', place, chances)
      const isKind = (best: Ranked | undefined): boolean =>
        polarity !== 'positive' ||
        alone ||
        (!isLearned &&
          chances[kind] >
            (best !== undefined && best.chance > CLEARLY ? limits.claim.kindClearly : limits.claim.kind))
      const claimed = deedsOf(unit, place).map((best) =>
        act(place, unit, {
          kind,
          in: 'tool',
          best,
          limit: limits.claim,
          isKind: isKind(best),
          polarity,
          chances,
          frame,
          isCarried,
        }),
      )
      if (polarity !== 'positive' || told.place === null) return claimed
      // "Your complaint is in the house book now": the deed and what is told after it bear each other out.
      const topic = told.place.name
      const isBorneOut =
        told.chance > BORNE_OUT_MIN &&
        claimed.some(
          ({ sure, place: deed }) => sure && deed !== null && index.topics.follows(topic, deed.name),
        )
      return [...claimed, isBorneOut ? { ...told, sure: true } : told]
    }
    case 'hand-over': {
      if (!alone && chances[kind] < HANDED_MIN) return [tell(unit, 'promise', place, chances)]
      const best = index.handover === null ? undefined : { name: index.handover, chance: 1, second: 0 }
      return [
        act(place, unit, {
          kind,
          in: 'tool',
          best,
          limit: { placed: 0, sure: 0 },
          isKind: true,
          polarity,
          chances,
          frame,
        }),
      ]
    }
    case 'inform':
    case 'explain':
    case 'promise':
    case 'offer':
    case 'decline':
      return [tell(unit, kind, place, chances)]
    default:
      return [
        act(place, unit, { kind, isKind: alone, polarity, asks: unit.form === 'question', chances, frame }),
      ]
  }
}

/** "Would you like it put right, or your money back?" asks for a choice where the desk has a field for it: a yes to it means nothing. */
function choiceIn(unit: Unit, place: Place, chances: KindChances): Draft | undefined {
  const {
    message: { frames, index },
    model: { fields, limits },
  } = place
  if (!frames.choice.test(unit.text)) return undefined
  const best = bestRow(fieldRows(unit.text, index.fields), fields)
  return best === undefined || best.chance < limits.field.sure
    ? undefined
    : act(place, unit, {
        kind: 'request',
        in: 'field',
        best,
        limit: limits.field,
        isKind: true,
        chances,
        frame: 'framed',
      })
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
    known,
    model: { topics, limits },
  } = place
  const words = toldWords(unit, at, message, deeds, known)
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
  const mayBeReason = best !== undefined && message.index.topics.reasons.has(best.name)
  const refuses = !isNo
    ? 'no'
    : unit.alone && kind === 'decline'
      ? 'outright'
      : chances.decline > limits.decline.kind
        ? 'likely'
        : 'no'
  const isAhead = !isNo && best !== undefined && liesAhead(best.name, place)
  const isKind = isNo
    ? refuses !== 'no' && (declines || (refuses === 'outright' && mayBeReason))
    : knowsTelling(chances, limits) && !isAhead
  return act(place, unit, {
    kind: isNo ? 'decline' : kind,
    in: 'topic',
    best,
    limit: isNo ? limits.decline : limits.topic,
    isKind,
    polarity: isNo
      ? 'positive'
      : isDenied
        ? 'negative'
        : unit.polarity === 'conditional'
          ? 'conditional'
          : 'positive',
    declines,
    mayBeReason,
    refuses,
    isDenial: unit.form === 'denial',
    chances,
    frame: frameOf(unit),
    isCarried: best === whole && whole !== undefined,
    isAhead,
  })
}

/** "Shall I stop it? It is then held for you": what follows from a deed that is only proposed is not told yet. */
const liesAhead = (topic: string, { message: { index }, deeds: { claimed, proposed } }: Place): boolean =>
  claimed.length === 0 && proposed.some((deed) => index.topics.follows(topic, deed))

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
