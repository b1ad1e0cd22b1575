import type { AgentAct } from '../../base/values/acts.ts'
import type { StepId } from '../../base/values/ids.ts'
import { Special } from '../../base/values/value.ts'
import type { Edge } from '../model/graph.ts'
import { type Action, isTell } from './walk-action.ts'
import { brokenConstraint, namedConstraints } from './walk-constraints.ts'
import { append, recordProposal, recordSaid } from './walk-deeds.ts'
import { liveRequests } from './walk-due.ts'
import { isEnding, type Judgement, judge } from './walk-judge.ts'
import { type Revealed, takeRead, takeWrite } from './walk-rows.ts'
import { settleAll } from './walk-settle.ts'
import { type Conversation, type Request, type Way, waysOf } from './walk-state.ts'
import type { JudgedAction, WalkEvent } from './walk-types.ts'
import { actualReader, bindRecords } from './walk-values.ts'

type Called = Extract<WalkEvent, { type: 'called' }>
type SaidEvent = Extract<WalkEvent, { type: 'said' }>

/** An agent message: all its acts are judged in the state before it, then they count (A5). */
export function takeSaid(it: Conversation, { n, acts, said }: SaidEvent): readonly JudgedAction[] {
  // A message without acts is an action only if it says what must not be said (A4), and never a deed.
  const wordless = acts.length === 0
  const judged = (wordless ? [{ act: 'inform' } as const] : acts).map((act: AgentAct) => {
    const action: Action = { kind: 'words', act, said, wordless }
    const judgement = judge(it, action)
    const shapes = act.act === 'propose' ? shapesMet(it, judgement.request, act) : []
    return { act, action, judgement, shapes }
  })
  // Not before: its own words would complete what was told earlier in the turn.
  recordSaid(it.turn, { n, said })
  for (const { act, action, judgement, shapes } of wordless ? [] : judged) {
    if (judgement.request !== null) recordWords(it, judgement.request, { act, n, shapes })
    choose(judgement, n)
    if (judgement.class === 'due' && isEnding(action)) endLive(it, n)
  }
  settleAll(it, n)
  return judged
    .filter(({ judgement }) => !wordless || judgement.class === 'forbidden')
    .map(({ act, judgement }) => judgedAction(n, act, judgement))
}

type Words = { readonly act: AgentAct; readonly n: number; readonly shapes: readonly string[] }

function recordWords({ turn }: Conversation, { deeds }: Request, { act, n, shapes }: Words): void {
  if (isTell(act)) deeds.tells.push({ what: act, n, turn })
  else if (act.act === 'claim-done' && act.tool !== undefined)
    deeds.claims.push({ what: { tool: act.tool }, n, turn })
  else if (act.act === 'request' && act.field !== undefined) deeds.asked.set(act.field, n)
  else if (act.act === 'propose') recordProposal(deeds, { n, shapes, arguments: act.arguments ?? {} })
}

/** S4: the constraints that the arguments a proposal names meet now. */
function shapesMet(
  it: Conversation,
  request: Request | null,
  proposal: Extract<AgentAct, { act: 'propose' }>,
): readonly string[] {
  if (request === null) return []
  const named = proposal.arguments ?? {}
  const read = actualReader(it, request)
  const shapes = new Set(request.walkers.flatMap(({ area }) => area.shapes.get(proposal.tool) ?? []))
  return [...shapes]
    .filter(({ constraints }) => brokenConstraint(namedConstraints(constraints, named), named, read) === null)
    .map(({ key }) => key)
}

/** A tool call: judged in the state before it, then what it read, wrote and did counts. */
export function takeCalled(it: Conversation, event: Called): JudgedAction {
  const { n, tool, input, ok } = event
  const role = it.around.role(tool)
  // A read is due also for what it settles, which shows only in its answer; nothing else of the state has moved by then.
  const revealedBefore = role === 'read' ? takeReads(it, event) : null
  const settles = (request: Request, record: string): boolean => settlesBy(it, n, request, record)
  const action: Action = { kind: 'call', tool, role, input, settles }
  const judgement = judge(it, action)
  const revealed = revealedBefore ?? takeReads(it, event)
  choose(judgement, n)
  if (ok) recordCall(it, action, { judgement, n })
  if (event.reads.length > 0) settleAll(it, n, revealed)
  if (ok) for (const change of event.changes) takeWrite(it.rows, change)
  if (event.reads.length === 0 || event.changes.length > 0) settleAll(it, n)
  return judgedAction(n, { tool, input }, judgement)
}

