import type { Json } from '../../base/values/json.ts'
import type { DeskLists } from '../desk-lists.ts'
import type { ActKind, ActPlace, Polarity, ReadAct, Reading, ReadSentence, SentenceForm } from '../reading.ts'
import { foldMessage } from './fold.ts'
import { type FramedClause, frameSentence } from './frame-clause.ts'
import { framesFor } from './frames/languages.ts'
import { type KindChances, kindChances, maskedFeatures } from './kinds.ts'
import { type LaidSentence, layOut, type Span } from './layout.ts'
import { isDeskWordOf } from './mask.ts'
import { askedParts, type FieldIndex, indexFields, placeField } from './place-field.ts'
import { indexTools, placeTool, type ToolIndex } from './place-tool.ts'
import { indexTopics, placeTopic, type TopicIndex } from './place-topic.ts'
import { type KnownValues, knownValues, valuesIn } from './values.ts'

/** What a reader is given besides the words: what the customer said and what tools showed so far. */
export type Conversation = { readonly seen: readonly Json[] }

type Index = {
  readonly fields: FieldIndex
  readonly tools: ToolIndex
  readonly topics: TopicIndex
  readonly isDeskWord: (word: string) => boolean
  readonly handover: string | null
}

const indexes = new WeakMap<DeskLists, Map<string, Index>>()

/** Once for each desk and language, not once a message. */
function indexOf(lists: DeskLists, language: string): Index {
  const byLanguage = indexes.get(lists) ?? new Map<string, Index>()
  indexes.set(lists, byLanguage)
  const known = byLanguage.get(language)
  if (known !== undefined) return known
  const index: Index = {
    fields: indexFields(lists.fields, language),
    tools: indexTools(lists.tools, language),
    topics: indexTopics(lists.topics, language),
    isDeskWord: isDeskWordOf(lists),
    handover: lists.tools.find(({ role }) => role === 'handover')?.name ?? null,
  }
  byLanguage.set(language, index)
  return index
}

/** Chances and scores from which on something counts; calibrated on talks with packs held out (docs/understanding.md). */
const LIMITS = {
  fieldPlaced: 0.3,
  fieldSure: 0.45,
  toolPlaced: 0.3,
  toolSure: 0.6,
  topicPlaced: 0.3,
  topicSure: 0.6,
  kindAgrees: 0.25,
  kindAlone: 0.9,
} as const

/** The lexical reader: frames and learned kinds, placed by the desk's closed lists. Pure; the same words read the same. */
export function readMessage(text: string, lists: DeskLists, conversation: Conversation): Reading {
  const folded = foldMessage(text)
  const { language, frames } = framesFor(folded)
  const index = indexOf(lists, language)
  const known = knownValues(conversation.seen)
  const laid = layOut(folded)
  const message: Message = { text, folded, index, known, laid, language }
  const sentences = laid.map((sentence, at): ReadSentence => {
    const span = { from: sentence.from, to: Math.max(sentence.to, ...sentence.items.map(({ to }) => to)) }
    if (sentence.part !== 'body') {
      const kind: ActKind = sentence.part === 'salutation' ? 'greet' : 'courtesy'
      return {
        ...span,
        form: 'courtesy',
        unread: false,
        acts: [{ kind, place: null, polarity: 'positive', sure: true, values: [], ...span }],
      }
    }
    const framed = frameSentence(folded, sentence, frames)
    const chances = kindChances(maskedFeatures(text, folded, sentence, index.isDeskWord))
    const acts = unique(framed.flatMap((clause) => actsOf(clause, sentence, at, { ...message, chances })))
    const form = formOf(framed)
    return {
      ...span,
      form,
      acts,
      unread:
        acts.every(({ kind, place, sure }) => TELLS.has(kind) && place === null && !sure) &&
        form !== 'courtesy' &&
        hasContent(folded, sentence),
    }
  })
  return { language, sentences }
}

type Message = {
  readonly text: string
  readonly folded: string
  readonly index: Index
  readonly known: KnownValues
  readonly laid: readonly LaidSentence[]
  readonly language: string
}

const TELLS: ReadonlySet<ActKind> = new Set(['inform', 'explain', 'promise', 'offer'])

const hasContent = (folded: string, { from, to }: Span): boolean =>
  (folded.slice(from, to).match(/[a-z]{3,}/g)?.length ?? 0) >= 3

const formOf = (framed: readonly FramedClause[]): SentenceForm =>
  framed.find(({ form }) => form === 'question')?.form ??
  framed.find(({ form }) => form !== 'plain' && form !== 'courtesy')?.form ??
  framed[0]?.form ??
  'plain'

type Context = Message & { readonly chances: KindChances }

