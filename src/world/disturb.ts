import { isJsonObject, type Json, type JsonObject } from '../base/values/json.ts'
import { type CallResult, failed } from './call-result.ts'
import type { WorldState } from './state.ts'
import type { Tool, World } from './world.ts'

/**
 * A desk on a bad day. 1: each tool is unavailable when first called. 2: and times out the second time. 3: each tool is
 * unavailable once, and the first answer of each that only reads is out of date: it says so, and contradicts the next one. Counted by
 * tool and never drawn, so that every agent meets the same faults.
 */
export const DISTURBANCES = [1, 2, 3] as const
export type Disturbance = (typeof DISTURBANCES)[number]

/** What a disturbed answer carries; whoever reads it can tell. */
const OUT_OF_DATE = 'out_of_date'
const ERRORS = ['unavailable', 'timed_out'] as const

/** Answers of a desk, one after the other, each perhaps spoilt. */
export type Disturb = (tool: string, state: WorldState, answer: () => CallResult) => CallResult

export function openDisturbance(world: World, level: Disturbance | null): Disturb {
  if (level === null) return (_, __, answer) => answer()
  const calls = new Map<string, number>()
  const aged = new Set<string>()
  return (name, state, answer) => {
    const times = (calls.get(name) ?? 0) + 1
    calls.set(name, times)
    const tool = world.tools.get(name)
    if (times === 1) return failed(state, { error: ERRORS[0], message: `${name} is unavailable. Try again.` })
    if (times === 2 && level === 2)
      return failed(state, { error: ERRORS[1], message: `${name} did not answer in time. Try again.` })
    const result = answer()
    if (level !== 3 || tool === undefined || !isAgeing(tool, result) || aged.has(name)) return result
    aged.add(name)
    return { ...result, output: outOfDate(tool, result.output, world.today) }
  }
}

const isAgeing = (tool: Tool, { ok, output }: CallResult): boolean =>
  tool.role === 'read' && tool.finds.length > 0 && ok && isJsonObject(output)

function outOfDate(tool: Tool, output: Json, today: string): Json {
  if (!isJsonObject(output)) return output
  const shown = new Set(tool.finds.map(({ as }) => as))
  const cells = Object.entries(output).map(([name, value]) => [name, shown.has(name) ? aged(value) : value])
  return {
    ...Object.fromEntries(cells),
    [OUT_OF_DATE]: true,
    as_of: dayBefore(today, 1),
    note: 'This copy is out of date. Ask again for the present state.',
  }
}

/** Dates a month earlier, numbers as they were before anything was booked, yes for no. Words and keys stay. */
function aged(value: Json): Json {
  if (Array.isArray(value)) return value.map(aged)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, cell]): [string, Json] => [name, agedCell(cell)]),
  )
}

function agedCell(cell: Json): Json {
  if (typeof cell === 'boolean') return !cell
  if (typeof cell === 'number') return 0
  return typeof cell === 'string' && /^\d{4}-\d\d-\d\d$/.test(cell) ? dayBefore(cell, 30) : cell
}

const DAY_MS = 86_400_000
const dayBefore = (date: string, days: number): string => {
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) ? date : new Date(at - days * DAY_MS).toISOString().slice(0, 10)
}

const memberOf = (output: Json, name: string): Json | undefined =>
  isJsonObject(output) && Object.hasOwn(output, name) ? (output as JsonObject)[name] : undefined

/** Was an answer spoilt, by what anybody can see of it? */
export function isSpoilt(output: Json): 'failed' | 'out-of-date' | null {
  if (memberOf(output, OUT_OF_DATE) === true) return 'out-of-date'
  const error = memberOf(output, 'error')
  return ERRORS.some((known) => known === error) ? 'failed' : null
}
