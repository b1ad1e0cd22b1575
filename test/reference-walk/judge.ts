import { type AgentAct, TellAct } from '../../src/base/values/acts.ts'
import type { ToolRole } from '../../src/base/values/desk-facts.ts'
import type { StepId } from '../../src/base/values/ids.ts'
import { type Scalar, Special } from '../../src/base/values/value.ts'
import type { Forbid, Graph, Step, StepOf } from '../../src/graph/model/graph.ts'
import type { ActionClass, JudgedAction, WalkEvent } from '../../src/graph/walk/walk-types.ts'
import { type Due, dueIn, dueOn, unmetNeeds } from './due.ts'
import { compare, holds, sameValue } from './evaluate.ts'
import { type Deed, type History, handedOver, latestLive, liveRequests, type Request } from './history.ts'
import { once } from './once.ts'
import { deedsTold, fitsTell, fold } from './satisfied.ts'
import { shown } from './shown.ts'
import { columnOf, keyOf, recordSettledAt, valueIn } from './variables.ts'
import { activeOf, aheadOf, eyesOn, satisfiedOn, type Visit, type Way } from './ways.ts'

type Called = Extract<WalkEvent, { type: 'called' }>
type Said = Extract<WalkEvent, { type: 'said' }>
/** A call, or one act of a message, before it is judged. */
export type Action =
  | { readonly kind: 'call'; readonly event: Called; readonly role: ToolRole | undefined }
  | { readonly kind: 'act'; readonly event: Said; readonly act: AgentAct }

/** A1, A5: the agent's actions in one event, judged in the state before it. */
export function judgeEvent(history: History, event: WalkEvent): readonly Deed[] {
  if (event.type === 'customer') return []
  if (event.type === 'called')
    return [judge(history, { kind: 'call', event, role: history.around.role(event.tool) })]
  if (event.acts.length > 0) return event.acts.map((act) => judge(history, { kind: 'act', event, act }))
  const silent = judge(history, { kind: 'act', event, act: { act: 'inform' } })
  return silent.judged.class === 'forbidden' ? [silent] : []
}

function judge(history: History, action: Action): Deed {
  const request = belongsTo(history, action)
  const forbids = forbidsHolding(history, request, action).map(({ id }) => id)
  const found = classify(history, request, action)
  const judged: JudgedAction = {
    n: action.event.n,
    what: action.kind === 'call' ? { tool: action.event.tool, input: action.event.input } : action.act,
    request: request?.id ?? null,
    step: found.step,
    class: forbids.length > 0 ? 'forbidden' : found.class,
    open: forbids.length > 0 ? [] : found.open,
    because: forbids.length > 0 ? null : found.because,
    forbids,
  }
  const meets = new Set(
    actsOf(history)
      .filter((step) => meetsAt(history, request, action, step))
      .map(({ id }) => id),
  )
  return action.kind === 'call'
    ? {
        n: judged.n,
        judged,
        ok: action.event.ok,
        meets,
        text: '',
        kind: 'call',
        tool: action.event.tool,
        role: action.role,
        input: action.event.input,
      }
    : { n: judged.n, judged, ok: true, meets, text: shown(action.event.said), kind: 'act', act: action.act }
}

// R2, R3: whose action it is

function belongsTo(history: History, action: Action): Request | null {
  const live = liveRequests(history)
  const found =
    live.find((request) => dueMatches(history, request, action).length > 0) ??
    (action.kind === 'call'
      ? (byConstraints(history, live, action) ?? byNamedRows(history, live, action))
      : byTopic(history, live, action.act))
  return found ?? latestLive(history) ?? history.requests.at(-1) ?? null
}

/** R3, second: the latest whose procedure has a tell about the topic. */
function byTopic({ graph }: History, live: readonly Request[], act: AgentAct): Request | undefined {
  const about = TellAct.safeParse(act.act).success && 'about' in act ? act.about : undefined
  if (about === undefined) return undefined
  return live.findLast((request) =>
    [...graph.steps.values()].some(
      (step) => step.kind === 'tell' && step.about === about && step.procedure === request.procedure?.id,
    ),
  )
}

/** R2, second: some act of its procedure with that tool has constraints the arguments meet. */
const byConstraints = (history: History, live: readonly Request[], action: Action): Request | undefined =>
  live.find((request) =>
    actsOf(history).some(
      (step) => step.procedure === request.procedure?.id && meetsAt(history, request, action, step),
    ),
  )

