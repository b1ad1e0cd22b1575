import { type Scalar, UNKNOWN, type Value } from '../../base/values/value.ts'
import type { Case, Pack } from '../../cases/case.ts'
import { variableReader } from '../../graph/file/read-variable.ts'
import type { RequestView, Surroundings } from '../../graph/walk/walk-types.ts'
import { possible } from '../../world/call.ts'
import { openWorld, rowOf, type WorldState, withRow } from '../../world/state.ts'
import type { Lens } from './belief.ts'

export type Desk = ReturnType<typeof openDesk>

/** The back office of one trial as the walk sees it: rows as they are now, or as the customer claims they are. */
export function openDesk(
  pack: Pack,
  theCase: Case,
  { today, lens }: { readonly today: string; readonly lens: Lens | null },
) {
  const { world, graph } = pack
  const start = openWorld(world, theCase.sets)
  let state = start
  const keyOf = (table: string): string => world.tables.get(table)?.key ?? ''
  const rowAt = (at: WorldState) => (table: string, column: string, value: Scalar) => {
    const row = rowOf(world, at, table, column, value)
    return row === null || lens === null ? row : lens(table, row)
  }
  const around: Surroundings = {
    today,
    role: (tool) => world.tools.get(tool)?.role,
    keyOf,
    row: (table, column, value) => rowAt(state)(table, column, value),
    possible: (tool, input) => possible(world, state, tool, input),
  }
  const readerAt = (at: WorldState, request: RequestView | undefined): ((name: string) => Value) => {
    const field = (name: string): Value => request?.fields.get(name) ?? UNKNOWN
    const done = (id: string): boolean => request?.satisfied.some(({ step }) => step === id) === true
    return variableReader(graph, { today, keyOf, row: rowAt(at), field, done })
  }
  return {
    around,
    change: (changes: readonly { table: string; key: string; after: WorldRow }[]): void => {
      for (const { table, key, after } of changes)
        if (world.tables.has(table)) state = withRow(state, { table, key, row: after })
    },
    readWith: (field: (name: string) => Value): ((name: string) => Value) =>
      variableReader(graph, { today, keyOf, row: rowAt(state), field, done: () => false }),
    /** variables as they stand now, in a request; the answer holds for this moment however the trial goes on */
    reader: (request: RequestView | undefined): ((name: string) => Value) => readerAt(state, request),
    /** the same with the rows as they were before anything was done */
    readerAtStart: (request: RequestView | undefined): ((name: string) => Value) => readerAt(start, request),
  }
}

type WorldRow = Parameters<typeof withRow>[1]['row']