function actsOf(
  clause: FramedClause,
  sentence: LaidSentence,
  at: number,
  context: Context,
): readonly ReadAct[] {
  const { folded, index, chances } = context
  const words = folded.slice(clause.from, clause.to)
  const make = (
    kind: ActKind,
    place: ActPlace | null,
    sure: boolean,
    span: Span = clause,
    polarity: Polarity = clause.polarity,
  ): ReadAct => ({
    kind,
    place,
    polarity,
    sure,
    values: valuesIn(folded.slice(span.from, span.to)),
    from: span.from,
    to: span.to,
  })
  switch (clause.kind) {
    case 'request':
    case 'request-proof':
    case 'check-fact': {
      const sureKind = clause.alone || chances.request > LIMITS.kindAgrees
      const spans = sentence.items.length > 0 ? sentence.items : [clause]
      const placed = spans.flatMap((span) =>
        fieldsAsked(folded.slice(span.from, span.to), index.fields).map((one) => ({ ...one, span })),
      )
      const kind = clause.kind === 'request-proof' && placed.length > 0 ? 'request' : clause.kind
      if (placed.length === 0) return [make(clause.kind, null, false)]
      return placed.map(({ name, chance, span }) =>
        make(kind, { in: 'field', name }, sureKind && chance > LIMITS.fieldSure, span),
      )
    }
    case 'propose': {
      const tool = deedOf(words, at, context)
      if (tool !== null)
        return [
          make(
            'propose',
            { in: 'tool', name: tool.name },
            tool.sure && (clause.alone || chances.propose > LIMITS.kindAgrees),
          ),
        ]
      const asked = chances.propose < 0.5 ? fieldsAsked(words, index.fields) : []
      return asked.length > 0
        ? asked.map(({ name }) => make('request', { in: 'field', name }, false))
        : [make('propose', null, false)]
    }
    case 'claim-done': {
      const tool = deedOf(words, at, context)
      const agreed =
        clause.polarity !== 'positive' ||
        chances['claim-done'] > LIMITS.kindAgrees ||
        /^(?:\W*)(?:i|we)(?:'ve| have)\b/.test(words)
      const claim = make(
        'claim-done',
        tool === null ? null : { in: 'tool', name: tool.name },
        agreed && tool !== null && tool.sure,
      )
      const topic = topicOf(words, context)
      return topic === null
        ? [claim]
        : [claim, make('inform', { in: 'topic', name: topic.name }, topic.sure, clause, 'positive')]
    }
    case 'hand-over':
      return [
        make(
          'hand-over',
          index.handover === null ? null : { in: 'tool', name: index.handover },
          clause.alone,
        ),
      ]
    case 'decline': {
      const topic = topicOf(words, context) ?? topicOf(folded.slice(sentence.from, sentence.to), context)
      const agreed = chances.decline > LIMITS.kindAgrees
      return [
        make(
          'decline',
          topic === null ? null : { in: 'topic', name: topic.name },
          agreed && topic !== null && topic.sure,
        ),
      ]
    }
    case 'inform':
    case 'explain':
    case 'promise':
    case 'offer': {
      if (clause.form === 'condition') return [make('inform', null, false)]
      if (chances.propose > LIMITS.kindAlone) {
        const tool = deedOf(words, at, context)
        if (tool !== null) return [make('propose', { in: 'tool', name: tool.name }, tool.sure)]
      }
      const topic = topicOf(words, context)
      const kind: ActKind = clause.kind === 'inform' && chances.promise > 0.7 ? 'promise' : clause.kind
      return [
        make(kind, topic === null ? null : { in: 'topic', name: topic.name }, topic !== null && topic.sure),
      ]
    }
    default:
      return [make(clause.kind, null, clause.alone)]
  }
}

function fieldsAsked(
  words: string,
  index: FieldIndex,
): readonly { readonly name: string; readonly chance: number }[] {
  const found = new Map<string, number>()
  for (const part of askedParts(words)) {
    const [best] = placeField(part, index)
    if (best !== undefined && best.chance > LIMITS.fieldPlaced)
      found.set(best.name, Math.max(best.chance, found.get(best.name) ?? 0))
  }
  return [...found].map(([name, chance]) => ({ name, chance }))
}

/** The deed a clause names; one that names none means the deed named last before it in the message. */
function deedOf(
  words: string,
  at: number,
  { folded, index, known, laid }: Context,
): { readonly name: string; readonly sure: boolean } | null {
  const here = laid[at]
  const from = laid[0]?.from ?? 0
  const before = folded.slice(from, here?.from ?? 0)
  const values = (parameters: ReadonlySet<string>): number => known.countIn(folded, parameters)
  const [best] = placeTool({ near: words, before, values }, index.tools)
  if (best === undefined || best.chance < LIMITS.toolPlaced) return null
  return { name: best.name, sure: best.chance > LIMITS.toolSure }
}

function topicOf(
  words: string,
  { index }: Context,
): { readonly name: string; readonly sure: boolean } | null {
  const [best] = placeTopic(words, index.topics)
  if (best === undefined || best.chance < LIMITS.topicPlaced) return null
  return { name: best.name, sure: best.chance > LIMITS.topicSure }
}

function unique(acts: readonly ReadAct[]): ReadAct[] {
  const seen = new Set<string>()
  return acts.filter(({ kind, place, polarity }) => {
    const key = `${kind} ${place?.in} ${place?.name} ${polarity}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
