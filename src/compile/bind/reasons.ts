import type { Desk } from '../tie/desk.ts'
import { Index } from '../tie/rank.ts'
import type { Notes } from './notes.ts'

const SURE = 0.6

/** The reason of each handover, among those the handover tool takes: by its words, else one that no other sentence names. */
export function reasonsOf(desk: Desk, notes: Notes): readonly string[] {
  const known = desk.handover?.reasons ?? []
  if (known.length === 0) return notes.handed.map(() => 'other')
  const index = new Index(known.map((id) => ({ id, name: '', phrases: [] })))
  const ranked = notes.handed.map(({ query }) => index.rank(query))
  const taken = new Map<number, string>()
  const byScore = ranked
    .flatMap((list, at) => list.map(({ id, score }) => ({ at, id, score })))
    .filter(({ score }) => score >= SURE)
    .sort((a, b) => b.score - a.score)
  for (const { at, id } of byScore) if (!taken.has(at)) taken.set(at, id)
  for (const [at, { source }] of notes.handed.entries()) {
    if (taken.has(at)) continue
    const used = new Set(taken.values())
    const left = known.filter((reason) => !used.has(reason) && reason !== 'other')
    const best =
      ranked[at]?.find(({ id, score }) => left.includes(id) && score > 0)?.id ??
      (left.length === 1 ? left[0] : undefined)
    if (best === undefined) notes.loose(source, 'no reason of the handover tool fits')
    taken.set(at, best ?? 'other')
  }
  return notes.handed.map((_, at) => taken.get(at) ?? 'other')
}
