import type { DeskLists } from '../../src/base/values/desk-lists.ts'
import { type LabelledMessage, labelledUnits } from './labelled-units.ts'
import { GROUPS } from './learn-all.ts'
import type { Grouped } from './material.ts'
import { type CorpusRow, corpusDesks, corpusRows } from './rows.ts'

/** Every desk, every writer and every style is in one group: what is read of it is read by models that never saw it. */
export function groupsOf(rows: readonly CorpusRow[]): (row: CorpusRow) => number {
  const rank = (names: readonly string[]): ReadonlyMap<string, number> =>
    new Map([...new Set(names)].sort().map((name, at) => [name, at % GROUPS.length]))
  const desks = rank(rows.flatMap(({ source, desk }) => (source.startsWith('outsiders') ? [] : (desk ?? []))))
  const writers = rank(rows.flatMap(({ source, writer }) => (source.startsWith('outsiders') ? writer : [])))
  const styles = rank(rows.flatMap(({ desk, writer }) => (desk === null ? writer : [])))
  return ({ source, desk, writer }) =>
    (source.startsWith('outsiders')
      ? writers.get(writer)
      : desk === null
        ? styles.get(writer)
        : desks.get(desk)) ?? 0
}

export type Corpus = {
  readonly rows: readonly CorpusRow[]
  readonly desks: ReadonlyMap<string, DeskLists>
  readonly grouped: readonly Grouped[]
}

/**
 * The messages of a split with their groups. Those of known desks that no weights have seen stand there twice: once read by models that
 * know the desk, once by models that do not.
 */
export async function loadGroups(which: {
  readonly sources: (row: CorpusRow) => boolean
  readonly test: boolean
}): Promise<Corpus> {
  const rows = corpusRows().filter(which.sources)
  const desks = await corpusDesks()
  const train = rows.filter(({ split }) => split === 'train')
  const others = which.test ? rows.filter(({ split }) => split !== 'train') : []
  const groupOf = groupsOf(train)
  const known = others.map((row) => ({ ...row, talk: `known ${row.talk}` }))
  const held = others.filter(({ split }) => split === 'test')
  const messages = labelledUnits([...train, ...held, ...known], desks)
  const isKnown = ({ row }: LabelledMessage): boolean => row.talk.startsWith('known ')
  const grouped = messages.map((message) => ({
    message,
    group: isKnown(message) ? null : groupOf(message.row),
  }))
  return { rows: train, desks, grouped }
}
