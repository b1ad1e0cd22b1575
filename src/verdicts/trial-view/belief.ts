import { type Row, Special, type Value } from '../../base/values/value.ts'
import type { Pack } from '../../cases/case.ts'
import type { Contradiction } from './seen.ts'
import type { Script } from './trial-script.ts'

/** Rows as they would be if the customer's claims were so. */
export type Lens = (table: string, row: Row) => Row

/** reads a variable in a request, as it stands at the end */
export type ReaderOf = (request: string) => (name: string) => Value

/** Claims that a record settles otherwise (V1), with what the record says. */
export function contradictions(pack: Pack, script: Script, reader: ReaderOf): readonly Contradiction[] {
  const found: Contradiction[] = []
  for (const deed of script.deeds) {
    if (deed.kind !== 'heard') continue
    for (const move of deed.message.act.moves) {
      const settledBy = move.do === 'tell' ? pack.graph.fields.get(move.field)?.settledBy : null
      if (move.do !== 'tell' || settledBy === null || settledBy === undefined) continue
      const { request, field, value: claimed } = move
      const read = reader(request)
      const [, record = '', column = ''] = settledBy.split('.')
      const bound = !(read(`records.${record}`) instanceof Special)
      const recorded = read(settledBy)
      const key = !bound || recorded === claimed ? null : keyOf(pack, record, read)
      if (key !== null) found.push({ n: deed.message.n, request, field, claimed, recorded, column, ...key })
    }
  }
  return found
}

function keyOf(
  pack: Pack,
  record: string,
  read: (name: string) => Value,
): { table: string; by: string; key: string } | null {
  const spec = pack.graph.records.get(record)
  const key = spec === undefined ? undefined : read(spec.by)
  if (spec === undefined || key === undefined || key instanceof Special) return null
  return { table: spec.from, by: spec.on ?? pack.world.tables.get(spec.from)?.key ?? '', key: String(key) }
}

export function lensOf(contradicted: readonly Contradiction[]): Lens {
  return (table, row) => {
    const claims = contradicted.filter(
      (claim) => claim.table === table && String(row[claim.by]) === claim.key,
    )
    return claims.length === 0
      ? row
      : { ...row, ...Object.fromEntries(claims.map(({ column, claimed }) => [column, claimed])) }
  }
}
