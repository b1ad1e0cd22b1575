import type { LabelledMessage, LabelledUnit } from './labelled-units.ts'
import { rowAt, type Table, tableOf, wholeTableOf } from './table.ts'
import { BOTH } from './trained/kind-heads.ts'
import { HEADS, PLACED } from './trained/kinds-of-heads.ts'
import { FEATURES } from './trained/nearness.ts'
import { SECOND } from './trained/second-look.ts'
import { patternsOf } from './trained/word-patterns.ts'

/** Directions that states are reduced to before heads are learned from them: all of them would take hours. */
export const KEPT = 96

/** What is known of every unit, by its number. Filled step by step, by several threads. */
export type Material = {
  readonly buckets: Table<Int32Array>
  readonly bucketWeights: Table
  readonly states: Table
  readonly context: Table
  readonly near: Table
  /** logits of heads, by models that have not seen the group of the unit */
  readonly heads: Table
  /** logits of both looks: kind by kind, place by place */
  readonly first: Table
  readonly second: Table
  readonly secondRows: Table
}

export function emptyMaterial(
  units: readonly LabelledUnit[],
  pieces: (unit: LabelledUnit) => number,
): Material {
  const patterns = units.map(patternsOf)
  const lengths = patterns.map(({ buckets }) => buckets.length)
  const material = {
    buckets: wholeTableOf(lengths),
    bucketWeights: tableOf(lengths),
    states: tableOf(units.map((unit) => KEPT * pieces(unit))),
    context: tableOf(units.map(() => BOTH)),
    heads: tableOf(units.map(() => 2 * HEADS.length)),
    near: tableOf(units.map(({ message }) => FEATURES * message.places.length)),
    first: tableOf(units.map(({ message }) => PLACED.length * message.places.length)),
    second: tableOf(units.map(({ message }) => PLACED.length * message.places.length)),
    secondRows: tableOf(units.map(({ message }) => SECOND * message.places.length)),
  }
  for (const [at, { buckets, weights }] of patterns.entries()) {
    material.buckets.numbers.set(buckets, material.buckets.starts[at])
    material.bucketWeights.numbers.set(weights, material.bucketWeights.starts[at])
  }
  return material
}

/** The logits of a look, a list for each kind. */
export const looksAt = (table: Table, { id, message }: LabelledUnit): readonly Float32Array[] => {
  const all = rowAt(table, id)
  return PLACED.map((_, kind) =>
    all.subarray(kind * message.places.length, (kind + 1) * message.places.length),
  )
}

/** A message and the group it is left out with: of desks, of writers, of styles. Null: whatever has learned from all reads it. */
export type Grouped = { readonly message: LabelledMessage; readonly group: number | null }
