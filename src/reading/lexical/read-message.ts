import type { Json } from '../../base/values/json.ts'
import type { DeskLists } from '../desk-lists.ts'
import type { ActKind, ActPlace, Polarity, ReadAct, Reading, ReadSentence, SentenceForm } from '../reading.ts'
import { type KindChances, kindChances, maskedFeatures } from './kinds.ts'
import type { Span } from './layout.ts'
import { type ReaderModel, shippedModel } from './model.ts'
import { fieldRows } from './place-field.ts'
import { toolRows } from './place-tool.ts'
import { topicRows } from './place-topic.ts'
import {
  askedIn,
  deedWords,
  isAsking,
  mayTell,
  type Prepared,
  type PreparedSentence,
  prepareMessage,
  toldWords,
  type Unit,
} from './prepare.ts'
import { type Ranked, rank } from './rank.ts'
import { type KnownValues, knownValues, valuesIn } from './values.ts'

/** What a reader is given besides the words: what the customer said and what tools showed so far. */
export type Conversation = { readonly seen: readonly Json[] }

/** The lexical reader: frames and learned kinds, placed by the desk's closed lists. Pure; the same words read the same. */
export function readMessage(
  text: string,
  lists: DeskLists,
  conversation: Conversation,
  model: ReaderModel = shippedModel(),
): Reading {
  const message = prepareMessage(text, lists)
  const known = knownValues(conversation.seen)
  const sentences = message.sentences.map((sentence, at) =>
    sentence.part === 'body'
      ? readSentence({ message, sentence, at, known, model })
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
  readonly model: ReaderModel
}

function readSentence(place: Place): ReadSentence {
  const { message, sentence, model } = place
  const chances = kindChances(
    maskedFeatures(message.text, message.folded, sentence, message.index.isDeskWord),
    model.kinds,
  )
  const acts = unique([
    ...requests(place, chances),
    ...sentence.units.flatMap((unit) => actsOf(unit, place, chances)),
  ])
  const form = formOf(sentence.units)
  return {
    from: sentence.from,
    to: sentence.end,
    form,
    acts,
    unread:
      acts.every(({ kind, place: where, sure }) => TELLS.has(kind) && where === null && !sure) &&
      form !== 'courtesy' &&
      hasContent(message.folded, sentence),
  }
}

const TELLS: ReadonlySet<ActKind> = new Set(['inform', 'explain', 'promise', 'offer'])

const hasContent = (folded: string, { from, to }: Span): boolean =>
  (folded.slice(from, to).match(/[a-z]{3,}/g)?.length ?? 0) >= 3

const formOf = (units: readonly Unit[]): SentenceForm =>
  units.find(({ form }) => form === 'question')?.form ??
  units.find(({ form }) => form !== 'plain' && form !== 'courtesy')?.form ??
  units[0]?.form ??
  'plain'

const act = (
  { message: { folded } }: Place,
  span: Span,
  made: { kind: ActKind; place: ActPlace | null; sure: boolean; polarity: Polarity },
): ReadAct => ({ ...made, values: valuesIn(folded.slice(span.from, span.to)), from: span.from, to: span.to })

/** What a sentence asks for. A part without content of its own ("could you send me that?") means what was named before it. */
function requests(place: Place, chances: KindChances): readonly ReadAct[] {
  const { message, sentence, model } = place
  const found = askedIn(sentence, message).map((part) => {
    const text = part.isBare ? textBefore(part, place) : part.text
    const [best] = text === '' ? [] : rank(fieldRows(text, message.index.fields), model.fields)
    return { part, best }
  })
  if (found.length === 0) {
    const unit = sentence.units.find(isAsking)
    return unit === undefined
      ? []
      : [act(place, unit, { kind: unit.kind, place: null, sure: unit.alone, polarity: 'positive' })]
  }
  return found.map(({ part, best }) => {
    const { unit } = part
    const placed = best !== undefined && best.chance > model.limits.field.placed ? best : undefined
    const kind: ActKind = unit.kind === 'request-proof' && placed !== undefined ? 'request' : unit.kind
    const isKind = unit.alone || chances.request > model.limits.field.kind
    return act(place, part, {
      kind,
      place: placed === undefined ? null : { in: 'field', name: placed.name },
      sure:
        isKind &&
        placed !== undefined &&
        placed.chance > (part.isBare ? model.limits.fieldBefore : model.limits.field.sure),
      polarity: 'positive',
    })
  })
}

function textBefore({ from }: Span, { message: { folded, sentences }, sentence, at }: Place): string {
  const here = folded.slice(sentence.from, from)
  if (/[a-z]{4}/.test(here)) return here
  const before = sentences[at - 1]
  return before === undefined || before.part !== 'body' ? '' : folded.slice(before.from, before.end)
}

function actsOf(unit: Unit, place: Place, chances: KindChances): readonly ReadAct[] {
  const {
    message,
    model: { limits },
  } = place
  const { polarity } = unit
  const topic = (kind: ActKind): ReadAct => {
    const told = topicOf(unit, place)
    const agrees = kind !== 'decline' || chances.decline > limits.decline.kind
    const limit = kind === 'decline' ? limits.decline : limits.topic
    return act(place, unit, {
      kind,
      place: told === undefined || told.chance < limit.placed ? null : { in: 'topic', name: told.name },
      sure: told !== undefined && told.chance > limit.sure && agrees,
      polarity: kind === 'decline' ? 'positive' : polarity === 'conditional' ? 'conditional' : 'positive',
    })
  }
  switch (unit.kind) {
    case 'request':
    case 'request-proof':
    case 'check-fact':
      return []
    case 'propose': {
      const tool = deedOf(unit, place)
      const isKind = unit.alone || chances.propose > limits.propose.kind
      return [
        act(place, unit, {
          kind: 'propose',
          place: tool === undefined || tool.chance < limits.propose.placed ? null : { in: 'tool', name: tool.name },
          sure: isKind && tool !== undefined && tool.chance > limits.propose.sure,
          polarity,
        }),
      ]
    }
    case 'claim-done': {
      const tool = deedOf(unit, place)
      const isKind = polarity !== 'positive' || chances['claim-done'] > limits.claim.kind
      const claim = act(place, unit, {
        kind: 'claim-done',
        place: tool === undefined || tool.chance < limits.claim.placed ? null : { in: 'tool', name: tool.name },
        sure: isKind && tool !== undefined && tool.chance > limits.claim.sure,
        polarity,
      })
      const told = mayTell(unit, message) ? topic('inform') : undefined
      return told === undefined || told.place === null ? [claim] : [claim, told]
    }
    case 'hand-over':
      return [
        act(place, unit, {
          kind: 'hand-over',
          place: message.index.handover === null ? null : { in: 'tool', name: message.index.handover },
          sure: unit.alone,
          polarity,
        }),
      ]
    case 'decline':
      return [topic('decline')]
    case 'inform':
    case 'explain':
    case 'promise':
    case 'offer':
      return mayTell(unit, message)
        ? [topic(unit.kind)]
        : [act(place, unit, { kind: unit.kind, place: null, sure: false, polarity })]
    default:
      return [act(place, unit, { kind: unit.kind, place: null, sure: unit.alone, polarity })]
  }
}

const deedOf = (unit: Unit, { message, at, known, model }: Place): Ranked | undefined =>
  rank(toolRows(deedWords(unit, at, message, known), message.index.tools), model.tools)[0]

const topicOf = (unit: Unit, { message, at, model }: Place): Ranked | undefined =>
  rank(topicRows(toldWords(unit, at, message), message.index.topics), model.topics)[0]

function unique(acts: readonly ReadAct[]): ReadAct[] {
  const best = new Map<string, ReadAct>()
  for (const one of acts) {
    const key = `${one.kind} ${one.place?.in} ${one.place?.name} ${one.polarity}`
    const known = best.get(key)
    if (known === undefined || (one.sure && !known.sure)) best.set(key, one)
  }
  return [...best.values()]
}
