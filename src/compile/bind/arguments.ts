import { type Derived, derivedMinus } from '../tie/derived.ts'
import type { Desk, DeskColumn, DeskParameter, DeskTool } from '../tie/desk.ts'
import { alike, contentOf, numberOf, stem, stemsOf, wordsOf } from '../tie/words.ts'

/** What is known where a tool is used. */
export type Situation = {
  readonly learned: readonly string[]
  readonly checked: ReadonlySet<string>
  /** the words of the deed, nearest first: the order itself, the proposal, the sentence */
  readonly words: readonly string[]
  /** values chosen by the way so far: a table's row */
  readonly chosen: ReadonlyMap<string, string>
  /** sentences of the section that may say how much, and when */
  readonly rules: readonly string[]
  /** does what the phrase names hold here? */
  readonly holds: (phrase: string) => boolean | undefined
  readonly derived: Map<string, Derived>
}

/** The constraint of each argument, or the parameters nothing is known of. */
export function argumentsOf(
  desk: Desk,
  tool: DeskTool,
  situation: Situation,
): { readonly with: Readonly<Record<string, string>>; readonly open: readonly string[] } {
  const found = tool.parameters.map(
    (parameter) => [parameter.name, constraintOf(desk, parameter, situation)] as const,
  )
  return {
    with: Object.fromEntries(
      found.flatMap(([name, value]) => (value === null ? [] : [[name, `== ${value}`]])),
    ),
    open: found.flatMap(([name, value]) =>
      value === null && tool.parameters.find((one) => one.name === name)?.optional !== true ? [name] : [],
    ),
  }
}

function constraintOf(desk: Desk, parameter: DeskParameter, situation: Situation): string | null {
  const { name } = parameter
  const chosen = situation.chosen.get(name)
  if (chosen !== undefined) return chosen
  const field = desk.fields.find(({ id }) => id === name)
  // what may be left out, and nobody was asked for, is left out
  if (field !== undefined && parameter.optional && !situation.learned.includes(field.id)) return null
  if (field !== undefined) return `fields.${field.id}`
  const keyed = keyOf(desk, name, situation)
  if (keyed !== null) return keyed
  const own = contentOf(name)
  const learned = [...situation.learned]
    .reverse()
    .find((id) => own.length > 0 && own.every((word) => stemsOf(id).some((other) => alike(word, other))))
  if (learned !== undefined) return `fields.${learned}`
  if (parameter.type === 'number' || parameter.type === 'integer') return amountOf(desk, parameter, situation)
  const column = desk.columns.find(
    (one) => one.column.name === name && situation.checked.has(one.record.name),
  )
  return column?.variable ?? valueHeld(parameter, situation)
}

/** A parameter described as "home or shared": the one whose name holds on this way. */
function valueHeld({ values, description }: DeskParameter, { holds }: Situation): string | null {
  const named =
    values.length > 0 ? values : description.split(/,\s*|\s+or\s+/).filter((word) => /^[a-z_]+$/.test(word))
  const held = named.filter((value) => holds(value.replaceAll('_', ' ')) === true)
  const [only] = held
  return only !== undefined && held.length === 1 ? `'${only}'` : null
}

/** The key of a row: what the row is bound by, said rather than shown where both are. */
function keyOf(desk: Desk, name: string, { learned, checked }: Situation): string | null {
  const fitting = desk.records.filter((record) => desk.world.tables.get(record.table)?.key === name)
  const said = [...learned].reverse().find((id) => fitting.some(({ by }) => by === `fields.${id}`))
  if (said !== undefined) return `fields.${said}`
  return fitting.find(({ name: record, by }) => checked.has(record) && by.startsWith('records.'))?.by ?? null
}