/** R2, third: an argument names a record, and its value is the key that record has there. */
const byNamedRows = (
  history: History,
  live: readonly Request[],
  action: Action & { kind: 'call' },
): Request | undefined =>
  live.find((request) =>
    namedRecords(history, action.event).some(({ record, value }) => {
      const spec = history.graph.records.get(record)
      return spec !== undefined && sameValue(keyOf(eyesOn(history, request, 'now'), spec), value)
    }),
  )

/** R4: which records the arguments of a call name, and the values they bind them to. */
function namedRecords(
  history: History,
  { tool, input }: Called,
): readonly { record: string; value: Scalar }[] {
  const named: { record: string; value: Scalar }[] = []
  for (const [argument, value] of Object.entries(input)) {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    const equals = actsOf(history)
      .filter((step) => step.tool === tool)
      .flatMap((step) => step.constraints)
      .flatMap(({ argument: name, is, operand }) =>
        name === argument && is === '==' && 'name' in operand ? [operand.name] : [],
      )
    for (const spec of history.graph.records.values()) {
      const column = `records.${spec.name}.${columnOf(history, spec)}`
      if (equals.includes(spec.by) || equals.includes(column) || spec.by === `fields.${argument}`) {
        named.push({ record: spec.name, value })
      }
    }
  }
  return named
}

// A4: forbids

const forbidsHolding = (history: History, request: Request | null, action: Action): readonly Forbid[] =>
  history.graph.forbids.filter(
    (forbid) => namesAction(history, request, action, forbid) && holdsNow(history, request, action, forbid),
  )

function namesAction(history: History, request: Request | null, action: Action, { what }: Forbid): boolean {
  if ('tool' in what) return action.kind === 'call' && action.event.tool === what.tool
  if (action.kind === 'call') return false
  // a message whose words did nothing can only have said a value
  if ('act' in what && action.event.acts.length === 0) return false
  if ('act' in what)
    return action.act.act === what.act && (what.about === null || topicOf(action.act) === what.about)
  const value = valueIn(eyesOn(history, request, 'now'), what.says)
  return !(value instanceof Special) && standsAlone(fold(shown(action.event.said)), fold(String(value)))
}

/** the value, and no letter or digit before or after it: 5 does not stand in 15 */
function standsAlone(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0 && value !== ''; at = text.indexOf(value, at + 1)) {
    const around = [text[at - 1] ?? '', text[at + value.length] ?? '']
    if (!around.some((character) => /[\p{L}\p{N}]/u.test(character))) return true
  }
  return false
}

const topicOf = (act: AgentAct): string | undefined => ('about' in act ? act.about : undefined)

/** V4, R4: on the rows as they are now, those the arguments name bound to the arguments. */
function holdsNow(history: History, request: Request | null, action: Action, forbid: Forbid): boolean {
  const named = action.kind === 'call' ? namedRecords(history, action.event) : []
  const bound = new Map(named.map(({ record, value }) => [record, value]))
  const eyes = { ...eyesOn(history, request, 'now'), bound }
  return holds(forbid.when, (name) => valueIn(eyes, name))
}

// A2 to A4: the class

type Found = Pick<JudgedAction, 'class' | 'step' | 'open' | 'because'>
const found = (kind: ActionClass, more: Partial<Found> = {}): Found => ({
  class: kind,
  step: null,
  open: [],
  because: null,
  ...more,
})

function classify(history: History, request: Request | null, action: Action): Found {
  const [due] = request === null || request.withdrawn ? [] : dueMatches(history, request, action)
  if (due !== undefined) return found('due', { step: due.visit.step.id })
  if (isEnding(action) && (handedOver(history) || latestLive(history) === undefined)) return found('due')
  if (isPermitted(history, request, action)) return found('permitted')
  const early = request === null ? null : prematureOn(history, request, action)
  if (early !== null) {
    const { visit, way } = early
    return found('premature', {
      step: visit.step.id,
      open: [...new Set([...jumped(visit, way), ...unmetNeeds(visit, way)])],
    })
  }
  const steps = [...history.graph.steps.values()].filter(
    (step) =>
      wouldDo(history, action, step) || (step.kind === 'act' && argumentsOf(action)?.tool === step.tool),
  )
  const [step] = steps
  if (step === undefined) return found('unknown')
  return found('off-path', {
    step: step.id,
    because: 'done already, on another branch, or a constraint is broken',
  })
}

/** A2: due steps that the action does. */
const dueMatches = (history: History, request: Request, action: Action): readonly Due[] =>
  dueIn(history, request).filter((due) => doesDue(history, request, action, due))

