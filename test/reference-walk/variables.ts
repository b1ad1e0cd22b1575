import type { VarName } from '../../src/base/guards/guard.ts'
import type { Read } from '../../src/base/values/desk-facts.ts'
import type { StepId } from '../../src/base/values/ids.ts'
import { ABSENT, type Row, type Scalar, Special, UNKNOWN, type Value } from '../../src/base/values/value.ts'
import type { DerivedSpec, Graph, RecordSpec } from '../../src/graph/model/graph.ts'
import { sameValue } from './evaluate.ts'
import type { History, Request } from './history.ts'
import { once } from './once.ts'

/** Which rows a question reads: those the agent has seen (decisions), or those there are now (forbids, constraints, W6). */
export type Eyes = {
  readonly history: History
  readonly request: Request | null
  readonly rows: 'known' | 'now'
  /** R4: records bound to an argument instead of their own key */
  readonly bound?: ReadonlyMap<string, Scalar>
  /** `done.x`: answered by the walk */
  readonly done: (name: string) => boolean
  /** only what happened up to and including this event */
  readonly until?: number
}

/** V1, V2, V8: the value of any variable. */
export function valueIn(eyes: Eyes, name: VarName): Value {
  const [kind = '', first = '', ...rest] = name.split('.')
  if (kind === 'fields') return fieldValue(eyes, first)
  if (kind === 'records') return recordValue(eyes, first, rest.join('.'))
  if (kind === 'derived') return derivedValue(eyes, first)
  return eyes.done([first, ...rest].join('.'))
}

/** V1: the latest claim, in this request or, for an identity field, in the conversation. R1: the intent is for good. */
export function fieldValue(eyes: Eyes, field: string): Value {
  if (field === 'intent') return eyes.request?.intent ?? UNKNOWN
  return entriesOf(eyes.history, eyes.request, field, eyes.until).at(-1)?.value ?? UNKNOWN
}

export function entriesOf(
  history: History,
  request: Request | null,
  field: string,
  until = Number.POSITIVE_INFINITY,
) {
  const spec = history.graph.fields.get(field)
  const scope = spec?.identity === true ? null : (request?.id ?? '')
  const own = history.said.filter(
    (entry) => entry.field === field && entry.request === scope && entry.n <= until,
  )
  if (spec?.shared !== true || request === null) return own
  return [...takenOver(history, request, field, Math.min(until, (own[0]?.n ?? Infinity) - 1)), ...own]
}

/** R1: at each message, while it was told none itself, a request takes over the one value earlier requests were told. */
function takenOver(history: History, request: Request, field: string, until: number): History['said'] {
  const earlier = history.requests.slice(0, history.requests.indexOf(request))
  const taken: History['said'] = []
  for (const { type, n } of history.events) {
    if (type !== 'customer' || n < request.opened || n > Math.min(until, request.gone - 1)) continue
    const told = earlier.flatMap(({ id }) => {
      const last = history.said.findLast(
        (entry) => entry.field === field && entry.request === id && entry.n <= n,
      )
      return last === undefined || last.value instanceof Special ? [] : [last.value]
    })
    const [value] = told
    if (value === undefined || told.some((other) => other !== value)) continue
    if (taken.at(-1)?.value !== value) taken.push({ n, request: request.id, field, value })
  }
  return taken
}

/** V2: the row itself is `absent` or there (any other value will do: it is compared with `absent` only). */
function recordValue(eyes: Eyes, record: string, column: string): Value {
  const row = rowOf(eyes, record)
  if (row === null) return ABSENT
  return column === '' ? true : (row[column] ?? ABSENT)
}

function rowOf(eyes: Eyes, record: string): Row | null {
  const spec = eyes.history.graph.records.get(record)
  if (spec === undefined) return null
  const key = keyOf(eyes, spec)
  if (key instanceof Special) return null
  const column = columnOf(eyes.history, spec)
  if (eyes.rows === 'now') return eyes.history.around.row(spec.from, column, key)
  return knownRows(eyes, spec.from).find((row) => row[column] === key) ?? null
}

export const keyOf = (eyes: Eyes, spec: RecordSpec): Value =>
  eyes.bound?.get(spec.name) ?? valueIn(eyes, spec.by)
export const columnOf = (history: History, spec: RecordSpec): string =>
  spec.on ?? history.around.keyOf(spec.from)

/** V2: reads merge, the later wins by column; a look-up that finds nothing forgets; own successful writes are known. */
export function knownRows(eyes: Eyes, table: string): readonly Row[] {
  const key = eyes.history.around.keyOf(table)
  const rows = new Map<Scalar, Row>()
  for (const event of eyes.history.events) {
    if (event.type !== 'called' || event.n > (eyes.until ?? Number.POSITIVE_INFINITY)) continue
    for (const read of event.reads.filter((each) => each.table === table)) {
      if (read.rows.length === 0) forget(rows, read)
      for (const row of read.rows) {
        const id = row[key] ?? read.value
        rows.set(id, { ...rows.get(id), ...row })
      }
    }
    if (!event.ok) continue
    for (const change of event.changes.filter((each) => each.table === table)) {
      if (change.after === null) rows.delete(change.key)
      else rows.set(change.key, { ...rows.get(change.key), ...difference(change.before, change.after) })
    }
  }
  return [...rows.values()]
}

function forget(rows: Map<Scalar, Row>, read: Read): void {
  for (const [id, row] of rows) if (row[read.column] === read.value) rows.delete(id)
}

const difference = (before: Row | null, after: Row): Row =>
  Object.fromEntries(
    Object.entries(after).filter(([column, value]) => before === null || before[column] !== value),
  )

