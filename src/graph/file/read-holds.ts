import { type Problem, problem } from '../../base/files/problem.ts'
import { didYouMean } from '../../base/files/suggest.ts'
import type { PlaceOf } from '../../base/files/yaml-file.ts'
import type { VarTable, VarType } from '../../base/guards/guard-types.ts'
import { isIsoDate } from '../../base/values/iso-date.ts'
import { reckonedDaysIn } from '../../text/figures/days.ts'
import { timeSpansIn } from '../../text/figures/spans.ts'
import type { Hold } from '../model/hold.ts'
import type { HoldFile } from './graph-file.ts'

type From = {
  readonly placeOf: PlaceOf
  readonly path: readonly (string | number)[]
  readonly table: VarTable
  readonly report: (found: Problem) => void
}

const VARIABLE = /^(?:fields|records|derived)\./
/** any day will do to see whether words name one */
const SOME_DAY = '2026-01-05'

/** The `holds` of a tell step: each is one typed value. A faulty one is reported and left out. */
export function readHolds(raw: readonly HoldFile[], from: From): readonly Hold[] {
  return raw.flatMap((hold, index) => readHold(hold, { ...from, path: [...from.path, index] }) ?? [])
}

function readHold(raw: HoldFile, from: From): Hold | null {
  if ('days' in raw) return daysOf(listed(raw.days), from)
  if ('sum' in raw) {
    if (typeof raw.sum === 'number') return { kind: 'sum', text: String(raw.sum), is: raw.sum }
    return isVariable(raw.sum, ['number'], from)
      ? { kind: 'sum', text: raw.sum, is: { name: raw.sum } }
      : null
  }
  if ('date' in raw) return dateOf(raw.date, from)
  if ('item' in raw) return itemOf(listed(raw.item), from)
  const kind = 'condition' in raw ? 'condition' : 'warning'
  const anyOf = listed('condition' in raw ? raw.condition : raw.warning)
  return { kind, anyOf, text: anyOf[0] ?? '' }
}

const listed = (raw: string | readonly string[]): readonly string[] => (typeof raw === 'string' ? [raw] : raw)

function daysOf(texts: readonly string[], from: From): Hold | null {
  const spans = texts.map((text) => ({ text, found: timeSpansIn(text) }))
  const unread = spans.find(({ found }) => found.length !== 1)
  if (unread === undefined)
    return { kind: 'days', text: texts[0] ?? '', anyOf: spans.flatMap(({ found }) => found) }
  return refuse(
    from,
    `"${unread.text}" is not one length of time`,
    'Write "5 working days", "3 to 5 days", "4 hours" or "12 months".',
  )
}

function dateOf(text: string, from: From): Hold | null {
  if (VARIABLE.test(text))
    return isVariable(text, ['date', 'string'], from) ? { kind: 'date', text, is: { name: text } } : null
  if (isIsoDate(text) || reckonedDaysIn(text, SOME_DAY).length > 0)
    return { kind: 'date', text, is: { words: text } }
  return refuse(
    from,
    `"${text}" is not a day`,
    'Write a variable, "2026-05-01", "tomorrow", "next working day" or "first day of next month".',
  )
}

function itemOf(names: readonly string[], from: From): Hold | null {
  const [only = ''] = names
  if (names.length > 1 || !VARIABLE.test(only)) return { kind: 'item', text: only, is: { anyOf: names } }
  return isVariable(only, ['string', 'enum', 'number'], from)
    ? { kind: 'item', text: only, is: { name: only } }
    : null
}

function isVariable(name: string, types: readonly VarType['type'][], from: From): boolean {
  const found = from.table.typeOf(name)
  if (found === undefined) {
    refuse(from, `"${name}" is not declared`, didYouMean(name, from.table.known()))
    return false
  }
  if (types.includes(found.type)) return true
  refuse(from, `"${name}" is of type ${found.type}`, `Here stands a ${types.join(' or a ')}.`)
  return false
}

function refuse(from: From, message: string, hint: string): null {
  from.report(problem(from.placeOf(from.path), 'hold-refused', `holds: ${message}`, hint))
  return null
}
