import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { actsOf, type ReadAct } from '../../src/base/values/reading.ts'
import { type ReaderModel, shippedModel } from '../../src/reading/lexical/model.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import { measureTalks } from './measure-talks.ts'
import { PROJECT } from './project.ts'
import type { LabelledAct, TalkMessage } from './talks.ts'
import { createTally, pooled, type Tally } from './tally.ts'

/** One message of a list, labelled by its writer (polarity, es, fr, de). */
export type ListedMessage = {
  readonly id: string
  readonly desk: string
  readonly text: string
  readonly acts: readonly LabelledAct[]
}

export const loadList = (name: string): readonly ListedMessage[] =>
  readFileSync(join(PROJECT, 'test/reading', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Ids with an even number are for building, the others are looked at once. */
export const isForBuilding = ({ id }: ListedMessage): boolean => Number(id.replace(/\D/g, '')) % 2 === 0

export type PolarityFigures = {
  readonly messages: number
  readonly wrong: number
  readonly sentences: number
  readonly unread: number
  readonly places: Tally
  readonly lines: readonly string[]
}

/** Deeds that are said to be done, being asked for or handed over: to read one where none is said is the dangerous mistake. */
const DEEDS: Readonly<Record<string, readonly string[]>> = {
  'claim-done': ['claim-done', 'hand-over'],
  'hand-over': ['hand-over', 'claim-done'],
  propose: ['propose', 'offer', 'check-fact', 'request'],
}

/** Wrong polarity: a deed read as done, proposed or handed over that is not; a done one read as denied; a negated topic told. */
export function measurePolarity(
  messages: readonly ListedMessage[],
  listsOf: (desk: string) => DeskLists,
  model: ReaderModel = shippedModel(),
): PolarityFigures {
  let wrong = 0
  let sentences = 0
  let unread = 0
  const places = createTally()
  const lines: string[] = []
  for (const message of messages) {
    const reading = readMessage(message.text, listsOf(message.desk), { seen: [] }, model)
    const acts = actsOf(reading)
    const faults = acts.filter((act) => isWrong(act, message.acts))
    if (faults.length > 0) {
      wrong += 1
      lines.push(
        `WRONG ${faults.map(describe).join(' ')} | ${message.text} | ${message.acts.map(({ kind, place, polarity }) => `${kind}:${place}${polarity ?? ''}`).join(' ')}`,
      )
    }
    for (const sentence of reading.sentences) {
      if (sentence.form !== 'courtesy') sentences += 1
      if (sentence.unread) {
        unread += 1
        lines.push(
          `UNREAD ${message.text.slice(sentence.from, sentence.to)} | ${message.acts.map(({ kind }) => kind).join(' ')}`,
        )
      }
    }
    for (const act of acts)
      if (act.sure && act.place !== null) {
        const name = act.place.name
        places.found(message.acts.some(({ place, also }) => place === name || also?.includes(name) === true))
      }
  }
  return { messages: messages.length, wrong, sentences, unread, places, lines }
}

function isWrong({ kind, polarity, sure, place }: ReadAct, labels: readonly LabelledAct[]): boolean {
  const says = (kinds: readonly string[]): boolean =>
    labels.some((label) => kinds.includes(label.kind) || kinds.includes(label.also_kind ?? ''))
  const deed = DEEDS[kind]
  if (deed !== undefined && polarity === 'positive') return !says(deed)
  if (kind === 'claim-done' && polarity === 'negative')
    return says(['claim-done']) && !says(['denied-deed', 'decline', 'conditional'])
  if (!sure || place?.in !== 'topic' || polarity !== 'positive' || kind === 'decline') return false
  const told = labels.filter((label) => label.place === place.name)
  return told.length > 0 && told.every((label) => label.polarity === 'negative')
}

const describe = ({ kind, polarity, place, sure }: ReadAct): string =>
  `${kind}~${polarity}:${place?.name ?? '-'}${sure ? '!' : ''}`

export type LanguageFigures = {
  readonly messages: number
  readonly detected: number
  readonly sure: Tally
  readonly all: Tally
  readonly sentences: number
  readonly unread: number
  readonly lines: readonly string[]
}

export function measureLanguage(
  messages: readonly ListedMessage[],
  listsOf: (desk: string) => DeskLists,
  model: ReaderModel = shippedModel(),
): LanguageFigures {
  const language = messages[0]?.id.slice(0, 2) ?? ''
  const talks = messages.map(
    ({ id, desk, text, acts }): TalkMessage => ({ talk: id, desk, n: 0, text, before: '', acts, seen: [] }),
  )
  const read = measureTalks(talks, listsOf, () => model, language)
  return {
    messages: messages.length,
    detected: read.messages,
    sure: pooled(Object.values(read.sure)),
    all: pooled(Object.values(read.all)),
    sentences: read.sentences,
    unread: read.unread,
    lines: [
      ...read.errors.map(({ group, line }) => `FP ${group} ${line}`),
      ...read.misses.map(({ group, line }) => `FN ${group} ${line}`),
    ],
  }
}