/** V8 */
function derivedValue(eyes: Eyes, name: string): Value {
  const spec = eyes.history.graph.derived.get(name)
  if (spec === undefined) return ABSENT
  const inputs = inputsOf(spec).map((input) => valueIn(eyes, input))
  if (inputs.some((input) => sameValue(input, UNKNOWN))) return UNKNOWN
  const [first, second] = inputs
  if (spec.kind === 'same') return !(first instanceof Special) && first === second
  if (inputs.some((input) => input instanceof Special)) return ABSENT
  if (spec.kind === 'minus') return Number(first) - Number(second)
  const unit = spec.unit === 'days' ? 86_400_000 : 3_600_000
  const today = Date.parse(eyes.history.around.today)
  const date = Date.parse(String(first))
  return Math.floor((spec.kind === 'since' ? today - date : date - today) / unit)
}

const inputsOf = (spec: DerivedSpec): readonly VarName[] =>
  spec.kind === 'same' ? [spec.of, spec.as] : spec.kind === 'minus' ? [spec.of, spec.minus] : [spec.of]

/** V4 */
export function isSettled(eyes: Eyes, name: VarName): boolean {
  const [kind = '', first = ''] = name.split('.')
  if (kind === 'fields') return !sameValue(fieldValue(eyes, first), UNKNOWN)
  if (kind === 'records') return recordSettledAt(eyes, first, 0) !== null
  if (kind === 'derived') {
    const spec = eyes.history.graph.derived.get(first)
    return spec === undefined || inputsOf(spec).every((input) => isSettled(eyes, input))
  }
  return true
}

/** V4, S2: the first read after `after` that settles the record as it is bound now; `after` itself for want of a key; or null. */
export function recordSettledAt(eyes: Eyes, record: string, after: number): number | null {
  const spec = eyes.history.graph.records.get(record)
  if (spec === undefined || !isSettled(eyes, spec.by)) return null
  const key = keyOf(eyes, spec)
  if (key instanceof Special) return after
  const column = columnOf(eyes.history, spec)
  const settles = (read: Read) =>
    read.table === spec.from &&
    (read.rows.some((row) => row[column] === key) ||
      (read.column === column && read.value === key && read.rows.length === 0))
  const event = eyes.history.events.find(
    (each) => each.type === 'called' && each.n > after && each.reads.some(settles),
  )
  return event?.n ?? null
}

/** V3: what a variable stands on: the fields and columns whose change is a change of it, keys of records included. */
export function basesOf(graph: Graph, name: VarName): readonly VarName[] {
  const known = basesIn(graph)
  const bases = known.get(name) ?? workOutBases(graph, name)
  known.set(name, bases)
  return bases
}

const basesIn = once((_: Graph) => new Map<VarName, readonly VarName[]>())

function workOutBases(graph: Graph, name: VarName): readonly VarName[] {
  const [kind = '', first = ''] = name.split('.')
  if (kind === 'fields') return [name]
  if (kind === 'records') {
    const spec = graph.records.get(first)
    return spec === undefined ? [] : [name, ...basesOf(graph, spec.by)]
  }
  if (kind === 'derived') {
    const spec = graph.derived.get(first)
    return spec === undefined ? [] : inputsOf(spec).flatMap((input) => basesOf(graph, input))
  }
  return []
}

/** the fields among them (V3, S8, W6, W7) */
export const fieldsUnder = (graph: Graph, names: readonly VarName[]): readonly string[] => [
  ...new Set(
    names
      .flatMap((name) => basesOf(graph, name))
      .filter((base) => base.startsWith('fields.'))
      .map((base) => base.slice(7)),
  ),
]

/** S8: the last change of something these variables stand on that does not spare the step; 0: never. */
export function lastChange(
  history: History,
  request: Request,
  step: StepId,
  names: readonly VarName[],
): number {
  if (history.changes.length === 0) return 0
  const bases = names.flatMap((name) => basesOf(history.graph, name))
  const changes = history.changes.filter(
    (change) => change.request === request.id && !change.spares.has(step) && bases.includes(change.base),
  )
  return Math.max(0, ...changes.map(({ n }) => n))
}

/** V6, V3: did the event at `n` change what `base` holds: a field said otherwise, a row seen before looking otherwise now? */
export function isChangedAt(eyes: Eyes, n: number, base: VarName): boolean {
  const before = { ...eyes, until: n - 1 }
  const [kind = '', first = '', column = ''] = base.split('.')
  if (kind === 'fields') {
    const held = fieldValue(before, first)
    return !sameValue(held, UNKNOWN) && !sameValue(held, fieldValue(eyes, first))
  }
  const spec = eyes.history.graph.records.get(first)
  const key = spec === undefined ? UNKNOWN : keyOf(before, spec)
  if (spec === undefined || key instanceof Special) return false
  const on = columnOf(eyes.history, spec)
  const seen = knownRows(before, spec.from).find((row) => row[on] === key)
  const shown = knownRows(eyes, spec.from).find((row) => row[on] === key)
  if (seen === undefined) return shown !== undefined && wasFoundMissing(before, spec.from, on, key)
  if (shown === undefined) return true
  return column !== '' && (seen[column] ?? null) !== (shown[column] ?? null)
}

const wasFoundMissing = (before: Eyes, table: string, column: string, value: Scalar): boolean =>
  before.history.events.some(
    (event) =>
      event.type === 'called' &&
      event.n <= (before.until ?? Number.POSITIVE_INFINITY) &&
      event.reads.some(
        (read) =>
          read.table === table && read.column === column && read.value === value && read.rows.length === 0,
      ),
  )
