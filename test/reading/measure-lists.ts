import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { actsOf, type ReadAct } from '../../src/base/values/reading.ts'
import { readMessage } from '../../src/reading/lexical/read-message.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import type { LabelledAct } from '../plays/plays.ts'

/** One message of a list, labelled by its writer (polarity). */
export type ListedMessage = {
  readonly id: string
  readonly desk: string
  readonly text: string
  readonly acts: readonly LabelledAct[]
}

export const loadList = (name: string): readonly ListedMessage[] =>
  readFileSync(join(packageRoot(), 'test/reading', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Deeds that are said to be done, being asked for or handed over: to read one where none is said is the dangerous mistake. */
const DEEDS: Readonly<Record<string, readonly string[]>> = {
  'claim-done': ['claim-done', 'hand-over'],
  'hand-over': ['hand-over', 'claim-done'],
  propose: ['propose', 'offer', 'check-fact', 'request'],
}

/** Wrong polarity: a deed read as done, proposed or handed over that is not; a done one read as denied; a negated topic told. */
export function measurePolarity(messages: readonly ListedMessage[], listsOf: (desk: string) => DeskLists) {
  const wrong: string[] = []
  let [sentences, unread] = [0, 0]
  for (const { id, desk, text, acts } of messages) {
    const reading = readMessage(text, listsOf(desk), { seen: [] })
    if (actsOf(reading).some((act) => isWrong(act, acts))) wrong.push(`${id} ${text}`)
    for (const sentence of reading.sentences) {
      if (sentence.form !== 'courtesy') sentences += 1
      if (sentence.unread) unread += 1
    }
  }
  return { wrong, sentences, unread }
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
