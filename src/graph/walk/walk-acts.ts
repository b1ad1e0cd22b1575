import type { AgentAct } from '../../base/values/acts.ts'
import type { StepId } from '../../base/values/ids.ts'
import { Special } from '../../base/values/value.ts'
import type { Edge } from '../model/graph.ts'
import { brokenConstraint, namedConstraints } from './walk-constraints.ts'
import type { Deed, History, Request } from './walk-history.ts'
import { type Judgement, judge } from './walk-judge.ts'
import { settleAll } from './walk-settle.ts'
import type { JudgedAction, WalkEvent } from './walk-types.ts'
import { actualReader, bindRecords, withShown } from './walk-values.ts'

type Called = Extract<WalkEvent, { type: 'called' }>
type SaidEvent = Extract<WalkEvent, { type: 'said' }>
type TakenEvent = { readonly history: History; readonly judged: readonly JudgedAction[] }

/** An agent message: all its acts are judged in the state before it, then they count (A5). */
export function takeSaid(before: History, event: SaidEvent): TakenEvent {
  const { n, acts, said } = event
  // A message without acts is an action only if it says what must not be said (A4), and never a deed.
  const wordless = acts.length === 0
  const found = (wordless ? [{ act: 'inform' } as const] : acts).map((act: AgentAct) => {
    const judgement = judge(before, { kind: 'words', act, said, wordless })
    const meets = act.act === 'propose' ? actsMet(before, judgement.request, act) : []
    return { judgement, judged: judgedAction(n, act, judgement), ok: true, role: undefined, meets }
  })
  const history = withDeeds({ ...before, events: [...before.events, event] }, wordless ? [] : found)
  const judged = found.filter(({ judgement }) => !wordless || judgement.class === 'forbidden')
  return { history: settleAll(history, n), judged: judged.map((one) => one.judged) }
}

/** S4: the acts whose constraints the arguments that a proposal names meet now. */
function actsMet(
  history: History,
  request: Request | null,
  { tool, arguments: named = {} }: Extract<AgentAct, { act: 'propose' }>,
): readonly StepId[] {
  const read = actualReader(history, request)
  return (history.index.acts.get(tool) ?? [])
    .filter(({ id }) => request?.areas.some(({ steps }) => steps.has(id)) === true)
    .filter(({ constraints }) => brokenConstraint(namedConstraints(constraints, named), named, read) === null)
    .map(({ id }) => id)
}

/** A tool call: judged in the state before it, then what it read, wrote and did counts. */
export function takeCalled(before: History, event: Called): TakenEvent {
  const { n, tool, input, ok } = event
  const role = before.around.role(tool)
  const reads = event.reads.map((read) => ({ n, read }))
  const changes = ok ? event.changes.map((change) => ({ n, change })) : []
  // A read is due also for what it settles, which shows only in its answer.
  const answered = withShown(before, reads)
  const settles = (request: Request, record: string): boolean => settlesBy(answered, n, request, record)
  const judgement = judge(before, { kind: 'call', tool, role, input, settles })
  const judged = judgedAction(n, { tool, input }, judgement)
  let history = withDeeds({ ...before, events: [...before.events, event] }, [
    { judgement, judged, ok, role, meets: [] },
  ])
  if (reads.length > 0) history = settleAll(withShown(history, reads), n, event)
  history = withShown(history, changes)
  if (reads.length === 0 || event.changes.length > 0) history = settleAll(history, n)
  return { history, judged: [judged] }
}

/** Does the read of event n settle that record of that request? */
function settlesBy(answered: History, n: number, request: Request, record: string): boolean {
  const before = request.records.get(record)
  const after = bindRecords(answered, request, n).get(record)
  if (before === undefined || after === undefined || !after.settled) return false
  const hasNoKeyNow = after.key instanceof Special && before.key !== after.key
  return after.reads.includes(n) || !before.settled || hasNoKeyNow
}

type Found = Deed & { readonly judgement: Judgement }

/** What was done, and the choices it made: each due action in its request. */
function withDeeds(history: History, found: readonly Found[]): History {
  const deeds = found.map(({ judged, ok, role, meets }): Deed => ({ judged, ok, role, meets }))
  const requests = history.requests.map((request) =>
    found
      .filter(({ judged }) => judged.request === request.id)
      .reduce((chosen, { judgement, judged }) => choose(chosen, judgement, judged.n), request),
  )
  return { ...history, deeds: [...history.deeds, ...deeds], requests }
}

/** S3: a due action that, of the ways through an unmade choice, is due only on those along one edge makes it. */
function choose(request: Request, { class: kind, due }: Judgement, n: number): Request {
  const edges = new Map<StepId, Set<Edge>>()
  for (const { step, edge } of kind === 'due' ? due.flatMap(({ choices }) => choices) : [])
    edges.set(step, (edges.get(step) ?? new Set()).add(edge))
  const made = [...edges].flatMap(([step, along]) => {
    const [edge] = along
    const choice = request.made.get(step)
    const isOpen = along.size === 1 && edge !== undefined && choice?.chosen === null
    return isOpen ? [[step, { ...choice, chosen: { edge, n } }] as const] : []
  })
  return made.length === 0 ? request : { ...request, made: new Map([...request.made, ...made]) }
}

function judgedAction(n: number, what: JudgedAction['what'], judgement: Judgement): JudgedAction {
  const { class: kind, request, step, open, because, forbids } = judgement
  return { n, what, class: kind, request: request?.id ?? null, step, open, because, forbids }
}
