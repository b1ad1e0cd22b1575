import { assert, assertNever } from '../../src/base/assert.ts'
import type { VarName } from '../../src/base/guards/guard.ts'
import type { StepId } from '../../src/base/values/ids.ts'
import { UNKNOWN } from '../../src/base/values/value.ts'
import type { Edge, Interrupt, Step, StepOf } from '../../src/graph/model/graph.ts'
import { holds, sameValue, variablesOf } from './evaluate.ts'
import type { History, Making, Request } from './history.ts'
import { once } from './once.ts'
import { type Arguments, type Outcome, outcomeOf, satisfiedAt } from './satisfied.ts'
import { type Eyes, fieldsUnder, fieldValue, lastChange, valueIn } from './variables.ts'

/** One step on one way from the start, with all that lies behind it on that way. */
export type Visit = {
  readonly step: Step
  /** the event that satisfied it */
  readonly satisfied: number | null
  /** which detour it stands in, or last the procedure */
  readonly stretch: number
  /** the walk stops here */
  readonly stop: boolean
  /** on the way here: no step is left unsatisfied (W2) */
  readonly nothingOpen: boolean
  /** on the way here: every decision is made (A3) */
  readonly allDecided: boolean
  /** when the round this step stands in began; 0 outside later rounds, Infinity if it has not */
  readonly roundBegan: number
  /** a decide: how it is left */
  readonly making: Making | null
  readonly edges: readonly Edge[]
  /** a satisfied confirm: the arguments the customer agreed to */
  readonly agreed: Arguments | null
}
export type Way = readonly Visit[]

/** `walk`: W1, up to where it stops. `ahead`: W6, on to where nothing can follow. */
export type Mode = 'walk' | 'ahead'

/** what has been passed so far on one way */
type Behind = {
  readonly visits: Way
  readonly nothingOpen: boolean
  readonly allDecided: boolean
  /** S8: last re-making of a decision passed in this stretch; the firing of its interrupt */
  readonly remade: number
  readonly roundBegan: number
  /** S4: when the last confirm of each tool was answered in this stretch */
  readonly answered: ReadonlyMap<string, number>
  readonly stretches: readonly Stretch[]
  readonly stretch: number
}
/** a detour, or the procedure itself */
type Stretch = { readonly start: StepId; readonly fired: number }

/** W1, W3: the ways of each detour, and last of the procedure: each is walked as if the others were not there. */
export function walkedOf(history: History, request: Request): readonly (readonly Way[])[] {
  const walks = walksKept(history)
  const walked =
    walks.get(request.id) ??
    stretchesOf(history, request).map((stretch) => onward(history, request, 'walk', begin([stretch])))
  walks.set(request.id, walked)
  return walked
}

/** The same question is asked many times between two events; kept until something is added to the history. */
const walksKept = once((_: History) => new Map<string, readonly (readonly Way[])[]>())
export const forgetWalks = (history: History): void => walksKept(history).clear()

/** all of them in one list, for questions that do not care where a step stands */
export const walkOf = (history: History, request: Request): readonly Way[] =>
  walkedOf(history, request).flat()

/** W3: what is due is on the first detour that is not through, or else on the procedure. */
export const activeOf = (history: History, request: Request): readonly Way[] =>
  walkedOf(history, request).find((ways) => !ways.some(isThrough)) ?? []

const isThrough = (way: Way): boolean => {
  const last = way.at(-1)
  return last?.step.kind === 'resume' && last.nothingOpen
}

/** W6: every way that is possible still: through the detours, then through the procedure. */
export const aheadOf = (history: History, request: Request): readonly Way[] =>
  onward(history, request, 'ahead', begin(stretchesOf(history, request)))

const begin = (stretches: readonly Stretch[]): Behind => ({
  visits: [],
  nothingOpen: true,
  allDecided: true,
  remade: 0,
  roundBegan: 0,
  answered: new Map(),
  stretches,
  stretch: -1,
})

/** W3: detours first, the latest fired before the earlier ones (of one event: file order), the procedure last. */
function stretchesOf(history: History, request: Request): readonly Stretch[] {
  if (request.procedure === null || request.withdrawn) return []
  const place = (id: string) => history.graph.interrupts.findIndex((interrupt) => interrupt.id === id)
  const fired = history.fired
    .filter((each) => each.request === request.id)
    .toSorted((a, b) => b.n - a.n || place(a.interrupt) - place(b.interrupt))
  const detours = fired.map((each) => ({ start: interruptOf(history, each.interrupt).start, fired: each.n }))
  return [...detours, { start: request.procedure.start, fired: 0 }]
}

