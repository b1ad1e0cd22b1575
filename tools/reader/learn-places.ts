import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { fieldRows } from '../../src/reading/lexical/place-field.ts'
import { toolRows } from '../../src/reading/lexical/place-tool.ts'
import { topicRows } from '../../src/reading/lexical/place-topic.ts'
import {
  askedIn,
  deedsNamed,
  deedWords,
  mayTell,
  type Prepared,
  prepareMessage,
  toldWords,
} from '../../src/reading/lexical/prepare.ts'
import type { Ranker } from '../../src/reading/lexical/rank.ts'
import { knownValues } from '../../src/reading/lexical/values.ts'
import type { LabelledAct, TalkMessage } from '../../test/plays/plays.ts'
import type { Corpus } from './corpus.ts'
import { type RankExample, rowsOf } from './learn-ranker.ts'
import { deskOf } from './sgd.ts'

const TALK_TIMES = 6
const VOICE_TIMES = 2

/** Labelled acts with their place in the message. */
type Gold = { readonly from: number; readonly to: number; readonly names: readonly string[] }

const goldOf = ({ text, acts }: TalkMessage, kinds: readonly string[]): readonly Gold[] =>
  acts
    .filter(({ kind, also_kind }) => kinds.includes(kind) || kinds.includes(also_kind ?? ''))
    .map(({ quote, place, also }: LabelledAct) => {
      const from = text.indexOf(quote)
      return { from, to: from + quote.length, names: [...(place === null ? [] : [place]), ...(also ?? [])] }
    })

/** What is right for a span: what is labelled there; where nothing is, also what is labelled elsewhere in the message. */
function rightFor(
  span: { readonly from: number; readonly to: number },
  gold: readonly Gold[],
): ReadonlySet<string> {
  const here = gold.filter(({ from, to }) => from < span.to && to > span.from)
  const named = here.flatMap(({ names }) => names)
  if (named.length > 0) return new Set(here.some(({ names }) => names.length === 0) ? [...named, ''] : named)
  return here.length > 0 ? new Set(['']) : new Set(['', ...gold.flatMap(({ names }) => names)])
}

const ASKS = ['request', 'request-proof', 'check-fact']

export function fieldExamples({ sgd, talks, voices, listsOf }: Corpus): readonly RankExample[] {
  const fromText = (
    text: string,
    lists: DeskLists,
    names: readonly string[],
    times: number,
  ): readonly RankExample[] => {
    const message = prepareMessage(text, lists)
    const parts = message.sentences
      .flatMap((sentence) => askedIn(sentence, message))
      .filter((part) => !part.isBare)
    const right = new Set(parts.length === 1 && names.length === 1 ? names : ['', ...names])
    return parts.map((part) => ({
      rows: rowsOf(fieldRows(part.text, message.index.fields)),
      right,
      times,
    }))
  }
  const desks = new Map<string, DeskLists>()
  return [
    ...sgd.flatMap(({ service, text, acts }) => {
      const lists = desks.get(service) ?? deskOf(service)
      desks.set(service, lists)
      const names = [...new Set(acts.flatMap(({ act, slot }) => (act === 'REQUEST' ? [slot] : [])))]
      return names.length === 0 ? [] : fromText(text, lists, names, 1)
    }),
    ...voices.flatMap(({ desk, part, name, text }) =>
      part === 'fields' ? fromText(text, listsOf(desk), [name], VOICE_TIMES) : [],
    ),
    ...talks.flatMap((talk) => {
      const message = prepareMessage(talk.text, listsOf(talk.desk))
      const gold = goldOf(talk, ASKS)
      return message.sentences
        .flatMap((sentence) => askedIn(sentence, message))
        .filter((part) => !part.isBare)
        .map((part) => ({
          rows: rowsOf(fieldRows(part.text, message.index.fields)),
          right: rightFor(part, gold),
          times: TALK_TIMES,
        }))
    }),
  ]
}

