import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/runner/files/package-root.ts'
import { headsOf } from './labelled-units.ts'
import { loadEncoder } from './load-encoder.ts'
import { type CorpusRow, corpusDesks } from './rows.ts'
import { type Found, goldOf, type Scored } from './score.ts'
import { unpackHeads } from './trained/heads-file.ts'
import { PLACED, type Placed } from './trained/kinds-of-heads.ts'
import { placesOf } from './trained/places.ts'
import type { Earlier } from './trained/second-look.ts'
import { type TrainedReader, trainedReader } from './trained/trained-reader.ts'

export const HEADS_FILE = join(packageRoot(), 'encoder/heads.bin')

/** Messages as the shipped reader reads them, talk by talk; and how long it took. */
export async function readRows(
  rows: readonly CorpusRow[],
  file = HEADS_FILE,
): Promise<{ readonly scored: readonly Scored[]; readonly sureFrom: number; readonly milliseconds: number }> {
  const heads = unpackHeads(readFileSync(file))
  const desks = await corpusDesks()
  const readers = new Map<string, TrainedReader>()
  const talks = new Map<string, Earlier>()
  let milliseconds = 0
  const scored = rows.flatMap((row): readonly Scored[] => {
    const lists = desks.get(row.desk ?? '')
    if (lists === undefined || row.desk === null) return []
    const reader = readers.get(row.desk) ?? trainedReader(lists, heads, loadEncoder())
    readers.set(row.desk, reader)
    const started = performance.now()
    const { reading, earlier } = reader.read(row.text, {
      said: row.before,
      earlier: talks.get(row.talk) ?? reader.none,
    })
    milliseconds += performance.now() - started
    talks.set(row.talk, earlier)
    const found = new Map<string, Found>()
    for (const { acts } of reading.sentences)
      for (const { kind, place, polarity, chance } of acts) {
        const placed = polarity === 'positive' && place !== null ? placedOf(kind) : undefined
        if (placed === undefined || place === null) continue
        const key = `${placed} ${place.name}`
        if ((found.get(key)?.chance ?? 0) < chance) found.set(key, { kind: placed, name: place.name, chance })
      }
    return [{ row, gold: goldOf(row, placesOf(lists)), found: [...found.values()] }]
  })
  return { scored, sureFrom: heads.sureFrom, milliseconds: milliseconds / Math.max(1, scored.length) }
}

const placedOf = (kind: string): Placed | undefined => {
  const heads = headsOf({ kind, place: null, quote: '' }, '')
  return PLACED.find((placed) => heads.includes(placed))
}
