import type { ReadVar, VarName } from '../../base/guards/guard.ts'
import { memo } from '../../base/memo.ts'
import { type Row, type Scalar, Special, UNKNOWN, type Value } from '../../base/values/value.ts'
import { partsOf, recordReader } from '../file/read-variable.ts'
import { type BoundCheck, type Claim, type History, type Request, visitsOf } from './walk-history.ts'
import { type Decision, groupBy } from './walk-index.ts'
import { changedColumns, foundNone, knownRow, knownRows, newsOf, type Shown } from './walk-rows.ts'
import type { WalkEvent } from './walk-types.ts'

/** What variables hold (V1, V2, V8): claims, rows known or as they are, and what was done. */

/** where claims of a field belong: to the request, or for an identity field to the conversation (V1) */
export const homeOf = ({ index }: History, request: string, field: string): string | null =>
  index.graph.fields.get(field)?.identity === true ? null : request

const keyOf = (home: string | null, field: string): string => `${home ?? ''} ${field}`
const claimsIn = memo((said: readonly Claim[]) =>
  groupBy(said, ({ request, field }) => keyOf(request, field)),
)

/** Every claim, refusal and lack of a field, in order. */
export const claimsOf = (history: History, request: string, field: string): readonly Claim[] =>
  claimsIn(history.said).get(keyOf(homeOf(history, request, field), field)) ?? []

export const fieldValue = (history: History, request: Request | null, field: string): Value =>
  claimsOf(history, request?.id ?? '', field).at(-1)?.value ?? UNKNOWN

/** All that was said of the fields of a request. */
export const fieldsOf = ({ said }: History, { id }: Request): ReadonlyMap<string, Value> =>
  new Map(
    [null, id].flatMap((home) =>
      said.filter(({ request }) => request === home).map(({ field, value }) => [field, value] as const),
    ),
  )

/** Binds all records to what is known now. */
export function bindRecords(history: History, request: Request, n: number): ReadonlyMap<string, BoundCheck> {
  const bound = new Map<string, BoundCheck>()
  const read = valueReader(history, request, (record) => bound.get(record)?.row?.row ?? null)
  for (const { name, from, by, on } of history.index.records) {
    const key = read(by)
    const parsed = partsOf(by)
    const isKeySettled = parsed.kind !== 'records' || bound.get(parsed.name)?.settled !== false
    const found =
      key instanceof Special
        ? { ...NO_ROW, settled: isKeySettled && key !== UNKNOWN }
        : bindOne(history, { table: from, column: on ?? history.around.keyOf(from), value: key })
    const before = request.records.get(name)
    const since = found.settled && before?.settled === true && before.key === key ? before.since : n
    bound.set(name, { key, since, ...found })
  }
  return bound
}

const NO_ROW = { row: null, unseen: false, reads: [] }

function bindOne(
  { shown, around }: History,
  at: { readonly table: string; readonly column: string; readonly value: Scalar },
): Omit<BoundCheck, 'key' | 'since'> {
  const rows = knownRows(around.keyOf)(shown)
  const known = knownRow(rows, around.keyOf, at)
  const row = known === undefined || known.gone ? null : known
  const isRead = known !== undefined && known.reads.length > 0
  const reads = isRead ? known.reads : foundNone(rows, at)
  return { row, unseen: row !== null && !isRead && !row.own, settled: reads.length > 0, reads }
}

/** V4: is everything the decision reads settled? */
export const isSettled = (history: History, request: Request, { fields, records }: Decision): boolean =>
  fields.every((field) => fieldValue(history, request, field) !== UNKNOWN) &&
  records.every((record) => request.records.get(record)?.settled === true)

/** The fields of a request that a message changed (V6). */
export const changedFields = (history: History, { id, opened }: Request, n: number): readonly VarName[] => {
  const changed = new Set(history.said.flatMap((claim) => (claim.n === n ? [claim.field] : [])))
  return [...changed].flatMap((field) => {
    const claims = claimsOf(history, id, field)
    const before = claims.findLast((claim) => claim.n < n)
    const isChanged = opened < n && claims.at(-1)?.n === n && before !== undefined
    return isChanged && before.value !== claims.at(-1)?.value ? [`fields.${field}`] : []
  })
}

/** What the reads of a call showed to be different in the rows that records are bound to (V6). What it wrote itself is no news. */
export function changedRecords(
  history: History,
  { before, after }: { readonly before: Request['records']; readonly after: Request['records'] },
  event: Extract<WalkEvent, { type: 'called' }>,
): readonly VarName[] {
  const { tables } = knownRows(history.around.keyOf)(history.shown)
  return [...before].flatMap(([name, was]): readonly VarName[] => {
    const is = after.get(name)
    const table = history.index.graph.records.get(name)?.from
    if (is === undefined || table === undefined) return []
    const came = was.settled && (was.row === null || was.unseen) && is.row !== null && !is.unseen
    const went = was.row !== null && is.row?.key !== was.row.key
    if (was.key === is.key && (came || went)) return [`records.${name}`]
    const row = was.row === null ? undefined : tables.get(table)?.get(was.row.key)
    if (was.row === null || row === undefined) return []
    const own = event.changes
      .filter((change) => change.table === table && change.key === row.key)
      .flatMap((change) => (change.after === null ? [] : changedColumns(change.before, change.after)))
    return newsOf(was.row, row)
      .filter((column) => !own.includes(column))
      .map((column) => `records.${name}.${column}`)
  })
}

/** The history with what an answer showed. */
export const withShown = (history: History, shown: readonly Shown[]): History =>
  shown.length === 0 ? history : { ...history, shown: [...history.shown, ...shown] }

/** Variables on what is known: claims, rows read, own writes. What decisions and interrupts read (V3). */
export const knownReader = (
  history: History,
  request: Request,
  done: (step: string) => boolean = () => false,
): ReadVar => valueReader(history, request, (record) => request.records.get(record)?.row?.row ?? null, done)

/** Variables on the rows as they are, looked up or not: what forbids and constraints read (V4, R4). */
export function actualReader(
  history: History,
  request: Request | null,
  named: ReadonlyMap<string, Scalar> = new Map(),
): ReadVar {
  const { index, around } = history
  const read = valueReader(
    history,
    request,
    (record) => {
      const spec = index.graph.records.get(record)
      const key = spec === undefined ? UNKNOWN : (named.get(record) ?? read(spec.by))
      if (spec === undefined || key instanceof Special) return null
      return around.row(spec.from, spec.on ?? around.keyOf(spec.from), key)
    },
    (name) => request !== null && isDone(history, request, name),
  )
  return read
}

/** `done.s` (R1): a step written s stands on the request's walk and is satisfied. */
export function isDone({ index }: History, request: Request, name: string): boolean {
  const steps = index.written.get(name) ?? []
  return visitsOf(request).some(({ step, satisfied }) => satisfied !== null && steps.includes(step.id))
}

const valueReader = (
  history: History,
  request: Request | null,
  record: (name: string) => Row | null,
  done: (step: string) => boolean = () => false,
): ReadVar =>
  recordReader(history.index.graph, {
    today: history.around.today,
    field: (name) => fieldValue(history, request, name),
    record,
    done,
  })
