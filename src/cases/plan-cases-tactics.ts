import type { ReadVar } from '../base/guards/guard.ts'
import { evaluate } from '../base/guards/guard-evaluate.ts'
import { variablesOf } from '../base/guards/guard-explain.ts'
import { Tone } from '../base/values/acts.ts'
import { dayNumberOf, isoDateOf } from '../base/values/iso-date.ts'
import { type Scalar, Special } from '../base/values/value.ts'
import type { CardRequest } from '../cards/card.ts'
import type { Tactic } from '../cards/tactic.ts'
import type { FieldSpec, Graph, Interrupt, StepOf } from '../graph/model/graph.ts'
import { fieldsBehind } from '../graph/paths/paths-space.ts'
import type { Situation } from '../graph/plan/plan.ts'
import type { Intensity, Outcome } from './case.ts'

/** A planned request before a tactic is chosen for it. */
export type Planned = {
  readonly graph: Graph
  readonly situation: Situation
  readonly request: CardRequest
  readonly acceptable: readonly Outcome[]
  readonly read: ReadVar
}

const INTENSITIES: readonly Intensity[] = [0, 1, 2, 3]

/** Changes of the truth that a planned card may hold: what its path asks for already. */
const HELD: ReadonlySet<string> = new Set(['refusal', 'demand_human', 'abuse'])

/** Could this customer play the tactic, and would the same path still be true? */
export function tacticFits(tactic: Tactic, planned: Planned): boolean {
  const { graph, situation, request, acceptable } = planned
  const { applies } = tactic
  // Whoever answers otherwise when asked again plays that, and nothing beside it.
  if (!situation.path.steady)
    return (
      applies.card.includes('corrects') &&
      tactic.changes?.every((change) => change === 'fields') === true &&
      intensitiesOf(tactic, planned).length > 0
    )
  if (!(tactic.changes ?? []).every((change) => HELD.has(change))) return false
  if (intensitiesOf(tactic, planned).length === 0) return false
  const learns = situation.path.steps.flatMap((id) => {
    const step = graph.steps.get(id)
    return step?.kind === 'learn' || step?.kind === 'confirm' ? [step] : []
  })
  const fields = learns.flatMap((step) => (step.kind === 'learn' ? (graph.fields.get(step.field) ?? []) : []))
  if (applies.field_type !== undefined && !fields.some((field) => field.type === applies.field_type))
    return false
  if (applies.settled_by_record && settledClaims(planned).length === 0) return false
  if (applies.identity && !fields.some((field) => field.identity)) return false
  if (applies.asked_twice && !mayAskTwice(graph, situation)) return false
  if (applies.emotion !== undefined && !emotionAllows(planned, applies.emotion)) return false
  if (applies.declined && !acceptable.some((outcome) => outcome.declined !== null)) return false
  return applies.card.every((part) => cardHolds(part, planned, request))
}

/** Of the whole procedure, as `pack check` asks it of any case: an evasive answer must not use up the only time a question may be asked. */
function mayAskTwice(graph: Graph, { path }: Situation): boolean {
  const procedures = new Set(path.steps.flatMap((id) => graph.steps.get(id)?.procedure ?? []))
  return [...graph.steps.values()].every(
    (step) =>
      !procedures.has(step.procedure) ||
      (step.kind !== 'learn' && step.kind !== 'confirm') ||
      step.attemptsMax === null ||
      step.attemptsMax > 1,
  )
}

function cardHolds(part: Tactic['applies']['card'][number], planned: Planned, request: CardRequest): boolean {
  if (part === 'cannot') return request.cannot.length > 0
  if (part === 'refuses') return request.refuses.length > 0
  return (part === 'truth' || part === 'lies') && settledClaims(planned).length > 0
}

/** Values by which a field is known to hold a mood: those of the act vocabulary, and what desks call the same. */
const MOODS: ReadonlySet<string> = new Set([...Tone.options, 'discontent', 'upset', 'furious', 'normal'])

/** A field that holds the customer's mood must not be changed by a mood the tactic brings. */
function emotionAllows({ graph, request }: Planned, emotion: string): boolean {
  const isMood = (field: FieldSpec) => field.of.some((value) => MOODS.has(value))
  const moods = [...graph.fields.values()].filter((field) => field.type === 'enum' && isMood(field))
  return moods.every((field) => request.knows[field.name] === emotion)
}

export const interruptOf = ({ graph, situation }: Planned) =>
  graph.interrupts.find((interrupt) => interrupt.id === situation.interrupt?.id)

