import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { actsOf, type ReadAct } from '../../src/base/values/reading.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import type { TalkMessage } from '../plays/plays.ts'
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
}

const goldOf = ({ acts }: TalkMessage): readonly Gold[] =>
  acts.flatMap(({ kind, also_kind, place, also, polarity }) => {
    const group = GROUP_OF[kind]
    if (group === undefined || place === null || polarity === 'negative') return []
    return [{ group, also: GROUP_OF[also_kind ?? ''], places: new Set([place, ...(also ?? [])]) }]
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
}

const noTallies = () =>
  Object.fromEntries(GROUPS.map((group) => [group, createTally()])) as Record<Group, Tally>

/** Placed acts against labels, message by message. English only: the other languages are measured apart. */
export function measureTalks(
  talks: readonly TalkMessage[],
  listsOf: (desk: string) => DeskLists,
): TalkFigures {
  const [sure, all] = [noTallies(), noTallies()]
  let [messages, sentences, unread] = [0, 0, 0]
  for (const message of talks) {
    const reading = readMessage(message.text, listsOf(message.desk), { seen: message.seen })
    if (reading.language !== 'en') continue
    messages += 1
    for (const { form, unread: isUnread } of reading.sentences) {
      if (form !== 'courtesy') sentences += 1
      if (isUnread) unread += 1
    }
    const gold = goldOf(message)
    const acts = actsOf(reading).flatMap((act) => {
      const group = GROUP_OF[act.kind]
      return group === undefined || act.place === null || act.polarity !== 'positive'
        ? []
        : [{ sure: act.sure, group, name: act.place.name }]
    })
    for (const [tallies, found] of [
      [sure, acts.filter((act) => act.sure)],
      [all, acts],
    ] as const) {
      for (const { group, name } of found) tallies[group].found(gold.some((one) => matches(group, name, one)))
      for (const one of gold)
        tallies[one.group].wanted(
          found.some(
            ({ group, name }) => one.places.has(name) && (group === one.group || group === one.also),
          ),
        )
    }
  }
  return { messages, sure, all, sentences, unread }
}
