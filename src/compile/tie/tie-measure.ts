import type { Measure } from '../outline/outline.ts'
import { allOf, type Bound } from './condition.ts'
import { derivedOfField, derivedSince, derivedUntil } from './derived.ts'
import type { DeskField } from './desk.ts'
import { bestColumn } from './find-named.ts'
import { candidatesIn, tieValue } from './tie-value.ts'
import type { Atom, Tying } from './tying.ts'
import { alike, contentOf, stem, stemsOf } from './words.ts'

/** Numbers and days: compared with a column, or with what they have just been asked for. */

const MONEY = /^(?:[$€£]|euros?|pounds?|dollars?|cents?)$/

const TIME = /\b(?:hours?|hrs?|days?|weeks?|months?|years?)\b/

export function tieMeasured(atom: Pick<Atom, 'measure'>, text: string, tying: Tying): Bound | undefined {
  const measure = atom.measure
  if (measure === null) return undefined
  const measured = measuredBy(measure, text, tying)
  if (measured === undefined) return undefined
  const bound: Bound = { name: measured, is: measure.compare, value: measure.amount }
  const rest = text.replace(
    /\b(?:up to|no more than|more than|less than|at least|within|\d+ \w+ or)\b.*$/,
    '',
  )
  const also = rest.includes(',') ? tieValue(rest, tying) : flagIn(rest, measured, tying)
  return also === undefined ? bound : allOf([also, bound])
}

/** "insured for more than 500": insured in the first place. */
function flagIn(text: string, measured: string, { desk }: Tying): Bound | undefined {
  const words = contentOf(text)
  const flag = desk.columns.find(
    ({ column, stems, variable }) =>
      column.type === 'boolean' &&
      stems.every((part) => words.some((word) => alike(word, part))) &&
      variable.split('.')[1] === measured.split('.')[1],
  )
  return flag === undefined ? undefined : { name: flag.variable, is: '==', value: true }
}

function measuredBy(measure: Measure, text: string, tying: Tying): string | undefined {
  const { desk, derived, focus } = tying
  const isTime = measure.unit !== null && TIME.test(measure.unit)
  const unit = stem(measure.unit ?? '')
  const field = desk.fields.find(
    ({ type, id, name }) =>
      type === 'number' &&
      (measure.unit === null
        ? contentOf(name).some((word) => contentOf(text).some((other) => alike(word, other)))
        : stemsOf(`${id} ${name}`).some((word) => alike(word, unit))),
  )
  // "if the next delivery is due in less than 5 days" is about that day, not about a number of days they named
  const isOfDay =
    isTime &&
    /\b(?:due|ago|in (?:less|fewer|more) than)\b/.test(text) &&
    desk.columns.some(
      ({ column, stems }) =>
        column.type === 'date' && stems.every((part) => contentOf(text).some((word) => alike(word, part))),
    )
  if (field !== undefined && measure.from === null && !isOfDay && !/\bago\b/.test(text))
    return `fields.${field.id}`
  // "Ask until what hour. ... Later than 16:00": the number they have just been asked for
  const { field: asked } = focus
  const names = desk.columns.some(
    ({ column, stems }) =>
      column.type === 'number' && stems.some((part) => contentOf(text).some((word) => alike(word, part))),
  )
  if (measure.unit === null && asked?.type === 'number' && !names) return `fields.${asked.id}`
  if (!isTime) {
    const isMoney = measure.unit !== null && MONEY.test(measure.unit)
    return bestColumn(text, tying, (one) => one.column.type === 'number' && (isMoney || true))?.variable
  }
  const ahead =
    /\b(?:before|until|left|to go|to run|away|ahead|from now)\b/.test(measure.from ?? '') ||
    /\bin (?:less|fewer|more|no more|no less|not more) than \d|\b(?:to run|to go|remaining)$/.test(text)
  if (asked?.type === 'date' && speaksOf(asked, text, tying)) return derivedOfField(derived, asked.id, ahead)
  const column = bestColumn(text, tying, (one) => one.column.type === 'date')
  if (column === undefined) return undefined
  focus.column = column
  return ahead ? derivedUntil(derived, column) : derivedSince(derived, column)
}

/** "If the day is more than 60 days away", where they have just been asked for one and no row's own day is named. */
const speaksOf = (asked: DeskField, text: string, { desk }: Tying): boolean => {
  const words = contentOf(text)
  const named = (stems: readonly string[]) => stems.some((part) => words.some((word) => alike(word, part)))
  const own = stemsOf(asked.name)
  const other = desk.columns.some(
    ({ column, stems }) =>
      column.type === 'date' && named(stems.filter((part) => !own.some((word) => alike(word, part)))),
  )
  return !other && (named(own) || /^(?:it|that|this)\b/.test(text))
}

/** "access has ended", "the last day is today or later", "the document has expired" */
export function tiePassed(text: string, tying: Tying): Bound | undefined {
  const over =
    /\b(?:has|have|is|are) (?:already )?(?:ended|left|passed|expired|gone|departed|over|run out)\b|\bpast its\b/.test(
      text,
    )
  const ahead = /\btoday or later\b|\bstill (?:runs|counts|open)\b|\bnot (?:ended|expired|passed) yet\b/.test(
    text,
  )
  if (!over && !ahead) return undefined
  // "it is still open" of a row that can be open speaks of that
  if (candidatesIn(text, tying).some(({ name }) => name.startsWith(`records.${tying.focus.record?.name}.`)))
    return undefined
  const column = bestColumn(text, tying, (one) => one.column.type === 'date')
  if (column === undefined) return undefined
  tying.focus.column = column
  return { name: derivedUntil(tying.derived, column), is: over ? '<' : '>=', value: 0 }
}

/** The date column ahead of which something counts. */
export function tieUntil(words: string, tying: Tying): Bound | undefined {
  const column = bestColumn(words, tying, (one) => one.column.type === 'date')
  return column === undefined ? undefined : { name: derivedUntil(tying.derived, column), is: '>=', value: 0 }
}

/** "has not shipped" is what was done, "has more than two" a count: neither is a thing they have. */
const NO_THING = /\b(?:of|than|for|from|to|by|not|been|yet|already)\b|(?:ed|en)$/

/** "who has unpaid fines", "with no open fines": a number that is more than nothing, or is not. */
export function tieSome(text: string, { desk, focus }: Tying): Bound | undefined {
  const found =
    /\b(?:has|have|with|owes?|there (?:is|are)) (no |not any )?(?:an? |any |some |still )*([a-z -]+)$/.exec(
      text,
    )
  if (found?.[2] === undefined || NO_THING.test(found[2])) return undefined
  const said = contentOf(found[2].replace(/ (?:either|too|as well|left|open|again)$/, ''))
  const fits = desk.columns.filter(
    ({ column, stems }) =>
      column.type === 'number' &&
      stems.length === said.length &&
      stems.every((part) => said.some((word) => alike(word, part))),
  )
  const own = fits.find(({ record }) => record.name === focus.record?.name) ?? fits[0]
  if (own === undefined) return undefined
  return { name: own.variable, is: found[1] === undefined ? '>' : '<=', value: 0 }
}

/** "0" under "Exit fee", "has an exit fee of 0" */
export function tieNumber(text: string, tying: Tying): Bound | undefined {
  const number = /^(?:.*\b(?:of|is) )?(\d+)$/.exec(text)?.[1]
  if (number === undefined) return undefined
  const column = bestColumn(text, tying, (one) => one.column.type === 'number')
  if (column === undefined) return undefined
  const value = Number(number)
  return { name: column.variable, is: value === 0 ? '<=' : '==', value }
}
