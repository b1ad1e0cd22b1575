import type { ReadVar } from '../../base/guards/guard.ts'
import { type Row, type Scalar, Special, UNKNOWN, type Value } from '../../base/values/value.ts'
import { partsOf, recordReader } from '../file/read-variable.ts'
import { foundNone, knownRow } from './walk-rows.ts'
import {
  type BoundCheck,
  type Conversation,
  isSatisfied,
  type Request,
  type WalkClaims,
} from './walk-state.ts'

export const isIdentity = (it: Conversation, field: string): boolean =>
  it.index.graph.fields.get(field)?.identity === true

export function claimsOf(it: Conversation, request: Request, field: string): WalkClaims | undefined {
  return isIdentity(it, field) ? it.identity.get(field) : request.fields.get(field)
}

export const fieldValue = (it: Conversation, request: Request, field: string): Value =>
  claimsOf(it, request, field)?.value ?? UNKNOWN

/** Binds all records anew to what is known now. Returns them beside the present ones, which stay as they are. */
export function bindRecords(it: Conversation, request: Request, n: number): Map<string, BoundCheck> {
  const bound = new Map<string, BoundCheck>()
  const read = valueReader(it, request, (record) => bound.get(record)?.row?.row ?? null)
  for (const { name, from, by, on } of it.index.records) {
    const key = read(by)
    const parsed = partsOf(by)
    const keyRecord = parsed.kind === 'records' ? bound.get(parsed.name) : undefined
    const { row, unseen, settled, readAt } = bindOne(
      it,
      { table: from, column: on ?? it.around.keyOf(from), key },
      keyRecord?.settled ?? true,
    )
    const before = request.records.get(name)
    const since = settled && before?.settled === true && before.key === key ? before.since : n
    bound.set(name, { key, since, row, unseen, settled, readAt })
  }
  return bound
}

function bindOne(
  it: Conversation,
  at: { table: string; column: string; key: Value },
  keySettled: boolean,
): Pick<BoundCheck, 'row' | 'unseen' | 'settled' | 'readAt'> {
  const { table, column, key } = at
  if (key instanceof Special)
    return { row: null, unseen: false, settled: keySettled && key !== UNKNOWN, readAt: 0 }
  const place = { table, column, value: key }
  const known = knownRow(it.rows, place)
  const row = known === undefined || known.gone ? null : known
  if (known !== undefined && known.readAt !== null)
    return { row, unseen: false, settled: true, readAt: known.readAt }
  const none = foundNone(it.rows, place)
  return { row, unseen: row !== null && !row.own, settled: none !== undefined, readAt: none ?? 0 }
}

/** Variables on what is known: claims, rows read, own writes. What decisions and interrupts read (V3). */
export const knownReader = (
  it: Conversation,
  request: Request,
  done: (step: string) => boolean = NOTHING_DONE,
): ReadVar => valueReader(it, request, (record) => request.records.get(record)?.row?.row ?? null, done)

const NOTHING_DONE = (): boolean => false

/** Variables on the rows as they are, looked up or not: what forbids and constraints read (V4, R4). */
export function actualReader(
  it: Conversation,
  request: Request | null,
  named: ReadonlyMap<string, Scalar> = new Map(),
): ReadVar {
  const read = valueReader(
    it,
    request,
    (record) => {
      const spec = it.index.graph.records.get(record)
      const key = spec === undefined ? UNKNOWN : (named.get(record) ?? read(spec.by))
      if (spec === undefined || key instanceof Special) return null
      return it.around.row(spec.from, spec.on ?? it.around.keyOf(spec.from), key)
    },
    (name) => request !== null && isDone(it, request, name),
  )
  return read
}

/** `done.s` (R1): a step written s stands on the request's walk and is satisfied. */
export const isDone = (it: Conversation, request: Request, name: string): boolean =>
  isSatisfied(request, it.index.written.get(name) ?? [])

const valueReader = (
  it: Conversation,
  request: Request | null,
  record: (name: string) => Row | null,
  done: (step: string) => boolean = NOTHING_DONE,
): ReadVar =>
  recordReader(it.index.graph, {
    today: it.around.today,
    field: (name) =>
      request === null ? (it.identity.get(name)?.value ?? UNKNOWN) : fieldValue(it, request, name),
    record,
    done,
  })
