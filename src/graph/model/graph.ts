import type { Place } from '../../base/files/problem.ts'
import type { Guard, VarName } from '../../base/guards/guard.ts'
import type { TellAct } from '../../base/values/acts.ts'
import type { ClauseId, StepId } from '../../base/values/ids.ts'
import type { Scalar, Value } from '../../base/values/value.ts'
import type { SopDocument } from '../../sop/sop.ts'
import type { Hold } from './hold.ts'
import type { TimeUnit } from './time-unit.ts'

/**
 * The Dynamic Dialogue Graph after loading. In: graph.yaml and the SOP. Out: plain data that the walk, the checker and
 * the planner read. Sub-procedures are inlined and loops unrolled to their bound, so the steps form a DAG and no
 * algorithm here needs a visited set for correctness. It must not know worlds, cases or transcripts.
 */
export type Graph = {
  readonly sop: SopDocument
  readonly fields: ReadonlyMap<string, FieldSpec>
  readonly records: ReadonlyMap<string, RecordSpec>
  readonly derived: ReadonlyMap<string, DerivedSpec>
  readonly procedures: readonly Procedure[]
  /** every step after expansion, in file order; keys are step ids */
  readonly steps: ReadonlyMap<StepId, Step>
  readonly forbids: readonly Forbid[]
  readonly interrupts: readonly Interrupt[]
  readonly waived: readonly Waiver[]
}

export type Procedure = {
  readonly id: string
  readonly for: Guard
  readonly start: StepId
  readonly at: Place
}

export type FieldType = 'enum' | 'string' | 'number' | 'boolean' | 'date'
export type FieldSpec = {
  readonly name: string
  readonly type: FieldType
  /** the values of an enum */
  readonly of: readonly string[]
  /** a number's range, inclusive */
  readonly range: readonly [number, number] | null
  readonly mayBe: readonly ('refused' | 'unavailable')[]
  /** the record column that settles the fact: the claim is only a claim (V1) */
  readonly settledBy: VarName | null
  /** said once, serves every request of the conversation (R1) */
  readonly identity: boolean
  /** said in an earlier request, serves later ones that name no other (R1) */
  readonly shared: boolean
  readonly at: Place
}

/** `order: { from: orders, by: fields.order_id, on: order_id }`: the row of `from` whose column `on` equals `by` */
export type RecordSpec = {
  readonly name: string
  readonly from: string
  readonly by: VarName
  /** column compared with `by`; null: the table's key */
  readonly on: string | null
  /** pack check proves that the row exists whenever its key does */
  readonly required: boolean
  readonly at: Place
}

export type DerivedSpec = { readonly name: string; readonly at: Place } & (
  | /** whole units of time from `of` to today (`since`) or from today to `of` (`until`) */
  {
      readonly kind: 'since' | 'until'
      readonly of: VarName
      readonly unit: TimeUnit
      readonly range: readonly [number, number]
    } /** numeric difference */
  | {
      readonly kind: 'minus'
      readonly of: VarName
      readonly minus: VarName
      readonly range: readonly [number, number]
    } /** do two variables hold the same data? with a Special on either side: false */
  | { readonly kind: 'same'; readonly of: VarName; readonly as: VarName }
)

type StepBase = {
  readonly id: StepId
  readonly procedure: string
  /** the step as written in the file: `procedure/step`; loop copies and inlined steps share it. Coverage counts these. */
  readonly source: string
  readonly cites: readonly ClauseId[]
  /** steps of the same procedure that, where the walk passed them, must be satisfied first */
  readonly needs: readonly StepId[]
  /** 1 outside loops and in a loop's first round. From 2 on only deeds after the round began satisfy the step. */
  readonly round: number
  readonly at: Place
}
export type Step = StepBase &
  (
    | {
        readonly kind: 'learn'
        readonly field: string
        readonly attemptsMax: number | null
        readonly next: StepId
      }
    | { readonly kind: 'check'; readonly record: string; readonly tool: string; readonly next: StepId }
    | { readonly kind: 'decide'; readonly choice: 'graph' | 'agent'; readonly edges: readonly Edge[] }
    | {
        readonly kind: 'confirm'
        readonly step: StepId
        readonly attemptsMax: number | null
        readonly next: StepId
        /** null: a no withdraws the request */
        readonly ifRefused: StepId | null
      }
    | {
        readonly kind: 'act'
        readonly tool: string
        readonly constraints: readonly Constraint[]
        readonly next: StepId
      }
    | {
        readonly kind: 'tell'
        readonly act: TellAct
        readonly about: string | null
        /** wordings that the SOP puts in quotation marks: one of them, word for word */
        readonly mustSay: readonly string[]
        /** values that have to stand in the words, all of them */
        readonly holds: readonly Hold[]
        readonly next: StepId
      }
    | { readonly kind: 'handover'; readonly reason: string }
    | { readonly kind: 'end' }
    /** the end of an interrupt's detour: the walk goes on where it was */
    | { readonly kind: 'resume' }
  )
export type StepKind = Step['kind']
export type StepOf<Kind extends StepKind> = Extract<Step, { kind: Kind }>

export type Edge = {
  /** `step>target` plus a number where two edges share both ends */
  readonly id: string
  /** for `otherwise`, the negation of all others */
  readonly when: Guard
  readonly otherwise: boolean
  readonly to: StepId
  /** this edge begins round `round` of a loop (2 or more) */
  readonly loops: boolean
  readonly at: Place
}

/** one argument of a write, compared with a variable or a constant */
export type Constraint = {
  readonly argument: string
  readonly is: '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in'
  readonly operand:
    | { readonly name: VarName }
    | { readonly value: Value }
    | { readonly values: readonly Scalar[] }
  readonly text: string
}

export type Forbid = {
  readonly id: string
  /** free_goods, enabled_fraud, wrongful_cancellation, or the pack's own */
  readonly kind: string
  readonly what:
    | { readonly tool: string }
    | { readonly act: TellAct; readonly about: string | null }
    | /** that value stands in an agent message */ { readonly says: VarName }
  readonly when: Guard
  readonly cites: readonly ClauseId[]
  readonly at: Place
}

/** something the customer may do anywhere, with steps that answer it */
export type Interrupt = {
  readonly id: string
  readonly on: 'demand_human' | 'abuse'
  readonly when: Guard | null
  /** fires on the nth act of its kind in a request, once (1: the first) */
  readonly nth: number
  readonly start: StepId
  readonly cites: readonly ClauseId[]
  readonly at: Place
}

export type Waiver = { readonly clause: ClauseId; readonly because: string; readonly at: Place }
