import type { Value } from '../values/value.ts'

/**
 * The guard language after parsing: CEL on the surface, a tree of comparisons of one variable with constants inside
 * (V5). So evaluation cannot hang or fail, and completeness and boundaries are decided exactly.
 */

/** `fields.x`, `records.r` (the row itself: compared with `absent` only), `records.r.column`, `derived.d`, `done.step` */
export type VarName = string

export type CompareOp = '==' | '!=' | '<' | '<=' | '>' | '>='

export type Guard =
  | { readonly op: 'and' | 'or'; readonly of: readonly Guard[]; readonly text: string }
  | { readonly op: 'not'; readonly of: Guard; readonly text: string }
  | {
      readonly op: 'compare'
      readonly name: VarName
      readonly is: CompareOp
      readonly value: Value
      readonly text: string
    }
  | { readonly op: 'in'; readonly name: VarName; readonly values: readonly Value[]; readonly text: string }
  | { readonly op: 'constant'; readonly value: boolean; readonly text: string }

export type ReadVar = (name: VarName) => Value