export function toolExamples({ sgd, talks, voices, listsOf }: Corpus): readonly RankExample[] {
  const units = (message: Prepared) =>
    message.sentences.flatMap((sentence, at) =>
      sentence.units
        .filter(({ kind }) => kind === 'propose' || kind === 'claim-done')
        .map((unit) => ({ unit, at })),
    )
  const merged = mergedDesks(new Set(sgd.map(({ service }) => service)))
  return [
    ...sgd.flatMap(({ service, intent, text, acts }) => {
      const offered = acts.flatMap(({ act, values }) => (act === 'OFFER_INTENT' ? values : []))
      const isDone = acts.some(({ act }) => act === 'NOTIFY_SUCCESS')
      const isAsked = acts.some(({ act }) => act === 'CONFIRM')
      const lists = merged.get(service)
      if (lists === undefined || !(isDone || isAsked || offered.length > 0)) return []
      const names = (isDone || isAsked ? [intent] : offered).map((one) => `${service}.${one}`)
      const message = prepareMessage(text, lists)
      return units(message).map(({ unit, at }) => ({
        rows: rowsOf(toolRows(deedWords(unit, at, message, knownValues([])), message.index.tools)),
        right: new Set(names),
        times: 1,
      }))
    }),
    ...voices.flatMap(({ desk, part, name, text }) => {
      if (part !== 'propose' && part !== 'claim') return []
      const lists = listsOf(desk)
      if (lists.tools.find((tool) => tool.name === name)?.role !== 'write') return []
      const message = prepareMessage(text, lists)
      return units(message).map(({ unit, at }) => ({
        rows: rowsOf(toolRows(deedWords(unit, at, message, knownValues([])), message.index.tools)),
        right: new Set([name]),
        times: VOICE_TIMES,
      }))
    }),
    ...talks.flatMap((talk) => {
      const message = prepareMessage(talk.text, listsOf(talk.desk))
      const gold = goldOf(talk, ['propose', 'claim-done', 'denied-deed', 'conditional', 'offer'])
      return units(message).map(({ unit, at }) => ({
        rows: rowsOf(toolRows(deedWords(unit, at, message, knownValues(talk.seen)), message.index.tools)),
        right: rightFor(unit, gold),
        times: TALK_TIMES,
      }))
    }),
  ]
}

export function topicExamples({ talks, voices, listsOf }: Corpus, tools: Ranker): readonly RankExample[] {
  const units = (message: Prepared) =>
    message.sentences.flatMap((sentence, at) =>
      sentence.units.filter((unit) => mayTell(unit, message)).map((unit) => ({ unit, at })),
    )
  return [
    ...voices.flatMap(({ desk, part, name, text }) => {
      const message = prepareMessage(text, listsOf(desk))
      const told = units(message)
      const known = knownValues([])
      const deeds = deedsNamed(message, known, tools)
      const right =
        part === 'topics' ? (told.length === 1 ? [name] : ['', name]) : part === 'fields' ? [''] : []
      return right.length === 0
        ? []
        : told.map(({ unit, at }) => ({
            rows: rowsOf(topicRows(toldWords(unit, at, message, deeds, known), message.index.topics)),
            right: new Set(right),
            times: 1,
          }))
    }),
    ...talks.flatMap((talk) => {
      const message = prepareMessage(talk.text, listsOf(talk.desk))
      const known = knownValues(talk.seen)
      const deeds = deedsNamed(message, known, tools)
      const topics = new Set(listsOf(talk.desk).topics.map(({ name }) => name))
      const gold = goldOf(talk, ['inform', 'explain', 'promise', 'decline', 'offer']).map((one) => ({
        ...one,
        names: one.names.filter((name) => topics.has(name)),
      }))
      return units(message).map(({ unit, at }) => ({
        rows: rowsOf(topicRows(toldWords(unit, at, message, deeds, known), message.index.topics)),
        right: rightFor(unit, gold),
        times: TALK_TIMES / 2,
      }))
    }),
  ]
}

/** Services by four as one desk each: a service alone has one deed, and nothing to choose from. */
function mergedDesks(services: ReadonlySet<string>): ReadonlyMap<string, DeskLists> {
  const all = [...services].sort()
  const desks = new Map<string, DeskLists>()
  for (let from = 0; from < all.length; from += 4) {
    const four = all.slice(from, from + 4)
    const lists = deskOf(...four)
    if (four.length > 1) for (const service of four) desks.set(service, lists)
  }
  return desks
}
