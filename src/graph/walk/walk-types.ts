import type { AgentAct, CustomerMove } from '../../base/values/acts.ts'
import type { Read, RowChange, ToolRole } from '../../base/values/desk-facts.ts'
import type { StepId } from '../../base/values/ids.ts'
import type { Row, Scalar, Value } from '../../base/values/value.ts'
import type { Said } from '../../text/said/words.ts'

/**
 * What goes into a walk and what comes out of it. Numbers `n` are the transcript's event numbers.
 * The rules behind every word here are docs/spec/graph.md.
 */

export type WalkEvent =
  | { readonly type: 'customer'; readonly n: number; readonly moves: readonly CustomerMove[] }
  /** one agent message with the acts its words did, and the words, which are asked for must_say, holds and says */
  | { readonly type: 'said'; readonly n: number; readonly acts: readonly AgentAct[]; readonly said: Said }
  | {
      readonly type: 'called'
      readonly n: number
      readonly tool: string
      readonly input: Readonly<Record<string, unknown>>
      readonly ok: boolean
      readonly reads: readonly Read[]
      readonly changes: readonly RowChange[]
    }

/**
 * What the walk may ask of its surroundings. The rule engine answers from the replayed world; an instrument from what its
 * own calls returned. While `take` runs they still answer as before its event, afterwards as after it: an action is judged
 * in the state it was taken in (A5).
 */
export type Surroundings = {
  readonly today: string
  readonly role: (tool: string) => ToolRole | undefined
  /** the table's key column */
  readonly keyOf: (table: string) => string
  /** the row as it is now, looked up or not: read by forbids and constraints */
  readonly row: (table: string, column: string, value: Scalar) => Row | null
  /** can this write still be made? undefined: nobody knows (A6) */
  readonly possible: (tool: string, input: Readonly<Record<string, unknown>>) => boolean | undefined
}

export type ActionClass = 'due' | 'permitted' | 'premature' | 'off-path' | 'forbidden' | 'unknown'

/** One action of the agent, judged in the state it was taken in, and never again (A5). */
export type JudgedAction = {
  readonly n: number
  readonly what: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> } | AgentAct
  readonly class: ActionClass
  /** the request it belongs to (R1) */
  readonly request: string | null
  /** the step it does, or would have done */
  readonly step: StepId | null
  /** premature: the open steps it jumped; off-path: none */
  readonly open: readonly StepId[]
  /** off-path: the guard or constraint that is false, in the author's words, with the values it read */
  readonly because: string | null
  /** forbidden: ids of the forbids whose guard held */
  readonly forbids: readonly string[]
}

export type DueStep = {
  readonly request: string
  readonly step: StepId
  /** A6: a wrong write made this act impossible; a handover is due in its place */
  readonly instead?: 'handover'
}

/** Where a request stands. */
export type RequestView = {
  readonly id: string
  readonly intent: string
  readonly procedure: string | null
  readonly withdrawn: boolean
  readonly fields: ReadonlyMap<string, Value>
  /** decisions made so far, in walk order, with the edge taken and the values read */
  readonly decided: readonly { readonly step: StepId; readonly edge: string; readonly n: number }[]
  /** steps satisfied on the walk so far, in walk order, with the event that satisfied each */
  readonly satisfied: readonly { readonly step: StepId; readonly n: number }[]
  /** every step on the walk so far, detours first, then the procedure, in walk order */
  readonly walked: readonly StepId[]
  /** a wrong write was made: no tell is owed any more (A6) */
  readonly tellsWaived: boolean
  /** confirms on the walk that got their yes, with what was agreed to and the event of the yes */
  readonly agreed: readonly {
    readonly step: StepId
    readonly arguments: Readonly<Record<string, Scalar>>
    readonly n: number
  }[]
}

/** The walk of one conversation. Deterministic and closed: no clock, no chance, nothing outside it changes. */
export type Walk = {
  /** takes the next event; returns the agent actions in it, judged in the state before each */
  take(event: WalkEvent): readonly JudgedAction[]
  /** steps due now, over all requests not withdrawn, in walk order */
  due(): readonly DueStep[]
  /** would a close call or sign-off be due now? Also where no step stands for it: nothing left to do, or handed over (W4) */
  ending(): boolean
  requests(): readonly RequestView[]
  /** fields the next open decision of each request reads: the relevant ones for field accuracy */
  relevant(): readonly { readonly request: string; readonly field: string }[]
}

/** A walk that can also be asked what would be: for whoever judges words that may be read in more than one way. */
export type JudgingWalk = Walk & {
  /** how an act of words would be judged now, without taking it */
  peek(act: AgentAct, said: Said): ActionClass
  /**
   * acts, handovers and tells that stand undone on every way to the end that is still open, the first on each: whatever
   * question, look-up or yes comes before them. What whoever closes now leaves undone.
   */
  owed(): readonly DueStep[]
  /** The back office changed, and no event said so: what is due may be another thing now. */
  forget(): void
}
