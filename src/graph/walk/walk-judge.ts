import type { ReadVar } from '../../base/guards/guard.ts'
import { evaluate } from '../../base/guards/guard-evaluate.ts'
import type { AgentAct } from '../../base/values/acts.ts'
import type { StepId } from '../../base/values/ids.ts'
import { type Scalar, Special } from '../../base/values/value.ts'
import { alone } from '../../text/said/literals.ts'
import type { Forbid, Step } from '../model/graph.ts'
import { type Action, brokenBy, isAbout, isTell, type Telling, wouldFit } from './walk-action.ts'
import { searchAhead } from './walk-ahead.ts'
import { whyOffPath } from './walk-because.ts'
import { argumentOf, brokenConstraint } from './walk-constraints.ts'
import { type Due, dueFor, hasEnded, impossibleActs, isEndingDue, liveRequests } from './walk-due.ts'
import { type Conversation, isSatisfied, type Request } from './walk-state.ts'
import type { ActionClass } from './walk-types.ts'
import { actualReader } from './walk-values.ts'

/** One action judged in the state before it (A2 to A4). */
export type Judgement = {
  readonly class: ActionClass
  readonly request: Request | null
  readonly step: StepId | null
  readonly open: readonly StepId[]
  readonly because: string | null
  readonly forbids: readonly string[]
  /** every due step it does, on every way: what makes a choice (S3) */
  readonly due: readonly Due[]
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

export function judge(it: Conversation, action: Action): Judgement {
  const request = requestOf(it, action)
  const due = request === null ? [] : dueFor(it, request, action)
  const forbids = forbidsHit(it, request, action)
  if (forbids.length === 0) return classify(it, request, action, due)
  const step = due[0]?.visit.step ?? fittingSteps(it, request, action)[0]
  return judgement('forbidden', request, { step: step?.id ?? null, forbids })
}

function classify(it: Conversation, request: Request | null, action: Action, due: readonly Due[]): Judgement {
  const first = due[0]
  if (first !== undefined) return judgement('due', request, { step: first.visit.step.id, due })
  if (isEnding(action) && isEndingDue(it)) return judgement('due', request)
  if (isPermitted(it, request, action)) return judgement('permitted', request)
  const fitting = fittingSteps(it, request, action)
  if (fitting.length === 0) return judgement('unknown', request)
  if (request === null) {
    const because = 'the customer has asked for nothing yet'
    return judgement('off-path', request, { step: fitting[0]?.id ?? null, because })
  }
  const impossible = impossibleActs(it, request)
  const { found } = searchAhead(it, request, {
    decidedOnly: false,
    matches: (step, agreed) =>
      wouldFit(it, request, action, step) &&
      brokenBy({ it, request }, action, step, agreed) === null &&
      !impossible.has(step.id),
  })
  if (found !== null) return judgement('premature', request, { step: found.step.id, open: found.open })
  return judgement('off-path', request, whyOffPath(it, request, action, fitting))
}

export const isEnding = (action: Action): boolean =>
  action.kind === 'call' ? action.role === 'close' : action.act.act === 'sign-off'

const ALWAYS_PERMITTED: ReadonlySet<AgentAct['act']> = new Set([
  'request',
  'inform',
  'comfort',
  'explain',
  'offer',
  'greet',
  'claim-done',
])

function isPermitted(it: Conversation, request: Request | null, action: Action): boolean {
  // Closing again is no harm, whichever of goodbye and call came first.
  if (action.kind === 'call') return action.role === 'read' || (action.role === 'close' && isOver(it))
  const { act } = action
  if (it.handovers.length > 0 || ALWAYS_PERMITTED.has(act.act)) return true
  if (request === null) return false
  if (act.act === 'sign-off') return isOver(it)
  if (isTell(act)) return hasTold(it, request, act)
  return liesAhead(it, request, action)
}

const isOver = (it: Conversation): boolean => it.requests.size > 0 && liveRequests(it).every(hasEnded)

/** The act does a tell that the walk has passed and that is satisfied: again is no harm (A3). */
function hasTold(it: Conversation, request: Request, act: Telling): boolean {
  const tells = it.index.doing.get(`tell ${act.act}`) ?? []
  const about = tells.filter((step) => step.kind === 'tell' && isAbout(act, step))
  return isSatisfied(
    request,
    about.map(({ id }) => id),
  )
}

/** A proposal of an act ahead, with every decision before it made and constraints met (A3). */
function liesAhead(it: Conversation, request: Request, action: Action): boolean {
  const { found } = searchAhead(it, request, {
    decidedOnly: true,
    matches: (step) =>
      step.kind === 'act' &&
      wouldFit(it, request, action, step) &&
      brokenBy({ it, request }, action, step) === null,
  })
  return found !== null
}

/** Every step of the graph that this kind of action does, those of the request first. */
function fittingSteps(it: Conversation, request: Request | null, action: Action): readonly Step[] {
  const isOwn = (step: Step): boolean =>
    request?.walkers.some((walker) => walker.area.steps.has(step.id)) === true
  const fitting = candidates(it, action).filter((step) => wouldFit(it, request, action, step))
  return [...fitting.filter(isOwn), ...fitting.filter((step) => !isOwn(step))]
}

function candidates(it: Conversation, action: Action): readonly Step[] {
  const doing = (key: string): readonly Step[] => it.index.doing.get(key) ?? []
  if (action.kind === 'words') {
    const { act } = action
    if (act.act === 'propose')
      return [...doing(`confirm ${act.tool}`), ...(it.index.acts.get(act.tool) ?? [])]
    if (act.act === 'sign-off') return doing('end')
    return doing(`tell ${act.act === 'claim-done' ? 'inform' : act.act}`)
  }
  if (action.role === 'write') return it.index.acts.get(action.tool) ?? []
  return action.role === 'handover' ? doing('handover') : action.role === 'close' ? doing('end') : []
}

/** The request an action belongs to (R2, R3); null before any was opened. */
function requestOf(it: Conversation, action: Action): Request | null {
  const live = liveRequests(it)
  if (live.length === 1) return live[0] ?? null
  const due = live.find((request) => dueFor(it, request, action).length > 0)
  if (due !== undefined) return due
  const named = action.kind === 'call' ? namedBy(it, live, action) : toldBy(it, live, action)
  return named ?? live.at(-1) ?? [...it.requests.values()].at(-1) ?? null
}

/** R3: words about a topic belong to the latest request whose procedure tells it. */
function toldBy(
  it: Conversation,
  live: readonly Request[],
  { act }: Extract<Action, { kind: 'words' }>,
): Request | undefined {
  const about = isTell(act) ? act.about : undefined
  if (about === undefined) return undefined
  const tells = [...it.index.graph.steps.values()].filter(
    (step) => step.kind === 'tell' && step.about === about,
  )
  return live.findLast(({ procedure }) => tells.some((step) => step.procedure === procedure))
}

function namedBy(
  it: Conversation,
  live: readonly Request[],
  call: Extract<Action, { kind: 'call' }>,
): Request | undefined {
  const meeting = live.find((request) => {
    const shapes = request.main?.area.shapes.get(call.tool) ?? []
    const read = actualReader(it, request)
    return shapes.some((shape) => brokenConstraint(shape.constraints, call.input, read) === null)
  })
  if (meeting !== undefined) return meeting
  const named = recordsNamed(it, call)
  return live.find((request) => {
    const read = actualReader(it, request)
    return it.index.records.some(({ name, by }) => named.has(name) && named.get(name) === read(by))
  })
}

/** Ids of the forbids that name this action and whose guard holds now, with the rows its arguments name (A4, R4). */
function forbidsHit(it: Conversation, request: Request | null, action: Action): readonly string[] {
  const read =
    action.kind === 'call' ? actualReader(it, request, recordsNamed(it, action)) : actualReader(it, request)
  return it.index.graph.forbids
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
  it: Conversation,
  call: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> },
): ReadonlyMap<string, Scalar> {
  const named = new Map<string, Scalar>()
  for (const { name, from, by, on } of it.index.records) {
    const column = `records.${name}.${on ?? it.around.keyOf(from)}`
    const constrained = (it.index.acts.get(call.tool) ?? [])
      .flatMap((act) => act.constraints)
      .filter(({ is, operand }) => is === '==' && 'name' in operand && [by, column].includes(operand.name))
      .map((constraint) => constraint.argument)
    const byField = by.startsWith('fields.') ? [by.slice('fields.'.length)] : []
    for (const argument of [...constrained, ...byField]) {
      const value = argumentOf(call.input, argument)
      if (value !== undefined && !named.has(name)) named.set(name, value)
    }
  }
  return named
}
