import type { ReadVar } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import type { AgentAct } from '../../base/values/acts.ts'
import { type Scalar, Special } from '../../base/values/value.ts'
import { alone } from '../../text/said/literals.ts'
import type { Forbid, Step } from '../model/graph.ts'
import { type Action, brokenBy, isAbout, isTell, type Telling, wouldFit } from './walk-action.ts'
import { searchAhead } from './walk-ahead.ts'
import { whyOffPath } from './walk-because.ts'
import { argumentOf, brokenConstraint, type Input } from './walk-constraints.ts'
import { handovers } from './walk-deeds.ts'
import { dueFor, hasEnded, impossibleActs, isEndingDue } from './walk-due.ts'
import { type History, liveRequests, type Request, visitsOf, type Way } from './walk-history.ts'
import type { ActionClass, JudgedAction } from './walk-types.ts'
import { actualReader } from './walk-values.ts'

/** One action judged in the state before it (A2 to A4). */
export type Judgement = Omit<JudgedAction, 'n' | 'what' | 'request'> & {
  readonly request: Request | null
  /** every way on which it does a due step: what makes a choice (S3) */
  readonly due: readonly Way[]
}

const judgement = (
  kind: ActionClass,
  request: Request | null,
  found: Partial<Judgement> = {},
): Judgement => ({
  class: kind,
  request,
  step: null,
  open: [],
  because: null,
  forbids: [],
  due: [],
  ...found,
})

export function judge(history: History, action: Action): Judgement {
  const request = requestOf(history, action)
  const due = request === null ? [] : dueFor(history, request, action)
  const forbids = forbidsHit(history, request, action)
  const [first] = due.map(({ visit }) => visit.step)
  if (forbids.length === 0 && first !== undefined)
    return judgement('due', request, { step: first.id, due: due.map(({ way }) => way) })
  if (forbids.length === 0) return classify(history, request, action)
  const step = first ?? fittingSteps(history, request, action)[0]
  return judgement('forbidden', request, { step: step?.id ?? null, forbids })
}

/** An action that does no due step and is not forbidden. */
function classify(history: History, request: Request | null, action: Action): Judgement {
  if (isEnding(action) && isEndingDue(history)) return judgement('due', request)
  if (isPermitted(history, request, action)) return judgement('permitted', request)
  const fitting = fittingSteps(history, request, action)
  if (fitting.length === 0) return judgement('unknown', request)
  if (request === null) {
    const because = 'the customer has asked for nothing yet'
    return judgement('off-path', request, { step: fitting[0]?.id ?? null, because })
  }
  const impossible = impossibleActs(history, request)
  const { found } = searchAhead(history, request, {
    decidedOnly: false,
    matches: (step, agreed) =>
      wouldFit(history, request, action, step) &&
      brokenBy(history, request, { action, step, agreed }) === null &&
      !impossible.has(step.id),
  })
  if (found !== null) return judgement('premature', request, { step: found.step.id, open: found.open })
  return judgement('off-path', request, whyOffPath(history, request, action, fitting))
}

export const isEnding = (action: Action): boolean =>
  action.kind === 'call' ? action.role === 'close' : action.act.act === 'sign-off'

/** Acts that need a reason; any other is permitted always. */
const TO_JUSTIFY: ReadonlySet<AgentAct['act']> = new Set(['propose', 'decline', 'request-proof', 'sign-off'])

function isPermitted(history: History, request: Request | null, action: Action): boolean {
  // Closing again is no harm, whichever of goodbye and call came first.
  if (action.kind === 'call') return action.role === 'read' || (action.role === 'close' && isOver(history))
  const { act } = action
  if (handovers(history).length > 0 || !TO_JUSTIFY.has(act.act)) return true
  if (request === null) return false
  if (act.act === 'sign-off') return isOver(history)
  if (isTell(act)) return hasTold(request, act)
  return liesAhead(history, request, action)
}

const isOver = (history: History): boolean =>
  history.requests.length > 0 && liveRequests(history).every((request) => hasEnded(history, request))

/** The act does a tell that the walk has passed and that is satisfied: again is no harm (A3). */
const hasTold = (request: Request, act: Telling): boolean =>
  visitsOf(request).some(
    ({ step, satisfied }) => satisfied !== null && step.kind === 'tell' && isAbout(act, step),
  )

