import { join } from 'node:path'
import type { DeskLists } from '../src/base/values/desk-lists.ts'
import { packLists } from '../test/reading/desks.ts'
import { GROUPS, measureTalks } from '../test/reading/measure-talks.ts'
import { talkMessages } from '../test/reading/talks.ts'
import { pooled, type Tally, wilson } from '../test/reading/tally.ts'
import { writeTable } from './write-table.ts'

/**
 * Measures the frozen reader on test/plays-5, which nothing was built on, and writes the table of docs/understanding.md. Nothing
 * in the reader is changed because of what it prints.
 *
 *   npm run understanding-sealed
 */
const PAGE = join(import.meta.dirname, '../docs/understanding.md')

const figure = (value: number): string => value.toFixed(3)
const ends = (hits: number, all: number): string => wilson(hits, all).map(figure).join('-')
const cells = (tally: Tally): string =>
  `${tally.foundAll} | ${figure(tally.precision)} (${ends(tally.right, tally.foundAll)}) | ${tally.wantedAll} | ${figure(tally.recall)} (${ends(tally.hit, tally.wantedAll)})`

const messages = talkMessages('test/plays-5', 'acts-1.jsonl')
const lists = new Map<string, DeskLists>()
for (const { desk } of messages) if (!lists.has(desk)) lists.set(desk, await packLists(desk))
const listsOf = (desk: string): DeskLists => {
  const found = lists.get(desk)
  if (found === undefined) throw new RangeError(`no desk ${desk}`)
  return found
}

const figures = measureTalks(messages, listsOf)
writeTable(PAGE, 'reader-sealed', [
  '| act | sure acts found | precision (95 %) | labelled | recall (95 %) |',
  '| --- | --- | --- | --- | --- |',
  ...GROUPS.map((group) => `| ${group} | ${cells(figures.sure[group])} |`),
  `| pooled | ${cells(pooled(GROUPS.map((group) => figures.sure[group])))} |`,
  `| pooled, candidates too | ${cells(pooled(GROUPS.map((group) => figures.all[group])))} |`,
  `| sentences unread, ${figures.messages} messages | ${figures.unread} of ${figures.sentences} | ${figure(figures.unread / figures.sentences)} | | |`,
])
