import type { AgentAct } from '../../src/base/values/acts.ts'
import type { ToolRole } from '../../src/base/values/desk-facts.ts'
import type { StepId } from '../../src/base/values/ids.ts'
import type { Value } from '../../src/base/values/value.ts'
import type { Graph, Procedure } from '../../src/graph/model/graph.ts'
import type { JudgedAction, Surroundings, WalkEvent } from '../../src/graph/walk/walk-types.ts'

/**
 * All the reference walk remembers: what happened, and what was found at the moment it happened (A5: judged once).
 * Lists only ever grow; everything else is worked out from them anew at each question.
 */
export type History = {
  readonly graph: Graph
  readonly around: Surroundings
  readonly events: WalkEvent[]
  readonly requests: Request[]
  /** claims, lacks, and refusals by attempts, in order; `request: null` for an identity field */
  readonly said: {
    readonly n: number
    readonly request: string | null
    readonly field: string
    readonly value: Value
  }[]
  /** V6: a field or column took another value; `spares`: steps before the round the change belongs to */
  readonly changes: {
    readonly n: number
    readonly request: string
    readonly base: string
    readonly spares: ReadonlySet<StepId>
  }[]
  readonly deeds: Deed[]
  /** decisions made; an unmaking ends the latest one */
  readonly makings: Making[]
  /** the walk took a loop's edge for the first time since its decision was last made */
  readonly takings: {
    readonly request: string
    readonly edge: string
    readonly making: number
    readonly n: number
  }[]
  readonly choices: {
    readonly request: string
    readonly step: StepId
    readonly making: number
    readonly edge: string
    readonly n: number
  }[]
  /** customer acts that may interrupt, in the request they fell into */
  readonly outbursts: {
    readonly n: number
    readonly request: string
    readonly on: 'demand_human' | 'abuse'
  }[]
  readonly fired: { readonly n: number; readonly request: string; readonly interrupt: string }[]
}

export type Request = {
  readonly id: string
  readonly intent: string
  readonly procedure: Procedure | null
  readonly opened: number
  withdrawn: boolean
  /** the event that withdrew it */
  gone: number
  /** the steps satisfied on its walk when it was withdrawn: it stands still, but what happened has happened */
  stoodAt: readonly StepId[]
}

/** One action of the agent with its judgement, and which acts' constraints its arguments met at that moment. */
export type Deed = {
  readonly n: number
  readonly judged: JudgedAction
  readonly ok: boolean
  readonly meets: ReadonlySet<StepId>
  readonly text: string
} & (
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly role: ToolRole | undefined
      readonly input: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'act'; readonly act: AgentAct }
)

export type Making = {
  readonly request: string
  readonly step: StepId
  readonly n: number
  /** the edges that held: one, or with `choice: agent` perhaps several */
  readonly edges: readonly string[]
  /** not the first making of this decision in this request */
  readonly again: boolean
  /** the event that unmade it */
  unmade: number | null
}

export const emptyHistory = (graph: Graph, around: Surroundings): History => ({
  graph,
  around,
  events: [],
  requests: [],
  said: [],
  changes: [],
  deeds: [],
  makings: [],
  takings: [],
  choices: [],
  outbursts: [],
  fired: [],
})

export const liveRequests = (history: History): readonly Request[] =>
  history.requests.filter((request) => !request.withdrawn)
export const latestLive = (history: History): Request | undefined => liveRequests(history).at(-1)

export const handedOver = (history: History): boolean =>
  history.deeds.some((deed) => deed.kind === 'call' && deed.role === 'handover' && deed.ok)
