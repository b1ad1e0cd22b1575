import type { VarName } from '../../../base/guards/guard.ts'
import {
  REFUSED,
  type Row,
  type Scalar,
  UNAVAILABLE,
  UNKNOWN,
  type Value,
} from '../../../base/values/value.ts'
import type { Case, Pack } from '../../../cases/case.ts'
import { variableReader } from '../../../graph/file/read-variable.ts'

/** What variables hold once everything a case has to say is said: which side of a boundary it stands on. */
export function caseValues(
  pack: Pack,
  theCase: Case,
  names: readonly VarName[],
): ReadonlyMap<VarName, Value> {
  const request = theCase.card.requests[0]
  const field = (name: string): Value => {
    if (name === 'intent') return request?.intent ?? UNKNOWN
    if (request?.cannot.includes(name) === true) return UNAVAILABLE
    if (request?.refuses.includes(name) === true) return REFUSED
    return request?.knows[name] ?? UNKNOWN
  }
  const keyOf = (table: string): string => pack.world.tables.get(table)?.key ?? ''
  const read = variableReader(pack.graph, {
    today: pack.world.today,
    field,
    keyOf,
    row: (table, column, value) => rowOf(pack, theCase, { table, column, value }),
    done: () => false,
  })
  return new Map(names.map((name) => [name, read(name)]))
}

function rowOf(pack: Pack, theCase: Case, at: { table: string; column: string; value: Scalar }): Row | null {
  const table = pack.world.tables.get(at.table)
  const own = theCase.sets[at.table] ?? {}
  for (const key of new Set([...Object.keys(own), ...(table?.rows.keys() ?? [])])) {
    const row = { ...table?.rows.get(key), ...own[key] }
    const holds = at.column === table?.key ? key === String(at.value) : row[at.column] === at.value
    if (holds) return row
  }
  return null
}