/** A proposal of an act ahead, with every decision before it made and constraints met (A3). */
function liesAhead(history: History, request: Request, action: Action): boolean {
  const { found } = searchAhead(history, request, {
    decidedOnly: true,
    matches: (step) =>
      step.kind === 'act' &&
      wouldFit(history, request, action, step) &&
      brokenBy(history, request, { action, step }) === null,
  })
  return found !== null
}

/** Every step of the graph that this kind of action does, those of the request first, and what asks for a yes before the deed. */
function fittingSteps(history: History, request: Request | null, action: Action): readonly Step[] {
  const isOwn = ({ id }: Step): boolean => request?.areas.some(({ steps }) => steps.has(id)) === true
  const placeOf = (step: Step): number => (isOwn(step) ? 0 : 2) + (step.kind === 'act' ? 1 : 0)
  return [...history.index.graph.steps.values()]
    .filter(({ kind }) => kind !== 'learn' && kind !== 'check')
    .filter((step) => wouldFit(history, request, action, step))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The request an action belongs to (R2, R3); null before any was opened. */
function requestOf(history: History, action: Action): Request | null {
  const live = liveRequests(history)
  if (live.length === 1) return live[0] ?? null
  const due = live.find((request) => dueFor(history, request, action).length > 0)
  if (due !== undefined) return due
  const named = action.kind === 'call' ? namedBy(history, live, action) : toldBy(history, live, action)
  return named ?? live.at(-1) ?? history.requests.at(-1) ?? null
}

/** R3: words about a topic belong to the latest request whose procedure tells it. */
function toldBy(
  { index }: History,
  live: readonly Request[],
  { act }: Extract<Action, { kind: 'words' }>,
): Request | undefined {
  const about = isTell(act) ? act.about : undefined
  const tells = [...index.graph.steps.values()].filter((step) => step.kind === 'tell' && step.about === about)
  return about === undefined
    ? undefined
    : live.findLast(({ procedure }) => tells.some((step) => step.procedure === procedure))
}

function namedBy(
  history: History,
  live: readonly Request[],
  call: Extract<Action, { kind: 'call' }>,
): Request | undefined {
  const meeting = live.find((request) => {
    const read = actualReader(history, request)
    const own = (history.index.acts.get(call.tool) ?? []).filter(({ id }) => request.area?.steps.has(id))
    return own.some(({ constraints }) => brokenConstraint(constraints, call.input, read) === null)
  })
  if (meeting !== undefined) return meeting
  const named = recordsNamed(history, call)
  return live.find((request) => {
    const read = actualReader(history, request)
    return history.index.records.some(({ name, by }) => named.has(name) && named.get(name) === read(by))
  })
}

/** Ids of the forbids that name this action and whose guard holds now, with the rows its arguments name (A4, R4). */
function forbidsHit(history: History, request: Request | null, action: Action): readonly string[] {
  const read =
    action.kind === 'call'
      ? actualReader(history, request, recordsNamed(history, action))
      : actualReader(history, request)
  return history.index.graph.forbids
    .filter((forbid) => names(forbid, action, read) && evaluate(forbid.when, read))
    .map(({ id }) => id)
}

function names({ what }: Forbid, action: Action, read: ReadVar): boolean {
  if (action.kind === 'call') return 'tool' in what && what.tool === action.tool
  if ('tool' in what) return false
  if ('says' in what) {
    const value = read(what.says)
    return !(value instanceof Special) && action.said.answers(alone(String(value)))
  }
  const { act } = action
  return (
    !action.wordless &&
    isTell(act) &&
    act.act === what.act &&
    (what.about === null || act.about === what.about)
  )
}

/** Records that the arguments of a call name, with the key they name (R4). */
function recordsNamed(
  { index, around }: History,
  { tool, input }: { readonly tool: string; readonly input: Input },
): ReadonlyMap<string, Scalar> {
  const constraints = (index.acts.get(tool) ?? []).flatMap((act) => act.constraints)
  const named = index.records.flatMap(({ name, from, by, on }) => {
    const keys = [by, `records.${name}.${on ?? around.keyOf(from)}`]
    const constrained = constraints.flatMap(({ argument, is, operand }) =>
      is === '==' && 'name' in operand && keys.includes(operand.name) ? [argument] : [],
    )
    const byField = by.startsWith('fields.') ? [by.slice('fields.'.length)] : []
    const [value] = [...constrained, ...byField].flatMap((argument) => argumentOf(input, argument) ?? [])
    return value === undefined ? [] : [[name, value] as const]
  })
  return new Map(named)
}
