import { isJsonObject, type Json } from '../../../base/values/json.ts'
import type { Cell } from '../../../world/world.ts'
import type { CellChange, Cells, RecordedEntry } from '../../model/recording.ts'
import { isList } from '../shared/members.ts'
import { AIRLINE } from './airline.ts'
import type { ReplayedDesk, Tables } from './replayed-desk.ts'

/** Replays calls on a published database. */
export type Replay = {
  /** the entries of a conversation, each successful write followed by what it changed */
  readonly withChanges: (entries: readonly RecordedEntry[]) => readonly RecordedEntry[]
  /** what these calls leave behind, from the start: rows that differ */
  readonly leavesOf: (
    calls: readonly { readonly tool: string; readonly input: Json }[],
  ) => readonly CellChange[]
}

const DESKS: readonly ReplayedDesk[] = [AIRLINE]

/** Null: no desk has these tables. */
export function openReplay(records: Readonly<Record<string, Json>>): Replay | null {
  const desk = DESKS.find(({ tables }) => tables.every((name) => isJsonObject(records[name])))
  if (desk === undefined) return null
  const start: Tables = Object.fromEntries(
    desk.tables.map((name) => [name, isJsonObject(records[name]) ? records[name] : {}]),
  )
  return {
    withChanges: (entries) => withChanges(desk, start, entries),
    leavesOf: (calls) => {
      let tables = start
      for (const { tool, input } of calls) tables = after(desk, tables, tool, input) ?? tables
      return changesBetween(start, tables)
    },
  }
}

function after(desk: ReplayedDesk, tables: Tables, tool: string, input: Json): Tables | null {
  const write = Object.hasOwn(desk.writes, tool) ? desk.writes[tool] : undefined
  return write === undefined || !isJsonObject(input) ? null : write(tables, input)
}

function withChanges(
  desk: ReplayedDesk,
  start: Tables,
  entries: readonly RecordedEntry[],
): readonly RecordedEntry[] {
  let tables = start
  const calls = new Map<string, Extract<RecordedEntry, { is: 'called' }>>()
  return entries.flatMap((entry): readonly RecordedEntry[] => {
    if (entry.is === 'called' && entry.from === 'agent') calls.set(entry.call, entry)
    const call = entry.is === 'returned' && entry.ok ? calls.get(entry.call) : undefined
    const next = call === undefined ? null : after(desk, tables, call.tool, call.input)
    if (call === undefined || next === null) return [entry]
    const changes = changesBetween(tables, next)
    tables = next
    return [entry, ...changes.map((change) => ({ is: 'changed' as const, call: call.call, change }))]
  })
}

/** Rows that are not the same object were written: no write copies a row it leaves alone. */
function changesBetween(before: Tables, after: Tables): readonly CellChange[] {
  return Object.keys(after).flatMap((table) => {
    const [old, now] = [before[table] ?? {}, after[table] ?? {}]
    if (old === now) return []
    return Object.keys(now)
      .filter((key) => old[key] !== now[key])
      .map((key) => ({ table, key, before: cellsOrNull(old[key]), after: cellsOrNull(now[key]) }))
      .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
  })
}

const cellsOrNull = (row: Json | undefined): Cells | null => (row === undefined ? null : cellsOf(row))

/** A row of any shape as cells: `flights.0.date`. */
export function cellsOf(row: Json): Cells {
  const cells: [string, Cell][] = []
  const walk = (value: Json, path: string): void => {
    if (isList(value)) {
      for (const [place, inner] of value.entries()) walk(inner, `${path}${place}.`)
      cells.push([`${path}length`, value.length])
    } else if (isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}${name}.`)
    else cells.push([path.slice(0, -1), value])
  }
  walk(row, '')
  return Object.fromEntries(cells.sort(([a], [b]) => (a < b ? -1 : 1)))
}
