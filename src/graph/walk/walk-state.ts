import type { StepId } from '../../base/values/ids.ts'
import type { Value } from '../../base/values/value.ts'
import type { Edge, Interrupt, Step } from '../model/graph.ts'
import type { Arguments, Deeds, Turn } from './walk-deeds.ts'
import type { Area, Decision, GraphIndex } from './walk-index.ts'
import type { KnownRow, KnownRows } from './walk-rows.ts'
import type { Surroundings } from './walk-types.ts'

/** The state of a walk. Mutable, and known to nobody but the walk's own files: what others see is `RequestView`. */
export type Conversation = {
  readonly index: GraphIndex
  readonly around: Surroundings
  readonly rows: KnownRows
  readonly identity: Map<string, WalkClaims>
  /** in the order they were opened */
  readonly requests: Map<string, Request>
  /** events of successful handover calls (W4) */
  readonly handovers: number[]
  /** what the agent has said since the customer's last message */
  turn: Turn
}

/** One request (R1): its own fields, bindings, deeds and walks. */
export type Request = {
  readonly id: string
  readonly intent: string
  readonly procedure: string | null
  readonly opened: number
  readonly fields: Map<string, WalkClaims>
  /** shared fields whose value comes from earlier requests (R1) */
  readonly takenOver: Set<string>
  records: ReadonlyMap<string, BoundCheck>
  readonly deeds: Deeds
  /** the walk of its procedure; null where no procedure is for this intent */
  readonly main: Walker | null
  /** one for each interrupt of the graph, in file order, fired or not */
  readonly detours: readonly Walker[]
  /** the main one, if there is one, and the detours */
  readonly walkers: readonly Walker[]
  /** customer acts of each kind so far (W3) */
  readonly counted: Map<string, number>
  withdrawn: boolean
}

/** What was said of one field, and when: every claim, refusal and lack, also a repeated one. */
export type WalkClaims = { value: Value; readonly at: number[] }

/** A record of one request as known now (V2, V4). */
export type BoundCheck = {
  readonly key: Value
  readonly row: KnownRow | null
  /** the row is known only because the agent changed it: nobody has said that it is there */
  readonly unseen: boolean
  readonly settled: boolean
  /** event at which it became settled with this key */
  readonly since: number
  /** last read that settles it; 0: none was needed, there is nothing to look up */
  readonly readAt: number
}

/** The walk of one procedure, or of one interrupt's detour, in one request. */
export type Walker = {
  readonly area: Area
  readonly interrupt: Interrupt | null
  /** opening of the request or firing of the interrupt; null: not fired */
  from: number | null
  readonly made: Map<StepId, Made>
  /** decisions that were made before: their next making is a re-making (A7) */
  readonly unmade: Set<StepId>
  readonly changes: Map<string, Change[]>
  /** null until it is on */
  way: Way | null
}

/** A decision made (V3). */
export type Made = {
  readonly decision: Decision
  readonly n: number
  readonly remade: boolean
  /** the edges that held; more than one with `choice: agent` */
  readonly edges: readonly Edge[]
  /** the values of what the decision reads, in its order */
  readonly values: readonly Value[]
  chosen: { readonly edge: Edge; readonly n: number } | null
  /** first event at which the walk left it by a loop edge (W5) */
  looped: number | null
}

/** A variable changed (V6). It concerns only steps after `beyond`, a learn or check of a later round, if there is one. */
export type Change = { readonly n: number; readonly beyond: StepId | null }

/** A stretch of the walk. It ends where the walk stopped, or forks at a choice the agent has not made (S3). */
export type Way = {
  readonly parent: Way | null
  /** the edge of the unmade choice that leads here */
  readonly edge: Edge | null
  readonly visits: Visit[]
  /** where to go on: the step the walk stopped at, or the next one */
  next: Front
  /** the step it stopped at; null while it goes on */
  stop: Visit | null
  forks: readonly Way[]
}
/** A step together with what the way to it brings along (S8). */
export type Front = {
  readonly step: StepId
  /** opening or firing, and the last re-making of a decision passed */
  readonly since: number
  /** beginning of the latest loop round entered */
  readonly round: number | null
  /** confirms answered on the way: what was proposed before is theirs (S4) */
  readonly answered: Answered | null
}
export type Answered = { readonly tool: string; readonly n: number; readonly before: Answered | null }
export type Visit = {
  readonly step: Step
  readonly front: Front
  /** the event that satisfied it; null: not yet (a passed confirm without one was refused) */
  satisfied: number | null
  /** a confirm that got its yes: what was agreed to */
  agreed: Arguments | null
}

export const waysOf = (way: Way): readonly Way[] => [way, ...way.forks.flatMap(waysOf)]

/** Learns, checks and tells are passed open; anything else stops the walk until it is satisfied. */
export const isOpen = ({ step, satisfied }: Visit): boolean =>
  satisfied === null && (step.kind === 'learn' || step.kind === 'check' || step.kind === 'tell')

/** Is everything on the way that leads here satisfied? */
export const nothingOpen = (way: Way): boolean =>
  !way.visits.some(isOpen) && (way.parent === null || nothingOpen(way.parent))

export const placeOn = (way: Way, id: StepId): number => way.visits.findIndex(({ step }) => step.id === id)

/** The visit of a step on the way that leads here. */
export const visitOn = (way: Way, id: StepId): Visit | undefined =>
  way.visits[placeOn(way, id)] ?? (way.parent === null ? undefined : visitOn(way.parent, id))

/** Is one of these steps satisfied, on any of the ways of a request's walks? */
export const isSatisfied = ({ walkers }: Request, steps: readonly StepId[]): boolean =>
  walkers.some(
    ({ way: root }) =>
      root !== null &&
      waysOf(root).some(({ visits }) =>
        visits.some(({ step, satisfied }) => satisfied !== null && steps.includes(step.id)),
      ),
  )