function doesDue(history: History, request: Request, action: Action, { visit, way, instead }: Due): boolean {
  if (instead) return action.kind === 'call' && action.role === 'handover'
  return does(history, request, action, visit, way)
}

/** A2: does the action do this step, with constraints met? */
function does(history: History, request: Request, action: Action, visit: Visit, way: Way): boolean {
  const { step } = visit
  if (step.kind === 'check')
    return (
      action.kind === 'call' && action.role === 'read' && doesCheck(history, request, action.event, visit)
    )
  if (!wouldDo(history, action, step)) return false
  if (step.kind === 'act') return meetsAt(history, request, action, step) && equalsAgreed(action, step, way)
  if (step.kind === 'confirm') {
    const act = history.graph.steps.get(step.step)
    return act?.kind === 'act' && meetsAt(history, request, action, act)
  }
  return true
}

/** A2, a read: of its tool, or one that settles its record. */
function doesCheck(history: History, request: Request, event: Called, { step, roundBegan }: Visit): boolean {
  if (step.kind !== 'check') return false
  if (event.tool === step.tool) return true
  const after = { ...history, events: [...history.events, event] }
  return recordSettledAt(eyesOn(after, request, 'known'), step.record, roundBegan) !== null
}

/** A4: does the action do this kind of step at all, whatever its arguments? */
function wouldDo(history: History, action: Action, step: Step): boolean {
  switch (step.kind) {
    case 'act':
      return action.kind === 'call' && action.role === 'write' && action.event.tool === step.tool
    case 'check':
      return action.kind === 'call' && action.role === 'read' && action.event.tool === step.tool
    case 'handover':
      return action.kind === 'call' && action.role === 'handover'
    case 'end':
      return isEnding(action)
    case 'learn':
      return action.kind === 'act' && action.act.act === 'request' && action.act.field === step.field
    case 'confirm': {
      const act = history.graph.steps.get(step.step)
      return (
        action.kind === 'act' &&
        action.act.act === 'propose' &&
        act?.kind === 'act' &&
        act.tool === action.act.tool
      )
    }
    case 'tell':
      return action.kind === 'act' && (fitsTell(action.act, step) || claimsDeed(history, action.act, step))
    case 'decide':
    case 'resume':
      return false
  }
}

/** S6: to say that a deed is done is to tell of it. */
const claimsDeed = (history: History, act: AgentAct, step: StepOf<'tell'>): boolean =>
  act.act === 'claim-done' && deedsTold(history.graph, step).some(({ tool }) => tool === act.tool)

const isEnding = (action: Action): boolean =>
  action.kind === 'call' ? action.role === 'close' : action.act.act === 'sign-off'

const actsIn = once((graph: Graph): readonly StepOf<'act'>[] =>
  [...graph.steps.values()].filter((step) => step.kind === 'act'),
)
const actsOf = (history: History): readonly StepOf<'act'>[] => actsIn(history.graph)

/** S5, S4: the arguments of a call meet every constraint; those a proposal names meet theirs. */
function meetsAt(history: History, request: Request | null, action: Action, step: StepOf<'act'>): boolean {
  const named = argumentsOf(action)
  if (named === null || named.tool !== step.tool) return false
  const eyes = eyesOn(history, request, 'now')
  return step.constraints.every(({ argument, is, operand }) => {
    if (!Object.hasOwn(named.input, argument)) return named.partial
    const value = named.input[argument]
    if ('values' in operand) return is === 'in' && operand.values.some((each) => each === value)
    return is !== 'in' && compare(value, is, 'name' in operand ? valueIn(eyes, operand.name) : operand.value)
  })
}

function argumentsOf(
  action: Action,
): { tool: string; input: Readonly<Record<string, unknown>>; partial: boolean } | null {
  if (action.kind === 'call') return { tool: action.event.tool, input: action.event.input, partial: false }
  if (action.act.act !== 'propose') return null
  return { tool: action.act.tool, input: action.act.arguments ?? {}, partial: true }
}

/** S5: where the customer agreed to a proposal of this act, its arguments are binding. */
function equalsAgreed(action: Action, step: StepOf<'act'>, way: Way): boolean {
  if (action.kind !== 'call') return true
  return way.every(
    (visit) =>
      visit.step.kind !== 'confirm' ||
      visit.step.step !== step.id ||
      visit.agreed === null ||
      Object.entries(visit.agreed).every(([argument, value]) => action.event.input[argument] === value),
  )
}

