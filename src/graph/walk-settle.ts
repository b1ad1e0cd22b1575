import type { VarName } from '../base/guard.ts'
import { latch, type Reopened, type Scene, takeChange } from './walk-decisions.ts'
import type { Decision } from './walk-index.ts'
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
    | { readonly by: 'read'; readonly revealed: readonly Revealed[] }
    | { readonly by: 'write' }
    | null
  /** interrupts whose nth act this was (W3) */
  readonly fired: readonly Walker[]
  readonly news: ReadonlySet<string>
}

export const nothingBut = (n: number, news: Iterable<string>): Brought => ({
  n,
  fields: NONE,
  changed: NONE,
  rows: null,
  fired: [],
  news: new Set(news),
})
const NONE: ReadonlySet<string> = new Set()

type Changed = { readonly variable: VarName; readonly asks: string }

/** Brings a request up to date at the end of an event: bindings, decisions, detours, walks, in this order. */
export function settle(it: Conversation, request: Request, brought: Brought): void {
  const before = request.records
  const after =
    brought.fields.size > 0 || brought.rows !== null ? bindRecords(it, request, brought.n) : before
  const names = after === before ? [] : [...after.keys()]
  const readAnew = names.filter((name) => before.get(name)?.readAt !== after.get(name)?.readAt)
  const settledAnew = names.filter((name) => isSettledAnew(before.get(name), after.get(name)))
  const news = new Set([...brought.news, ...[...brought.fields].map((field) => `learn ${field}`)])
  for (const record of [...readAnew, ...settledAnew]) news.add(`check ${record}`)
  const changes = [
    ...[...brought.changed].map(
      (field): Changed => ({ variable: `fields.${field}`, asks: `learn ${field}` }),
    ),
    ...(brought.rows?.by === 'read' ? changedRecords(before, after, brought.rows.revealed) : []),
  ]
  const touched = [...brought.fields].map((field) => `fields.${field}`)
  const walkers = [request.main, ...request.detours].flatMap((walker) => walker ?? [])
  const reopened = walkers.map((walker) => reopen(walker, changes, brought.n))
  request.records = after
  for (const [place, walker] of walkers.entries()) {
    const { decisions = [], checks = [] } = reopened[place] ?? {}
    if (walker.way !== null) recheck({ it, request, walker }, walker.way, checks)
    latch(
      { it, request, walker },
      new Set([...readersOf(walker, touched, settledAnew), ...decisions]),
      brought.n,
    )
  }
  fire(it, request, brought)
  for (const walker of walkers) advance({ it, request, walker }, { n: brought.n, news })
}

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
  for (const walker of [request.main, ...request.detours]) {
    if (walker === null) continue
    latch({ it, request, walker }, walker.area.decisions, n)
  }
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
  before: ReadonlyMap<string, Bound>,
  after: ReadonlyMap<string, Bound>,
  revealed: readonly Revealed[],
): readonly Changed[] {
  return [...before].flatMap(([name, was]) => {
    const asks = `check ${name}`
    const is = after.get(name)
    if (is === undefined) return []
    const came = was.settled && (was.row === null || was.unseen) && is.row !== null && !is.unseen
    const went = was.row !== null && is.row?.key !== was.row.key
    const cameOrWent = was.key === is.key && (came || went)
    if (cameOrWent) return [{ variable: `records.${name}`, asks }]
    const columns = revealed
      .filter((one) => one.known === was.row && was.row !== null)
      .flatMap((one) => one.columns)
    return columns.map((column) => ({ variable: `records.${name}.${column}`, asks }))
  })
}

const isSettledAnew = (was: Bound | undefined, is: Bound | undefined): boolean =>
  was?.settled !== is?.settled || was?.key !== is?.key

function* readersOf(
  walker: Walker,
  fields: readonly VarName[],
  records: readonly string[],
): Generator<Decision> {
  for (const name of fields) yield* walker.area.readers.get(name)?.decisions ?? []
  for (const record of records) {
    yield* walker.area.readers.get(`records.${record}`)?.decisions ?? []
    for (const column of walker.area.columns.get(record) ?? [])
      yield* walker.area.readers.get(column)?.decisions ?? []
  }
}

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
