import { Special } from '../../base/values/value.ts'
import type { Action } from './walk-action.ts'
import { append } from './walk-deeds.ts'
import { choose, endLive, judgedAction } from './walk-done.ts'
import { liveRequests } from './walk-due.ts'
import { type Judgement, judge, placed } from './walk-judge.ts'
import { type Revealed, takeRead, takeWrite } from './walk-rows.ts'
import { type Brought, brought, settle } from './walk-settle.ts'
import type { Bound, Conversation, Request } from './walk-state.ts'
import type { JudgedAction, WalkEvent } from './walk-types.ts'
import { bindRecords } from './walk-values.ts'
import { EVERY_TELL } from './walk-way.ts'

/** A tool call: judged in the state before it, then what it read, wrote and did counts. */
export function takeCalled(it: Conversation, event: Extract<WalkEvent, { type: 'called' }>): JudgedAction {
  const { n, tool, input, ok } = event
  const role = it.around.role(tool)
  // A read is due also for what it settles, which shows only in its answer; nothing else of the state has moved by then.
  const revealedBefore = role === 'read' ? takeReads(it, event) : null
  const settles = settlesBy(it, n)
  const action: Action = { kind: 'call', tool, role, input, settles: settles.settles }
  const judgement = it.judges ? judge(it, action) : placed(it, action)
  const revealed = revealedBefore ?? takeReads(it, event)
  choose(judgement, n)
  const touched = new Map<Request, Set<string>>()
  if (ok) recordCall(it, action, { judgement, n, touched })
  const wrote = ok && event.changes.length > 0
  if (event.reads.length > 0) {
    // What the judge bound to see what this read settles holds still, unless the answer came in only after it.
    const bound = revealedBefore === null ? null : settles.bound
    settleAll(it, brought(n, { rows: { by: 'read', revealed, bound } }))
  }
  if (wrote) {
    for (const change of event.changes) takeWrite(it.rows, change)
    settleAll(it, brought(n, { rows: { by: 'write' } }))
  }
  const isSettled = wrote || event.reads.length > 0
  if (judgement.request !== null && !isSettled && !touched.has(judgement.request))
    touched.set(judgement.request, new Set())
  for (const [request, news] of touched) if (!request.withdrawn) settle(it, request, brought(n, { news }))
  return judgedAction(n, { tool, input }, judgement)
}

/** Does the read of event n settle that record of that request? Bound once per request, however many checks are open. */
function settlesBy(
  it: Conversation,
  n: number,
): {
  readonly settles: (request: Request, record: string) => boolean
  readonly bound: ReadonlyMap<Request, ReadonlyMap<string, Bound>>
} {
  const bound = new Map<Request, ReadonlyMap<string, Bound>>()
  const settles = (request: Request, record: string): boolean => {
    let all = bound.get(request)
    if (all === undefined) {
      all = bindRecords(it, request, n)
      bound.set(request, all)
    }
    const before = request.records.get(record)
    const after = all.get(record)
    if (before === undefined || after === undefined || !after.settled) return false
    const hasNoKeyNow = after.key instanceof Special && before.key !== after.key
    return after.readAt === n || !before.settled || hasNoKeyNow
  }
  return { settles, bound }
}

function settleAll(it: Conversation, event: Brought): void {
  for (const request of liveRequests(it)) settle(it, request, event)
}

/** What the call itself wrote is no news that its answer could reveal. */
function takeReads(it: Conversation, event: Extract<WalkEvent, { type: 'called' }>): readonly Revealed[] {
  const revealed: Revealed[] = []
  for (const read of event.reads) revealed.push(...takeRead(it.rows, read, event.n))
  if (event.changes.length === 0 || revealed.length === 0) return revealed
  const own = new Set(
    event.changes.flatMap(({ table, key, before, after }) =>
      Object.keys(after ?? {})
        .filter((column) => before === null || before[column] !== after?.[column])
        .map((column) => `${table}\n${key}\n${column}`),
    ),
  )
  return revealed.map((one) => ({
    ...one,
    columns: one.columns.filter((column) => !own.has(`${one.table}\n${one.known.key}\n${column}`)),
  }))
}

function recordCall(
  it: Conversation,
  action: Extract<Action, { kind: 'call' }>,
  call: { judgement: Judgement; n: number; touched: Map<Request, Set<string>> },
): void {
  const { judgement, n, touched } = call
  const { request, step } = judgement
  const done = judgement.class === 'due' || judgement.class === 'premature'
  if (action.role === 'write' && request !== null) {
    if (done && step !== null) append(request.deeds.calls, step, n)
    // A claim earlier in this turn is true now, and tells (S6).
    if (done && request.deeds.claims.has(action.tool)) touched.set(request, new Set([EVERY_TELL]))
    if (judgement.class !== 'off-path' && judgement.class !== 'forbidden') return
    request.deeds.waivedAt ??= n
    touched.set(request, new Set([EVERY_TELL]))
  }
  if (action.role === 'handover') {
    it.handovers.push(n)
    for (const one of liveRequests(it)) touched.set(one, new Set())
  }
  if (action.role === 'close' && judgement.class === 'due') endLive(it, n, touched)
}