function interruptOf(history: History, id: string): Interrupt {
  const interrupt = history.graph.interrupts.find((each) => each.id === id)
  assert(interrupt !== undefined, `no interrupt ${id}`)
  return interrupt
}

/** begins the next stretch */
function onward(history: History, request: Request, mode: Mode, behind: Behind): readonly Way[] {
  const [next, ...stretches] = behind.stretches
  if (next === undefined) return [behind.visits]
  const fresh = {
    ...behind,
    remade: next.fired,
    roundBegan: 0,
    answered: new Map<string, number>(),
    stretches,
    stretch: behind.stretch + 1,
  }
  return waysFrom(history, request, mode, fresh, next.start)
}

function waysFrom(
  history: History,
  request: Request,
  mode: Mode,
  behind: Behind,
  id: StepId,
): readonly Way[] {
  const step = history.graph.steps.get(id)
  assert(step !== undefined, `no step ${id}`)
  const visit = visitOf(history, request, mode, behind, step)
  const outcome = step.kind === 'confirm' ? answerTo(history, request, behind, step) : null
  const after: Behind = {
    ...behind,
    visits: [...behind.visits, visit],
    // a refused confirm is passed and leaves nothing open, though it is not satisfied (S4)
    nothingOpen: behind.nothingOpen && (visit.satisfied !== null || isRoute(step) || outcome?.yes === false),
    answered:
      outcome === null ? behind.answered : new Map([...behind.answered, [toolOf(history, step), outcome.n]]),
  }
  if (visit.stop && mode === 'walk') return [after.visits]
  const go = (to: StepId) => waysFrom(history, request, mode, after, to)
  switch (step.kind) {
    case 'learn':
    case 'check':
    case 'tell':
    case 'act':
      return go(step.next)
    case 'decide':
      if (visit.edges.length === 0) return [after.visits]
      return visit.edges.flatMap((edge) => along(history, request, mode, { after, visit, edge }))
    case 'confirm': {
      const exits = confirmExits(history, request, step, behind)
      return exits.length === 0 ? [after.visits] : exits.flatMap(go)
    }
    case 'resume':
      return onward(history, request, mode, after)
    case 'handover':
    case 'end':
      return [after.visits]
    default:
      return assertNever(step)
  }
}

const isRoute = (step: Step): boolean => step.kind === 'decide' || step.kind === 'resume'

/** S4: the answer to a confirm, on this way */
const answerTo = (
  history: History,
  request: Request,
  behind: Behind,
  step: StepOf<'confirm'>,
): Outcome | null => outcomeOf(history, request, step, sinceOf(history, request, behind, step))

/** the tool of an act, or of the act that a confirm is about */
function toolOf(history: History, step: Step): string {
  const act = step.kind === 'confirm' ? history.graph.steps.get(step.step) : step
  return act?.kind === 'act' ? act.tool : ''
}

function visitOf(history: History, request: Request, mode: Mode, behind: Behind, step: Step): Visit {
  const since = sinceOf(history, request, behind, step)
  const roundBegan = step.round >= 2 ? behind.roundBegan : 0
  const satisfied = satisfiedAt({ history, request, since, roundBegan }, step)
  const making = step.kind === 'decide' ? makingOf(history, request, step.id) : null
  const outcome = step.kind === 'confirm' ? outcomeOf(history, request, step, since) : null
  return {
    step,
    satisfied,
    stretch: behind.stretch,
    stop: stops({ step, satisfied, behind, decided: making !== null, answered: outcome !== null }),
    nothingOpen: behind.nothingOpen,
    allDecided: behind.allDecided,
    roundBegan,
    making,
    edges: step.kind === 'decide' ? edgesOf(history, request, step, making, mode) : [],
    agreed: outcome?.yes === true ? outcome.agreed : null,
  }
}

/** W1 */
function stops(at: {
  step: Step
  satisfied: number | null
  behind: Behind
  decided: boolean
  answered: boolean
}): boolean {
  switch (at.step.kind) {
    case 'learn':
    case 'check':
    case 'tell':
      return false
    case 'decide':
      return !at.decided
    case 'confirm':
      return !at.answered
    case 'act':
    case 'handover':
    case 'end':
      return at.satisfied === null
    case 'resume':
      return true
    default:
      return assertNever(at.step)
  }
}

