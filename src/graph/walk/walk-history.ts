import type { ToolRole } from '../../base/values/desk-facts.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Scalar, Value } from '../../base/values/value.ts'
import type { Edge, Interrupt, Step } from '../model/graph.ts'
import type { Area, Decision, GraphIndex } from './walk-index.ts'
import type { KnownRow, Shown } from './walk-rows.ts'
import type { JudgedAction, Surroundings, WalkEvent } from './walk-types.ts'

/**
 * All that the walk remembers: what happened, and what was found at the moment it happened (A5). Never changed: an event makes
 * the next one. Every question is worked out from it, so that there is nothing to be kept in step.
 */
export type History = {
  readonly index: GraphIndex
  readonly around: Surroundings
  readonly events: readonly WalkEvent[]
  readonly said: readonly Claim[]
  /** what reads returned and the agent's own writes left */
  readonly shown: readonly Shown[]
  readonly deeds: readonly Deed[]
  /** in the order they were opened */
  readonly requests: readonly Request[]
}

/** What was said of a field, also if it was said before; `request: null` for an identity field. */
export type Claim = {
  readonly n: number
  readonly request: string | null
  readonly field: string
  readonly value: Value
  /** the value comes from earlier requests (R1) */
  readonly takenOver: boolean
}

/** One action of the agent with its judgement. */
export type Deed = {
  readonly judged: JudgedAction
  readonly ok: boolean
  /** of a call */
  readonly role: ToolRole | undefined
  /** of a proposal: the acts whose constraints the arguments it names met (S4) */
  readonly meets: readonly StepId[]
}

export type Arguments = Readonly<Record<string, Scalar>>

/** One request (R1), and where it stands. */
export type Request = {
  readonly id: string
  readonly intent: string
  readonly procedure: string | null
  readonly opened: number
  /** of its procedure, if one is for this intent */
  readonly area: Area | undefined
  /** the same, and of every interrupt */
  readonly areas: readonly Area[]
  readonly withdrawn: boolean
  /** customer acts that may interrupt (W3) */
  readonly upset: readonly { readonly on: Interrupt['on']; readonly n: number }[]
  readonly records: ReadonlyMap<string, BoundCheck>
  readonly made: ReadonlyMap<StepId, Made>
  /** decisions that were made before: their next making is a re-making (A7) */
  readonly unmade: ReadonlySet<StepId>
  readonly changes: readonly Change[]
  /** of the detours, the latest fired in front, and last of the procedure (W3) */
  readonly walks: readonly Walked[]
}

/** A record of one request as known now (V2, V4). */
export type BoundCheck = {
  readonly key: Value
  readonly row: KnownRow | null
  /** the row is known only because the agent changed it: nobody has said that it is there */
  readonly unseen: boolean
  readonly settled: boolean
  /** event at which it became settled with this key */
  readonly since: number
  /** the reads that settle it; none where there is nothing to look up */
  readonly reads: readonly number[]
}

/** A decision made (V3). */
export type Made = {
  readonly decision: Decision
  readonly n: number
  readonly remade: boolean
  /** the edges that held; more than one with `choice: agent` */
  readonly edges: readonly Edge[]
  /** of the variables it reads */
  readonly values: ReadonlyMap<string, Value>
  readonly chosen: { readonly edge: Edge; readonly n: number } | null
  /** first event at which the walk left it by a loop edge (W5) */
  readonly looped: number | null
}

/** A variable changed (V6). For the steps of `area` it counts only after `beyond`, a learn or check of a later round, if there is one. */
export type Change = {
  readonly n: number
  readonly variable: string
  readonly area: Area
  readonly beyond: StepId | null
}

/** A procedure or a detour walked, along each edge of a choice that the agent has not made (S3). */
export type Walked = {
  readonly area: Area
  /** opening of the request or firing of the interrupt */
  readonly from: number
  readonly ways: readonly Way[]
}
export type Way = {
  /** up to the step it stopped at */
  readonly visits: readonly Visit[]
  /** unmade choices, with the edge taken here */
  readonly choices: readonly { readonly step: StepId; readonly edge: Edge }[]
}
/** A step together with what the way to it brings along (S8). */
export type Front = {
  readonly step: Step
  /** opening or firing, and the last re-making of a decision passed */
  readonly since: number
  /** beginning of the latest loop round entered */
  readonly round: number | null
  /** confirms answered on the way: what was proposed before is theirs (S4) */
  readonly answered: readonly { readonly tool: string | undefined; readonly n: number }[]
}
export type Visit = Front & {
  /** the event that satisfied it; null: not yet (a passed confirm without one was refused) */
  readonly satisfied: number | null
  /** a confirm that got its yes: what was agreed to */
  readonly agreed: Arguments | null
}

export const liveRequests = ({ requests }: History): readonly Request[] =>
  requests.filter(({ withdrawn }) => !withdrawn)

/** Learns, checks and tells are passed open; anything else stops the walk until it is satisfied. */
export const isOpen = ({ step, satisfied }: Visit): boolean =>
  satisfied === null && (step.kind === 'learn' || step.kind === 'check' || step.kind === 'tell')

export const nothingOpen = ({ visits }: Pick<Way, 'visits'>): boolean => !visits.some(isOpen)

export const stopOf = ({ visits }: Way): Visit | undefined => visits.at(-1)

export const isOn = (visits: readonly Visit[], id: StepId): boolean =>
  visits.some(({ step }) => step.id === id)

/** All visits on a request's walks, those before an unmade choice once for each of its ways. */
export const visitsOf = ({ walks }: Pick<Request, 'walks'>): readonly Visit[] =>
  walks.flatMap(({ ways }) => ways.flatMap(({ visits }) => visits))

/** The edge a made decision is left by; undefined while the agent has a choice. */
export const edgeOf = (made: Made): Edge | undefined =>
  made.edges.length > 1 ? made.chosen?.edge : made.edges[0]
