import type { VarName } from '../../base/guards/guard.ts'
import { latch, type Reopened, type Scene, takeChange } from './walk-decisions.ts'
import { checkKey, type Decision, learnKey } from './walk-index.ts'
import type { Revealed } from './walk-rows.ts'
import type { Bound, Conversation, Request, Walker } from './walk-state.ts'
import { bindRecords, knownReader } from './walk-values.ts'
import { newWay, recheck, refresh, rewind } from './walk-way.ts'

/** What one event brought to one request. */
export type Brought = {
  readonly n: number
  /** fields that were said or refused, and those of them that changed (V6) */
  readonly fields: ReadonlySet<string>
  readonly changed: ReadonlySet<string>
  /** rows were read, and showed this to be different; or the agent wrote; or neither */
  readonly rows:
    | {
        readonly by: 'read'
        readonly revealed: readonly Revealed[]
        /** requests bound to those rows already */
        readonly bound: ReadonlyMap<Request, ReadonlyMap<string, Bound>> | null
      }
    | { readonly by: 'write' }
    | null
  /** interrupts whose nth act this was (W3) */
  readonly fired: readonly Walker[]
  readonly news: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
const NOBODY: readonly Walker[] = []
type Bringing = { readonly [Part in Exclude<keyof Brought, 'n'>]?: Brought[Part] | undefined }

/** Whole, and in one go: every event makes one for every request, and a spread costs more than most of settling. */
export const brought = (
  n: number,
  { fields = NONE, changed = NONE, rows = null, fired = NOBODY, news = NONE }: Bringing,
): Brought => ({ n, fields, changed, rows, fired, news })

type Changed = { readonly variable: VarName; readonly asks: string }

/** Brings a request up to date at the end of an event: bindings, decisions, detours, walks, in this order. */
export function settle(it: Conversation, request: Request, event: Brought): void {
  const { n, fields } = event
  const before = request.records
  const after = boundAfter(it, request, event)
  const settledAnew: string[] = []
  let { news } = event
  if (after !== before || fields.size > 0) {
    const all = new Set(news)
    for (const field of fields) all.add(learnKey(it.index, field))
    if (after !== before) {
      for (const [name, is] of after) {
        const was = before.get(name)
        const anew = isSettledAnew(was, is)
        if (anew) settledAnew.push(name)
        if (anew || was?.readAt !== is.readAt) all.add(checkKey(it.index, name))
      }
    }
    news = all
  }
  const changes = changesIn(it, event, { before, after })
  const reopened = changes.length === 0 ? null : request.walkers.map((walker) => reopen(walker, changes, n))
  request.records = after
  if (fields.size > 0 || settledAnew.length > 0 || reopened !== null) {
    for (const [place, walker] of request.walkers.entries()) {
      if (walker.area.readers.size === 0) continue
      const scene = { it, request, walker }
      const again = reopened?.[place]
      if (walker.way !== null && again !== undefined) recheck(scene, walker.way, again.checks)
      for (const field of fields) latch(scene, walker.area.fieldReaders.get(field) ?? NO_DECISION, n)
      for (const record of settledAnew) latch(scene, walker.area.recordReaders.get(record) ?? NO_DECISION, n)
      if (again !== undefined) latch(scene, again.decisions, n)
    }
  }
  if (event.fired.length > 0) fire(it, request, event)
  for (const walker of request.walkers) if (walker.way !== null) advance({ it, request, walker }, { n, news })
}
const NO_DECISION: readonly Decision[] = []

/** Bindings rest on rows and on the fields that keys are made of; nothing else moves them. */
function boundAfter(it: Conversation, request: Request, event: Brought): ReadonlyMap<string, Bound> {
  const { fields, rows, n } = event
  if (rows?.by === 'read') return rows.bound?.get(request) ?? bindRecords(it, request, n)
  if (rows !== null) return bindRecords(it, request, n)
  for (const field of fields) if (it.index.keyFields.has(field)) return bindRecords(it, request, n)
  return request.records
}

type Bindings = { readonly before: ReadonlyMap<string, Bound>; readonly after: ReadonlyMap<string, Bound> }

function changesIn(it: Conversation, { changed, rows }: Brought, bindings: Bindings): readonly Changed[] {
  if (changed.size === 0 && rows?.by !== 'read') return NO_CHANGE
  const changes: Changed[] = []
  for (const field of changed) changes.push({ variable: `fields.${field}`, asks: learnKey(it.index, field) })
  if (rows?.by === 'read') changes.push(...changedRecords(it, bindings, rows.revealed))
  return changes
}
const NO_CHANGE: readonly Changed[] = []

/** A decision made on one way (S3) is made on all: those that waited for it go on in the same event. */
function advance(scene: Scene, now: { n: number; news: ReadonlySet<string> }): void {
  const { walker } = scene
  for (let made = -1; walker.way !== null && made !== walker.made.size; ) {
    made = walker.made.size
    refresh(scene, walker.way, now)
    if (walker.way.forks.length === 0) return
  }
}

/** A new request: whatever is settled already is decided at its opening (V3). */
export function begin(it: Conversation, request: Request, n: number): void {
  request.records = bindRecords(it, request, n)
  for (const walker of request.walkers) latch({ it, request, walker }, walker.area.decisions, n)
  const main = request.main
  if (main === null) return
  main.from = n
  main.way = newWay({ step: main.area.start, since: n, round: null, answered: null })
}

function reopen(walker: Walker, changes: readonly Changed[], n: number): Omit<Reopened, 'from'> {
  const taken = changes
    .flatMap((change) => expandPresence(walker, change))
    .map((change) => takeChange(walker, { ...change, n }))
  const from = taken.reduce((least, one) => Math.min(least, one.from), Number.POSITIVE_INFINITY)
  if (walker.way !== null && from < Number.POSITIVE_INFINITY) rewind(walker.way, from)
  if (walker.way !== null && taken.length > 0) walker.way.forks = []
  return { decisions: taken.flatMap((one) => one.decisions), checks: taken.flatMap((one) => one.checks) }
}

/** A row that came or went changes every column somebody reads. */
function expandPresence(walker: Walker, change: Changed): readonly Changed[] {
  if (!change.variable.startsWith('records.') || change.variable.split('.').length > 2) return [change]
  const columns = walker.area.columns.get(change.variable.slice('records.'.length)) ?? []
  return [change, ...columns.map((variable) => ({ ...change, variable }))]
}

/** V6: what a read showed to be different in the rows that records are bound to. */
function changedRecords(
  it: Conversation,
  { before, after }: Bindings,
  revealed: readonly Revealed[],
): readonly Changed[] {
  const changes: Changed[] = []
  for (const [name, was] of before) {
    const is = after.get(name)
    if (is === undefined) continue
    const asks = checkKey(it.index, name)
    const came = was.settled && (was.row === null || was.unseen) && is.row !== null && !is.unseen
    const went = was.row !== null && is.row?.key !== was.row.key
    if (was.key === is.key && (came || went)) {
      changes.push({ variable: `records.${name}`, asks })
      continue
    }
    for (const { known, columns } of revealed) {
      if (known !== was.row) continue
      for (const column of columns) changes.push({ variable: `records.${name}.${column}`, asks })
    }
  }
  return changes
}

const isSettledAnew = (was: Bound | undefined, is: Bound | undefined): boolean =>
  was?.settled !== is?.settled || was?.key !== is?.key

/** W3: the interrupts whose act came, if their guard holds on what is known now. */
function fire(it: Conversation, request: Request, { fired, n }: Brought): void {
  for (const walker of fired) {
    if (walker.from !== null || walker.interrupt === null) continue
    const holds = it.index.interrupts.get(walker.interrupt.id)
    if (holds !== undefined && !holds(knownReader(it, request))) continue
    walker.from = n
    walker.way = newWay({ step: walker.area.start, since: n, round: null, answered: null })
  }
}