function amountOf(desk: Desk, parameter: DeskParameter, situation: Situation): string | null {
  const { words, checked, rules } = situation
  const columns = desk.columns.filter(
    ({ column, record }) => column.type === 'number' && checked.has(record.name),
  )
  for (const text of words) {
    const ruled = amountWhere(text, columns, situation)
    if (ruled !== null) return ruled
  }
  const named = chosenAmount(parameter, words[0] ?? '')
  if (named !== null) return named
  for (const text of words) {
    if (
      /\b(?:fee of 0|free of charge|(?:without|no|at no) (?:a |any |extra )?(?:fee|charge|costs?)|for free|nothing)\b/i.test(
        text,
      ) &&
      /fee|charge|price|cost/i.test(parameter.name)
    )
      return '0'
    const scored = columns
      .map((column) => ({ column, score: spokenOf(column, text) }))
      .filter(({ score }) => score >= 1)
      .sort((a, b) => b.score - a.score)
    const [best, second] = scored
    if (best === undefined) continue
    if (best.score > (second?.score ?? 0)) return best.column.variable
    // two rows of one kind: the one that was looked up first
    const even = scored.filter(({ score }) => score === best.score)
    const order = [...checked]
    const [first] = [...even].sort(
      (a, b) => order.indexOf(a.column.record.name) - order.indexOf(b.column.record.name),
    )
    const isSame = even.every(({ column }) => column.column.name === best.column.column.name)
    if (isSame && first !== undefined) return first.column.variable
  }
  for (const text of rules) {
    const ruled = amountWhere(text, columns, situation)
    if (ruled !== null) return ruled
  }
  for (const text of words) {
    // "an order of up to 20 euros" says which order, not how much
    const literal =
      /(?<!(?:up to|over|above|under|below|than|least|most|within) )\b(\d[\d.,]*) (?:euros?|pounds?|dollars?)(?! or (?:less|more))/i.exec(
        text,
      )?.[1]
    const amount = literal === undefined ? undefined : numberOf(literal)
    if (amount !== undefined) return String(amount)
  }
  const whole = words.join(' ')
  const rows = columns.filter(({ record }) => contentOf(whole).some((word) => alike(word, stem(record.name))))
  return rows.length === 1 ? (rows[0]?.variable ?? null) : null
}

/** What the case itself says it comes to: "no fine", "30 euros". */
function chosenAmount({ name }: DeskParameter, text: string): string | null {
  if (/^(?:it is )?free of charge$/i.test(text.trim())) return '0'
  const none = /\b(?:no|without(?: an?| any)?) ([a-z]+)\b/i.exec(text)?.[1]
  if (none !== undefined && contentOf(name).some((part) => alike(part, stem(none.toLowerCase())))) return '0'
  const literal =
    /^(?:they pay |it costs )?(\d[\d.,]*) (?:euros?|pounds?|dollars?)(?: (?:an?|per|each) [a-z]+)?$/i.exec(
      text.trim(),
    )?.[1]
  const amount = literal === undefined ? undefined : numberOf(literal)
  return amount === undefined ? null : String(amount)
}

/** "the whole fare where the change is free of charge, the fare less the handling fee where it is not" */
function amountWhere(
  text: string,
  columns: readonly DeskColumn[],
  { holds, derived }: Situation,
): string | null {
  const chunks = text.replace(/^.*:\s/, '').split(/,\s+(?:and\s+)?|;\s+|\.\s+/)
  let last: boolean | undefined
  for (const chunk of chunks) {
    const found = /^(.*?)\s+(?:where|when|if|in)\s+((?:the|an?|it)\b.+?)[.]?$/i.exec(chunk)
    if (found?.[1] === undefined || found[2] === undefined) continue
    const held = /^it (?:is|does) not$/i.test(found[2])
      ? last === undefined
        ? undefined
        : !last
      : holds(found[2])
    if (held === undefined) continue
    last = held
    if (held) return amountNamed(found[1], columns, derived)
  }
  return null
}

function amountNamed(
  words: string,
  columns: readonly DeskColumn[],
  derived: Map<string, Derived>,
): string | null {
  if (/\bnothing$/i.test(words)) return '0'
  const [whole = '', less] = words.split(/\bless\b/i)
  const of = columnNamed(whole, columns)
  if (less === undefined) return of?.variable ?? null
  const minus = columnNamed(less, columns)
  return of === undefined || minus === undefined ? null : derivedMinus(derived, of.variable, minus.variable)
}

/** The sum a phrase speaks of: "a course fee". */
export const amountSpokenOf = (text: string, desk: Desk): string | null =>
  columnNamed(
    text,
    desk.columns.filter(({ column }) => column.type === 'number'),
  )?.variable ?? null

const columnNamed = (text: string, columns: readonly DeskColumn[]): DeskColumn | undefined =>
  columns
    .map((column) => ({ column, score: spokenOf(column, text) }))
    .filter(({ score }) => score >= 1)
    .sort((a, b) => b.score - a.score)[0]?.column

function spokenOf(column: DeskColumn, text: string): number {
  const words = wordsOf(text).map(stem)
  const own = column.stems.filter((part) => words.some((word) => alike(word, part)))
  const row = words.some((word) => alike(word, stem(column.record.name))) ? 0.3 : 0
  return own.length === 0 ? 0 : own.length + own.length / column.stems.length - 0.2 + row
}
