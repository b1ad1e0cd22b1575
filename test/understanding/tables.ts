import { type Half, labelledMessages } from './labels.ts'
import * as sayDo from './say-do.ts'
import { agreementOf, f1Of, precisionOf, recallOf } from './understanding.ts'

/** The tables of docs/understanding.md as measured now; `npm run understanding` writes them there. */
const HALVES: readonly Half[] = ['build', 'held-out']

export const understandingTables = (): Readonly<Record<string, string>> => ({
  acts: actsTable(),
  'say-do': sayDoTable(),
})

function actsTable(): string {
  const rows = HALVES.flatMap((half) =>
    agreementOf(labelledMessages(half).messages).map((agreement) => [
      half,
      agreement.act,
      agreement.labelled,
      agreement.found,
      agreement.both,
      precisionOf(agreement).toFixed(3),
      recallOf(agreement).toFixed(3),
      f1Of(agreement).toFixed(3),
    ]),
  )
  return table(['half', 'act', 'labelled', 'found', 'both', 'precision', 'recall', 'F1'], rows)
}

function sayDoTable(): string {
  const recordings = sayDo.sayDoRecordings()
  const rows = HALVES.flatMap((half) =>
    (['write', 'handover'] as const).map((kind) => {
      const measured = sayDo.measureSayDo(
        recordings.filter((recording) => sayDo.halfOf(recording) === half),
        kind,
      )
      return [
        half,
        kind === 'write' ? '`phantom_action`' : '`false_handover`',
        measured.conversations,
        measured.flaggedAsRecorded.length,
        sayDo.realFlags(measured),
        measured.told,
        measured.foundWhenStruck,
        sayDo.precisionOf(measured).toFixed(3),
        sayDo.recallOf(measured).toFixed(3),
      ]
    }),
  )
  const head = ['half', 'detector', 'conversations', 'flags as recorded', 'of these real']
  return table([...head, 'told of a deed', 'flagged when struck', 'precision', 'recall'], rows)
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** From the mark to the nearest end mark; no other comment may lie between them. */
const blockOf = (name: string): RegExp =>
  new RegExp(`(<!-- measured: ${name} -->\\n)((?:(?!<!-- ).*\\n)*)(?=<!-- end -->)`)

/** What stands in a page between the marks of a table; undefined where the page has no such marks. */
export const writtenTable = (page: string, name: string): string | undefined =>
  blockOf(name).exec(page)?.[2]?.trimEnd()

export const withTable = (page: string, name: string, text: string): string =>
  page.replace(blockOf(name), (_, mark: string) => `${mark}${text}\n`)