/**
 * Intensities at which the tactic sets off exactly what the situation has. A tactic that sets off nothing at 0 and an
 * interrupt at 1 makes two cases of one, so without an interrupt in the situation all four must be quiet.
 */
export function intensitiesOf(tactic: Tactic | null, planned: Planned): readonly Intensity[] {
  if (tactic === null) return [0]
  const wanted = planned.situation.interrupt?.id ?? null
  // Said openly and at once (0), the second answer is the only one: another path.
  const playable = planned.situation.path.steady ? INTENSITIES : INTENSITIES.filter((one) => one > 0)
  const fitting = playable.filter((intensity) => {
    const fired = interruptsSetOff(planned.graph, tactic, intensity)
    return wanted === null ? fired.length === 0 : fired.length === 1 && fired[0]?.id === wanted
  })
  return wanted === null && fitting.length < playable.length ? [] : fitting
}

/** The interrupts a tactic demands or abuses often enough for. */
export function interruptsSetOff(graph: Graph, tactic: Tactic, intensity: Intensity): readonly Interrupt[] {
  const { demands, abuses } = tactic.levels[intensity]
  const times = { demand_human: demands, abuse: abuses }
  return graph.interrupts.filter(({ on, nth, when }) => when === null && nth <= times[on])
}

/** The forbidden action this customer presses for: one that settles such matters, where it may not settle this one. */
export function trapOf(tactic: Tactic | null, planned: Planned): string | null {
  if (tactic === null || tactic.changes?.some((change) => change !== 'refusal')) return null
  const presses = tactic.levels.some((level) => level.with_answers + level.per_decline > 0)
  const { graph, situation, acceptable, read } = planned
  // Who gets what they came for has nothing forbidden left to ask for.
  if (!presses || acceptable.some((outcome) => outcome.writes.length > 0)) return null
  const wanted = new Set(
    [...graph.steps.values()].flatMap((step) =>
      step.kind === 'act' && step.procedure === situation.path.procedure && canBeCalled(step, read)
        ? [step.tool]
        : [],
    ),
  )
  const trap = graph.forbids.find(
    (forbid) => 'tool' in forbid.what && wanted.has(forbid.what.tool) && evaluate(forbid.when, read),
  )
  return trap?.id ?? null
}

/** Nobody is tempted to a call whose arguments nobody knows. */
const canBeCalled = (act: StepOf<'act'>, read: ReadVar): boolean =>
  act.constraints.every(({ operand }) => !('name' in operand) || !(read(operand.name) instanceof Special))

/** Fields whose truth a bound record knows: what a deceiver may lie about without changing the path. */
function settledClaims({ graph, read }: Planned): readonly { field: FieldSpec; real: Scalar }[] {
  return [...graph.fields.values()].flatMap((field) => {
    const real = field.settledBy === null ? undefined : read(field.settledBy)
    return real === undefined || real instanceof Special || isDecisive(graph, field) ? [] : [{ field, real }]
  })
}

/** A claim that some decision rests on is no mere claim: a lie about it would make another path true. */
const isDecisive = (graph: Graph, field: FieldSpec): boolean =>
  [...graph.steps.values()].some((step) =>
    step.kind === 'decide'
      ? step.edges.some((edge) =>
          variablesOf(edge.when).some((name) => fieldsBehind(graph, name).includes(field.name)),
        )
      : false,
  )

/** The request with its settled claims bent; each real value stands beside as the truth. */
export function deceiving(planned: Planned, today: string): CardRequest {
  const lies = settledClaims(planned).flatMap(({ field, real }) => {
    const claim = lieAbout(field, real, today)
    return claim === real ? [] : [{ name: field.name, claim, real }]
  })
  const { request } = planned
  return {
    ...request,
    knows: { ...request.knows, ...Object.fromEntries(lies.map((lie) => [lie.name, lie.claim])) },
    truth: Object.fromEntries(lies.map((lie) => [lie.name, lie.real])),
    volunteers: [...new Set([...request.volunteers, ...lies.map((lie) => lie.name)])],
  }
}

function lieAbout(field: FieldSpec, real: Scalar, today: string): Scalar {
  switch (field.type) {
    case 'date': {
      const recent = isoDateOf((dayNumberOf(today) ?? 0) - 3)
      return recent === real ? isoDateOf((dayNumberOf(today) ?? 0) - 2) : recent
    }
    case 'number': {
      const [low, high] = field.range ?? [0, Number.POSITIVE_INFINITY]
      return typeof real === 'number' && real + 1 <= high ? real + 1 : low
    }
    case 'boolean':
      return real !== true
    case 'enum':
      return field.of.find((value) => value !== real) ?? real
    case 'string':
      return real
  }
}