/** Does the read of event n settle that record of that request? */
function settlesBy(it: Conversation, n: number, request: Request, record: string): boolean {
  const before = request.records.get(record)
  const after = bindRecords(it, request, n).get(record)
  if (before === undefined || after === undefined || !after.settled) return false
  const hasNoKeyNow = after.key instanceof Special && before.key !== after.key
  return after.readAt === n || !before.settled || hasNoKeyNow
}

/** What the call itself wrote is no news that its answer could reveal. */
function takeReads(it: Conversation, event: Called): readonly Revealed[] {
  const own = new Set(
    event.changes.flatMap(({ table, key, before, after }) =>
      Object.keys(after ?? {})
        .filter((column) => before === null || before[column] !== after?.[column])
        .map((column) => `${table}\n${key}\n${column}`),
    ),
  )
  return event.reads
    .flatMap((read) => takeRead(it.rows, read, event.n))
    .map((one) => ({
      ...one,
      columns: one.columns.filter((column) => !own.has(`${one.table}\n${one.known.key}\n${column}`)),
    }))
}

function recordCall(
  it: Conversation,
  action: Extract<Action, { kind: 'call' }>,
  { judgement, n }: { judgement: Judgement; n: number },
): void {
  const { request, step } = judgement
  if (action.role === 'write' && request !== null) {
    const done = judgement.class === 'due' || judgement.class === 'premature'
    if (done && step !== null) append(request.deeds.calls, step, n)
    if (judgement.class === 'off-path' || judgement.class === 'forbidden') request.deeds.waivedAt ??= n
  }
  if (action.role === 'handover') it.handovers.push(n)
  if (action.role === 'close' && judgement.class === 'due') endLive(it, n)
}

/** S7: an ending that was due ends every live request. */
function endLive(it: Conversation, n: number): void {
  for (const request of liveRequests(it)) request.deeds.endings.push(n)
}

/** S3: a due action that, of the ways through an unmade choice, is due only on those along one edge makes it. */
function choose({ class: kind, due }: Judgement, n: number): void {
  const walker = due[0]?.walker
  if (kind !== 'due' || walker === undefined || walker.way === null) return
  const edges = edgesTo(walker.way, new Set(due.map((one) => one.way)))
  for (const [choice, along] of edges) {
    const made = walker.made.get(choice)
    const [edge] = along
    if (along.size === 1 && edge !== undefined && made !== undefined) made.chosen ??= { edge, n }
  }
}

/** For each unmade choice: its edges that lie on a way on which the action is due. */
function edgesTo(root: Way, due: ReadonlySet<Way>): ReadonlyMap<StepId, ReadonlySet<Edge>> {
  const edges = new Map<StepId, Set<Edge>>()
  for (const leaf of waysOf(root)) {
    const whole = leaf.forks.length > 0 ? [] : chainOf(leaf)
    if (!whole.some((way) => due.has(way))) continue
    for (const { parent, edge } of whole) {
      const choice = parent?.stop?.step.id
      if (choice !== undefined && edge !== null) edges.set(choice, (edges.get(choice) ?? new Set()).add(edge))
    }
  }
  return edges
}

const chainOf = (way: Way): readonly Way[] => (way.parent === null ? [way] : [...chainOf(way.parent), way])

const judgedAction = (n: number, what: JudgedAction['what'], judgement: Judgement): JudgedAction => ({
  n,
  what,
  class: judgement.class,
  request: judgement.request?.id ?? null,
  step: judgement.step,
  open: judgement.open,
  because: judgement.because,
  forbids: judgement.forbids,
})
