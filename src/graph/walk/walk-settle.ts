import type { VarName } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import { latch, type Scene, takeChange } from './walk-decisions.ts'
import { liveRequests } from './walk-due.ts'
import type { Revealed } from './walk-rows.ts'
import type { BoundCheck, Conversation, Request, Walker } from './walk-state.ts'
import { bindRecords, knownReader } from './walk-values.ts'
import { newWay, recheck, refresh, rewind } from './walk-way.ts'

/** What one event brought to one request. */
type Brought = {
  /** fields that hold another value now (V6) */
  readonly changed?: readonly string[]
  /** rows were read, and showed this to be different */
  readonly revealed?: readonly Revealed[]
  /** interrupts whose nth act this was (W3) */
  readonly fired?: readonly Walker[]
}

export function settleAll(it: Conversation, n: number, revealed?: readonly Revealed[]): void {
  for (const request of liveRequests(it)) settle(it, request, n, revealed === undefined ? {} : { revealed })
}

/** Brings a request up to date at the end of an event: bindings, decisions, detours, walks, in this order. */
export function settle(it: Conversation, request: Request, n: number, event: Brought): void {
  const { changed = [], revealed, fired = [] } = event
  const before = request.records
  const after = bindRecords(it, request, n)
  const changes: VarName[] = changed.map((field) => `fields.${field}`)
  if (revealed !== undefined) changes.push(...changedRecords(before, after, revealed))
  request.records = after
  for (const walker of request.walkers) {
    const scene = { it, request, walker }
    reopen(scene, changes, n)
    latch(scene, n)
  }
  fire(it, request, fired, n)
  for (const walker of request.walkers) if (walker.way !== null) advance({ it, request, walker }, n)
}

/** A decision made on one way (S3) is made on all: those that waited for it go on in the same event. */
function advance(scene: Scene, n: number): void {
  const { walker } = scene
  for (let made = -1; walker.way !== null && made !== walker.made.size; ) {
    made = walker.made.size
    refresh(scene, walker.way, n)
    if (walker.way.forks.length === 0) return
  }
}

/** A new request: whatever is settled already is decided at its opening (V3). */
export function begin(it: Conversation, request: Request, n: number): void {
  request.records = bindRecords(it, request, n)
  for (const walker of request.walkers) latch({ it, request, walker }, n)
  if (request.main !== null) start(request.main, n)
}

function start(walker: Walker, n: number): void {
  walker.from = n
  walker.way = newWay({ step: walker.area.start, since: n, round: null, answered: null })
}

function reopen(scene: Scene, changes: readonly VarName[], n: number): void {
  const { walker } = scene
  const all = changes.flatMap((change) => expandPresence(walker, change))
  const taken = all.map((variable) => takeChange(walker, variable, n))
  if (walker.way === null || taken.length === 0) return
  walker.way.forks = []
  const from = Math.min(...taken.map((one) => one.from))
  if (from < Number.POSITIVE_INFINITY) rewind(walker.way, from)
  recheck(
    scene,
    walker.way,
    taken.flatMap((one) => one.checks),
  )
}

/** A row that came or went changes every column somebody reads. */
function expandPresence({ area }: Walker, change: VarName): readonly VarName[] {
  if (!change.startsWith('records.') || change.split('.').length > 2) return [change]
  return [change, ...[...area.readers.keys()].filter((name) => name.startsWith(`${change}.`))]
}

/** V6: what a read showed to be different in the rows that records are bound to. */
function changedRecords(
  before: ReadonlyMap<string, BoundCheck>,
  after: ReadonlyMap<string, BoundCheck>,
  revealed: readonly Revealed[],
): readonly VarName[] {
  return [...before].flatMap(([name, was]): readonly VarName[] => {
    const is = after.get(name)
    if (is === undefined) return []
    const came = was.settled && (was.row === null || was.unseen) && is.row !== null && !is.unseen
    const went = was.row !== null && is.row?.key !== was.row.key
    if (was.key === is.key && (came || went)) return [`records.${name}`]
    return revealed
      .filter(({ known }) => known === was.row)
      .flatMap(({ columns }) => columns.map((column): VarName => `records.${name}.${column}`))
  })
}

/** W3: the interrupts whose act came, if their guard holds on what is known now. */
function fire(it: Conversation, request: Request, fired: readonly Walker[], n: number): void {
  for (const walker of fired) {
    const { interrupt, from } = walker
    if (from !== null || interrupt === null) continue
    if (interrupt.when === null || evaluate(interrupt.when, knownReader(it, request))) start(walker, n)
  }
}
