import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { actsOf, type ReadAct, type Reading } from '../../src/base/values/reading.ts'
import { type ReaderModel, shippedModel } from '../../src/reading/lexical/model.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import type { TalkMessage } from './talks.ts'
import { createTally, type Tally } from './tally.ts'

/** The kinds measured with their places. */
export const GROUPS = ['request', 'propose', 'claim', 'decline', 'tell', 'hand-over'] as const
export type Group = (typeof GROUPS)[number]

const GROUP_OF: Readonly<Record<string, Group>> = {
  request: 'request',
  'request-proof': 'request',
  propose: 'propose',
  'claim-done': 'claim',
  decline: 'decline',
  inform: 'tell',
  explain: 'tell',
  promise: 'tell',
  'hand-over': 'hand-over',
}

type Gold = {
  readonly group: Group
  readonly also: Group | undefined
  readonly places: ReadonlySet<string>
  readonly quote: string
}

const goldOf = ({ acts }: TalkMessage): readonly Gold[] =>
  acts.flatMap(({ kind, also_kind, place, also, polarity, quote }) => {
    const group = GROUP_OF[kind]
    if (group === undefined || place === null || polarity === 'negative') return []
    return [{ group, also: GROUP_OF[also_kind ?? ''], places: new Set([place, ...(also ?? [])]), quote }]
  })

/** A told topic may be labelled as the decline or claim it gives the reason of. */
const matches = (group: Group, name: string, gold: Gold): boolean =>
  gold.places.has(name) &&
  (gold.group === group ||
    gold.also === group ||
    (group === 'tell' && (gold.group === 'decline' || gold.group === 'claim')))

/** Do the labels of its message hold this act with its place? */
export const isLabelled = (
  { kind, place }: Pick<ReadAct, 'kind' | 'place'>,
  message: TalkMessage,
): boolean => {
  const group = GROUP_OF[kind]
  return (
    group !== undefined && place !== null && goldOf(message).some((one) => matches(group, place.name, one))
  )
}

export type TalkFigures = {
  readonly messages: number
  readonly sure: Readonly<Record<Group, Tally>>
  readonly all: Readonly<Record<Group, Tally>>
  readonly sentences: number
  readonly unread: number
  readonly errors: readonly { readonly group: Group; readonly line: string }[]
  readonly misses: readonly { readonly group: Group; readonly line: string }[]
}

/** Placed acts against labels, message by message. English only: the other languages are measured apart. */
export function measureTalks(
  messages: readonly TalkMessage[],
  listsOf: (desk: string) => DeskLists,
  modelFor: (message: TalkMessage) => ReaderModel = shippedModel,
  language = 'en',
): TalkFigures {
  const read = messages.map((message) => ({
    message,
    reading: readMessage(message.text, listsOf(message.desk), { seen: message.seen }, modelFor(message)),
  }))
  return measureReadings(read.filter(({ reading }) => reading.language === language))
}

/** Placed acts of readings, whoever made them, against labels. */
export function measureReadings(
  readings: readonly { readonly message: TalkMessage; readonly reading: Reading }[],
): TalkFigures {
  const sure = Object.fromEntries(GROUPS.map((group) => [group, createTally()])) as Record<Group, Tally>
  const all = Object.fromEntries(GROUPS.map((group) => [group, createTally()])) as Record<Group, Tally>
  const errors: { group: Group; line: string }[] = []
  const misses: { group: Group; line: string }[] = []
  let sentences = 0
  let unread = 0
  for (const { message, reading } of readings) {
    for (const { form, unread: isUnread } of reading.sentences) {
      if (form !== 'courtesy') sentences += 1
      if (isUnread) unread += 1
    }
    const gold = goldOf(message)
    const acts = actsOf(reading).flatMap((act) => {
      const group = GROUP_OF[act.kind]
      return group === undefined || act.place === null || act.polarity !== 'positive'
        ? []
        : [{ ...act, group, name: act.place.name }]
    })
    for (const [tallies, found] of [
      [sure, acts.filter((act) => act.sure)],
      [all, acts],
    ] as const) {
      for (const act of found) {
        const isRight = gold.some((one) => matches(act.group, act.name, one))
        tallies[act.group].found(isRight)
        if (!isRight && tallies === sure)
          errors.push({
            group: act.group,
            line: `${describe(act, message)} | gold ${gold.map(({ group, places }) => `${group}:${[...places].join('/')}`).join(' ')}`,
          })
      }
      for (const one of gold) {
        const isFound = found.some(
          ({ group, name }) => one.places.has(name) && (group === one.group || group === one.also),
        )
        tallies[one.group].wanted(isFound)
        if (!isFound && tallies === sure)
          misses.push({
            group: one.group,
            line: `${message.desk} ${[...one.places].join('/')} | ${one.quote.replaceAll('\n', ' ')} | got ${actsOf(
              reading,
            )
              .map((act) => `${act.kind}:${act.place?.name ?? '-'}${act.sure ? '!' : ''}`)
              .join(' ')}`,
          })
      }
    }
  }
  return { messages: readings.length, sure, all, sentences, unread, errors, misses }
}

const describe = ({ from, to, place }: ReadAct, { desk, text }: TalkMessage): string =>
  `${desk} ${place?.name} | ${text.slice(from, to).replaceAll('\n', ' ')}`