/** S8: deeds count only after this. */
function sinceOf(history: History, request: Request, behind: Behind, step: Step): number {
  const round = step.round >= 2 ? behind.roundBegan : 0
  const changed = lastChange(history, request, step.id, constrainedBy(history, step))
  const answered = step.kind === 'confirm' ? (behind.answered.get(toolOf(history, step)) ?? 0) : 0
  return Math.max(request.opened, round, behind.remade, changed, answered)
}

/** the variables that the constraints of an act, or of the act a confirm is about, read */
function constrainedBy(history: History, step: Step): readonly VarName[] {
  const act = step.kind === 'confirm' ? history.graph.steps.get(step.step) : step
  if (act?.kind !== 'act') return []
  return act.constraints.flatMap(({ operand }) => ('name' in operand ? [operand.name] : []))
}

/** V3: the making that stands now */
export const makingOf = (history: History, request: Request, step: StepId): Making | null =>
  history.makings.find(
    (making) => making.request === request.id && making.step === step && making.unmade === null,
  ) ?? null

/** W1, W6: the edges by which a decision is left. */
function edgesOf(
  history: History,
  request: Request,
  step: StepOf<'decide'>,
  making: Making | null,
  mode: Mode,
): readonly Edge[] {
  if (making !== null) {
    const chosen = history.choices.find(
      (choice) => choice.request === request.id && choice.step === step.id && choice.making === making.n,
    )
    return step.edges.filter((edge) =>
      chosen === undefined ? making.edges.includes(edge.id) : edge.id === chosen.edge,
    )
  }
  if (mode === 'walk') return []
  const eyes = eyesOn(history, request, 'now')
  const names = step.edges.flatMap((edge) => variablesOf(edge.when))
  const isLate = step.round >= 2 || names.some((name) => name.startsWith('done.'))
  const isOpen =
    isLate || fieldsUnder(history.graph, names).some((field) => sameValue(fieldValue(eyes, field), UNKNOWN))
  return isOpen ? step.edges : step.edges.filter((edge) => holds(edge.when, (name) => valueIn(eyes, name)))
}

type Leaving = { readonly after: Behind; readonly visit: Visit; readonly edge: Edge }

/** leaves a decision by one edge */
function along(
  history: History,
  request: Request,
  mode: Mode,
  { after, visit, edge }: Leaving,
): readonly Way[] {
  const { making } = visit
  const taking = history.takings.find(
    (each) => each.request === request.id && each.edge === edge.id && each.making === making?.n,
  )
  return waysFrom(
    history,
    request,
    mode,
    {
      ...after,
      allDecided: after.allDecided && making !== null,
      remade: making?.again === true ? Math.max(after.remade, making.n) : after.remade,
      roundBegan: edge.loops ? (taking?.n ?? Number.POSITIVE_INFINITY) : after.roundBegan,
    },
    edge.to,
  )
}

/** S4, W6: where a confirm leads: by its answer, or both ways. */
function confirmExits(
  history: History,
  request: Request,
  step: StepOf<'confirm'>,
  behind: Behind,
): readonly StepId[] {
  const outcome = outcomeOf(history, request, step, sinceOf(history, request, behind, step))
  const refused = step.ifRefused === null ? [] : [step.ifRefused]
  if (outcome === null) return [step.next, ...refused]
  return outcome.yes ? [step.next] : refused
}

/** the values a request's questions read; `done.x` is true when x is on the walk and satisfied */
export function eyesOn(history: History, request: Request | null, rows: 'known' | 'now'): Eyes {
  const done = (name: string): boolean =>
    request !== null && satisfiedOn(history, request).some((id) => isNamed(history, request, id, name))
  return { history, request, rows, done }
}

function isNamed(history: History, request: Request, id: StepId, name: string): boolean {
  const ids = [id, history.graph.steps.get(id)?.source]
  return ids.some((each) => each === name || each === `${request.procedure?.id}/${name}`)
}

/** the steps satisfied on a request's walk; of a withdrawn one, when it was withdrawn */
export const satisfiedOn = (history: History, request: Request): readonly StepId[] =>
  request.withdrawn
    ? request.stoodAt
    : walkOf(history, request)
        .flat()
        .filter(({ satisfied }) => satisfied !== null)
        .map(({ step }) => step.id)
