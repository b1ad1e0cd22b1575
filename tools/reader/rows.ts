import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { likelyLanguage } from '../../src/text/languages.ts'
import { type LabelledAct, PLAY_SETS, playsOf, shippedDesks } from '../../test/plays/plays.ts'

/** A whole message of an agent with what labellers say that it does: a line of `corpus/*.jsonl.gz`, or a message of a play. */
export type CorpusRow = {
  readonly source: string
  readonly split: 'train' | 'test' | 'sealed'
  /** who wrote it: a player, a writer, a style */
  readonly writer: string
  /** null: a sentence of nowhere; only its kinds teach */
  readonly desk: string | null
  readonly talk: string
  readonly n: number
  /** what the customer said last */
  readonly before: string
  readonly text: string
  /** one list a labeller */
  readonly labels: readonly (readonly LabelledAct[])[]
}

export const CORPUS = join(packageRoot(), 'tools/reader/corpus')
/** Sets that no weights have seen: what readers are compared by. */
const TEST_SETS: readonly string[] = ['plays-18', 'plays-19', 'plays-20']

const linesOf = (file: string): readonly string[] =>
  gunzipSync(readFileSync(join(CORPUS, file)))
    .toString('utf8')
    .trim()
    .split('\n')

export function corpusRows(): readonly CorpusRow[] {
  const files = existsSync(CORPUS)
    ? readdirSync(CORPUS).filter((file) => file.endsWith('.rows.jsonl.gz'))
    : []
  return [
    ...PLAY_SETS.flatMap(playRows),
    ...files.sort().flatMap((file) => linesOf(file).map((line): CorpusRow => JSON.parse(line))),
  ]
}

/** Plays are not copied: they are read where they lie. */
function playRows(set: string): readonly CorpusRow[] {
  return playsOf(set).flatMap(({ talk, events, acts: labellers }) => {
    const [start] = events
    const desk = start?.type === 'trial.started' ? start.pack.id : null
    let before = ''
    return events.flatMap((event): readonly CorpusRow[] => {
      if (event.type !== 'message.sent') return []
      if (event.from === 'customer') {
        before = event.text
        return []
      }
      const labels = labellers.flatMap((messages) => {
        const found = messages.find(({ n }) => n === event.n)
        return found === undefined ? [] : [found.acts]
      })
      if (labels.length === 0 || likelyLanguage(event.text) !== 'en') return []
      return [
        {
          source: set,
          split: TEST_SETS.includes(set) ? 'test' : 'train',
          writer: /^[a-z]+/.exec(talk)?.[0] ?? '',
          desk,
          talk: `${set}/${talk}`,
          n: event.n,
          before,
          text: event.text,
          labels,
        },
      ]
    })
  })
}

/** Every desk that rows speak of: ours, and those that outsiders invented. */
export async function corpusDesks(): Promise<ReadonlyMap<string, DeskLists>> {
  const shipped = [...(await shippedDesks())].map(([id, { lists }]) => [id, lists] as const)
  const invented = existsSync(join(CORPUS, 'desks.jsonl.gz'))
    ? linesOf('desks.jsonl.gz').map((line): readonly [string, DeskLists] => JSON.parse(line))
    : []
  return new Map([...shipped, ...invented])
}