const ALWAYS_PERMITTED: ReadonlySet<string> = new Set([
  'request',
  'inform',
  'comfort',
  'explain',
  'offer',
  'greet',
  'claim-done',
])

/** A3, W4 */
function isPermitted(history: History, request: Request | null, action: Action): boolean {
  const isOver = history.requests.length > 0 && liveRequests(history).every((live) => isEnded(history, live))
  if (action.kind === 'call') return action.role === 'read' || (action.role === 'close' && isOver)
  if (handedOver(history) || ALWAYS_PERMITTED.has(action.act.act)) return true
  if (request === null) return false
  if (action.act.act === 'sign-off') return isOver
  if (TellAct.safeParse(action.act.act).success) {
    return satisfiedOn(history, request).some((id) => tellDone(history, action, id))
  }
  return (
    action.act.act === 'propose' &&
    aheadOf(history, request).some((way) =>
      way.some(
        ({ step, satisfied, allDecided }) =>
          step.kind === 'act' && satisfied === null && allDecided && meetsAt(history, request, action, step),
      ),
    )
  )
}

const tellDone = (history: History, action: Action, id: StepId): boolean => {
  const step = history.graph.steps.get(id)
  return step?.kind === 'tell' && wouldDo(history, action, step)
}

const isEnded = (history: History, request: Request): boolean =>
  activeOf(history, request).some((way) =>
    way.some(({ step, satisfied }) => step.kind === 'end' && satisfied !== null),
  )

/** A4, W6: the first step ahead, unsatisfied on its way, that the action does: a detour's before the procedure's. */
function prematureOn(history: History, request: Request, action: Action): { visit: Visit; way: Way } | null {
  const ways = aheadOf(history, request)
  const stretches = Math.max(0, ...ways.flat().map(({ stretch }) => stretch))
  for (let stretch = 0; stretch <= stretches; stretch += 1) {
    for (const way of ways) {
      const visit = way.find(
        (each) => each.stretch === stretch && isJumpedTo(history, request, action, each, way),
      )
      if (visit !== undefined) return { visit, way }
    }
  }
  return null
}

function isJumpedTo(history: History, request: Request, action: Action, visit: Visit, way: Way): boolean {
  const isImpossible = dueOn(history, request, [visit]).some(({ instead }) => instead)
  const isAnswered = visit.step.kind === 'confirm' && !visit.stop
  if (visit.satisfied !== null || isAnswered || isImpossible) return false
  return does(history, request, action, visit, way) || proposes(history, request, action, visit)
}

/** A4: a proposal jumps to its act, where no confirm stands before it */
const proposes = (history: History, request: Request, action: Action, { step }: Visit): boolean =>
  action.kind === 'act' && step.kind === 'act' && meetsAt(history, request, action, step)

/** A4: what it jumped: unsatisfied steps before it on that way. */
function jumped(visit: Visit, way: Way): readonly StepId[] {
  return way
    .slice(0, way.indexOf(visit))
    .filter(({ step, satisfied }) => satisfied === null && step.kind !== 'decide' && step.kind !== 'resume')
    .filter(({ step, stop }) => step.kind !== 'confirm' || stop)
    .map(({ step }) => step.id)
}

/** S3: after a due action, the choices it makes: due along one edge only. */
export function choicesMade(
  history: History,
  deed: Deed,
  action: Action,
): readonly { step: StepId; making: number; edge: string }[] {
  const request = history.requests.find((each) => each.id === deed.judged.request)
  if (request === undefined || deed.judged.class !== 'due' || handedOver(history)) return []
  const ways = activeOf(history, request)
  const isDueOn = (way: Way) =>
    dueOn(history, request, way).some((due) => doesDue(history, request, action, due))
  const open = new Map(
    ways
      .flat()
      .filter(({ edges, making }) => making !== null && edges.length > 1)
      .map((visit) => [visit.step.id, visit]),
  )
  return [...open.values()].flatMap((visit) => {
    const through = visit.edges.filter((edge) =>
      ways.some((way) => goesAlong(way, visit, edge.to) && isDueOn(way)),
    )
    const [edge] = through
    return through.length === 1 && edge !== undefined && visit.making !== null
      ? [{ step: visit.step.id, making: visit.making.n, edge: edge.id }]
      : []
  })
}

function goesAlong(way: Way, visit: Visit, to: string): boolean {
  const at = way.findIndex(({ step }) => step.id === visit.step.id)
  return at >= 0 && way[at + 1]?.step.id === to
}
