import { join } from 'node:path'
import type { DeskLists } from '../src/base/values/desk-lists.ts'
import { packLists } from '../test/reading/desks.ts'
import { GROUPS, measureLabels, measureTalks } from '../test/reading/measure-talks.ts'
import { talkMessages } from '../test/reading/talks.ts'
import { pooled, type Tally, wilson } from '../test/reading/tally.ts'
import { writeTable } from './write-table.ts'

/**
 * Measures the frozen reader on test/plays, which nothing was built on, against both labellers, and writes the table of
 * docs/understanding.md. Nothing in the reader is changed because of what it prints.
 *
 *   npm run understanding-sealed
 */
const PAGE = join(import.meta.dirname, '../docs/understanding.md')

const figure = (value: number): string => value.toFixed(3)
const ends = (hits: number, all: number): string => wilson(hits, all).map(figure).join('-')
const cells = (tally: Tally): string =>
  `${tally.foundAll} | ${figure(tally.precision)} (${ends(tally.right, tally.foundAll)}) | ${tally.wantedAll} | ${figure(tally.recall)} (${ends(tally.hit, tally.wantedAll)})`

const [first, second] = ['acts-1.jsonl', 'acts-2.jsonl'].map((file) => talkMessages('test/plays', file))
const messages = first ?? []
const lists = new Map<string, DeskLists>()
for (const { desk } of messages) if (!lists.has(desk)) lists.set(desk, await packLists(desk))
const listsOf = (desk: string): DeskLists => {
  const found = lists.get(desk)
  if (found === undefined) throw new RangeError(`no desk ${desk}`)
  return found
}

const byLabeller = [messages, second ?? []].flatMap((labelled, at) => {
  const figures = measureTalks(labelled, listsOf)
  return [
    ...GROUPS.map((group) => `| labeller ${at + 1} | ${group} | ${cells(figures.sure[group])} |`),
    `| labeller ${at + 1} | pooled | ${cells(pooled(GROUPS.map((group) => figures.sure[group])))} |`,
    `| labeller ${at + 1} | pooled, candidates too | ${cells(pooled(GROUPS.map((group) => figures.all[group])))} |`,
    `| labeller ${at + 1} | sentences unread, ${figures.messages} messages | ${figures.unread} of ${figures.sentences} | ${figure(figures.unread / figures.sentences)} | | |`,
  ]
})
const agreed = measureLabels(messages, second ?? [])
writeTable(PAGE, 'reader-plays', [
  '| against | act | sure acts found | precision (95 %) | labelled | recall (95 %) |',
  '| --- | --- | --- | --- | --- | --- |',
  ...byLabeller,
  ...GROUPS.map((group) => `| labeller 2 against labeller 1 | ${group} | ${cells(agreed[group])} |`),
  `| labeller 2 against labeller 1 | pooled | ${cells(pooled(GROUPS.map((group) => agreed[group])))} |`,
])
