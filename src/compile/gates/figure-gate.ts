import type { Lexicon } from '../../base/values/lexicon.ts'
import type { GraphFile } from '../../graph/file/graph-file.ts'
import type { Clause } from '../../sop/sop.ts'
import { type ClauseItem, comparisonsOf } from './clause-items.ts'
import { type Figure, figuresIn } from './figures.ts'
import { ask, type Question } from './question.ts'
import { alike, wordsOf } from './words-alike.ts'

type Around = {
  readonly graph: GraphFile
  readonly lexicon: Lexicon | null
  /** the sentence and those of its section: "a greater increase" takes its figure from the sentence before */
  readonly sectionOf: (clause: string) => readonly string[]
  /** the date columns of the row a variable belongs to */
  readonly datesOf: (variable: string) => readonly string[]
}
/** A figure of the graph: compared (with its unit and on which side it holds), or said, bound, given as an argument. */
type GraphFigure = {
  readonly value: number
  readonly unit: string | null
  readonly is: string | null
  readonly holds: boolean
  /** only a deed's own condition tells which side of the figure is meant */
  readonly isDeed: boolean
}

/** Figures with their units, both ways: each of the sentence in its items, each of an item in its sentences (L6). */
export function figureQuestions(
  clause: Clause,
  own: readonly ClauseItem[],
  around: Around,
): readonly Question[] {
  const said = figuresIn(clause.text)
  const there = own.flatMap((item) => figuresOfItem(item, around))
  return [
    ...said.flatMap((figure) => unmet(clause, figure, there)),
    ...foreign(clause, own, around),
    ...eventQuestions(clause, own, around),
  ]
}

function unmet(clause: Clause, figure: Figure, there: readonly GraphFigure[]): readonly Question[] {
  const same = there.filter(
    ({ value }) => value === figure.value || (figure.isNth && value === figure.value - 1),
  )
  if (same.length === 0) {
    const days = inDays(figure)
    if (days !== null && there.some(({ value, unit }) => unit !== null && inDays({ value, unit }) === days))
      return []
    return ask(
      clause.id,
      'figure',
      `The sentence says "${figure.text}"; no item that cites it has this figure.`,
    )
  }
  const compared = same.filter(({ is }) => is !== null)
  const units = new Set(compared.flatMap(({ unit }) => (unit === null ? [] : [unit])))
  if (figure.unit !== null && units.size > 0 && !units.has(figure.unit))
    return ask(
      clause.id,
      'unit',
      `The sentence says "${figure.text}"; the graph compares ${figure.value} ${[...units].join(' or ')}.`,
    )
  return boundQuestion(clause, figure, compared)
}

/** `> n` and `<= n` cut at the same place, `>= n` and `< n` at another. */
const CUT: Readonly<Record<string, string>> = { '>': 'after', '<=': 'after', '>=': 'at', '<': 'at' }
const OPPOSITE: Readonly<Record<string, string>> = { '>': '<=', '<=': '>', '>=': '<', '<': '>=' }

function boundQuestion(
  clause: Clause,
  { bound, value, text }: Figure,
  compared: readonly GraphFigure[],
): readonly Question[] {
  const ordered = compared.filter(({ is }) => is !== null && CUT[is] !== undefined)
  if (bound === null || ordered.length === 0) return []
  const askFor = (what: string) => ask(clause.id, 'bound', what)
  if (!ordered.some(({ is }) => CUT[is ?? ''] === CUT[bound]))
    return askFor(
      `The sentence says "${text}" (${sayBound(bound)} ${value}); the graph has ${value} itself on the other side.`,
    )
  const deeds = ordered.filter(({ isDeed }) => isDeed)
  const isMeant = ({ is, holds }: GraphFigure): boolean => (holds ? is : OPPOSITE[is ?? '']) === bound
  return deeds.length === 0 || deeds.some(isMeant)
    ? []
    : askFor(
        `The sentence speaks of ${sayBound(bound)} ${value}; what the graph does for it, it does on the other side.`,
      )
}

const sayBound = (bound: string): string =>
  ({ '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' })[bound] ?? bound

const DAYS: Readonly<Record<string, number>> = { days: 1, weeks: 7, hours: 1 / 24, minutes: 1 / 1440 }
/** Months and years have no fixed number of days, working days neither. */
function inDays({ value, unit }: { readonly value: number; readonly unit: string | null }): number | null {
  const each = unit === null ? undefined : DAYS[unit]
  return each === undefined ? null : value * each
}

/** Figures of a decision or a forbid that stand in none of the sections it cites. */
function foreign(clause: Clause, own: readonly ClauseItem[], around: Around): readonly Question[] {
  return own.flatMap((item) => {
    // said once, at the first sentence of the item: not at each of them
    if (item.cites[0] !== clause.id || (item.kind !== 'decide' && item.kind !== 'forbid')) return []
    const said = item.cites.flatMap((cited) => around.sectionOf(cited).flatMap(figuresIn))
    const values = new Set(said.flatMap(({ value, isNth }) => (isNth ? [value, value - 1] : [value])))
    const days = new Set(said.map(inDays))
    const strange = comparedFigures(item, around).filter(
      ({ value, unit }) => value > 1 && !values.has(value) && !days.has(inDays({ value, unit })),
    )
    return [...new Set(strange.map(({ value }) => value))].flatMap((value) =>
      ask(clause.id, 'figure', `The graph uses ${value} in ${item.id}; no section it cites says so.`),
    )
  })
}

function comparedFigures(item: ClauseItem, { graph }: Around): readonly GraphFigure[] {
  const { step } = item
  // a refusal or a handover may be the other side of what the sentence grants: "no later than 12 months; refuse any later date"
  const isDeed = step !== null && ('act' in step || 'confirm' in step)
  return comparisonsOf(item.held).flatMap(({ name, is, value, holds }) =>
    typeof value === 'number' ? [{ value, unit: unitOf(name, graph), is, holds, isDeed }] : [],
  )
}

function figuresOfItem(item: ClauseItem, around: Around): readonly GraphFigure[] {
  const plain = (value: number): GraphFigure => ({ value, unit: null, is: null, holds: true, isDeed: false })
  const numbers = [
    ...item.loops.flatMap((max) => [max, max + 1]),
    ...(item.interrupt === null ? [] : [item.interrupt.nth ?? 1]),
    ...textsOf(item, around).flatMap((text) => figuresIn(text).map(({ value }) => value)),
  ]
  return [...comparedFigures(item, around), ...numbers.map(plain)]
}

/** Everything an item says or writes literally: wordings, arguments, bounds, names. */
function textsOf({ step, forbid }: ClauseItem, { lexicon }: Around): readonly string[] {
  if (forbid !== null) return [forbid.id.replaceAll(/[_-]/g, ' ')]
  if (step === null) return []
  const { cites: _, ...rest } = 'run' in step ? { ...step, cites: undefined } : step
  const about = 'tell' in step ? step.about : undefined
  const wordings = about === undefined ? [] : Object.values(lexicon?.topics[about]?.says ?? {}).flat()
  return [JSON.stringify(rest).replaceAll(/[_"{}:]/g, ' '), ...wordings]
}

/** The unit a compared variable counts in; a column like `claims_12m` or `this_year` carries its own. */
function unitOf(name: string, graph: GraphFile): string | null {
  const spec = name.startsWith('derived.') ? graph.derived?.[name.slice('derived.'.length)] : undefined
  return spec !== undefined && 'unit' in spec ? spec.unit : null
}

/** A time is counted from the event the sentence names: another date of the same row that it names too is a question. */
function eventQuestions(
  clause: Clause,
  own: readonly ClauseItem[],
  { graph, datesOf }: Around,
): readonly Question[] {
  if (!figuresIn(clause.text).some(({ unit }) => unit !== null)) return []
  const said = wordsOf(clause.text)
  const isSaid = (column: string): boolean =>
    wordsOf(column.replaceAll('_', ' ')).some((word) => said.some((other) => alike(word, other)))
  const names = new Set(own.flatMap(({ held }) => comparisonsOf(held).map(({ name }) => name)))
  return [...names].flatMap((name): readonly Question[] => {
    const spec = graph.derived?.[name.slice('derived.'.length)]
    if (!name.startsWith('derived.') || spec === undefined || (!('since' in spec) && !('until' in spec)))
      return []
    const counted = 'since' in spec ? spec.since : spec.until
    const [, , column = ''] = counted.split('.')
    const others = datesOf(counted).filter((other) => other !== column && isSaid(other))
    if (column === '' || isSaid(column) || others.length === 0) return []
    const what = `The graph counts from ${column.replaceAll('_', ' ')}; the sentence seems to mean ${others.map((other) => other.replaceAll('_', ' ')).join(' or ')}.`
    return ask(clause.id, 'unit', what)
  })
}
