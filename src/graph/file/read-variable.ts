import type { ReadVar } from '../../base/guards/guard.ts'
import { memoText } from '../../base/memo.ts'
import { dayNumberOf } from '../../base/values/iso-date.ts'
import { ABSENT, type Row, type Scalar, Special, UNKNOWN, type Value } from '../../base/values/value.ts'
import type { DerivedSpec, Graph } from '../model/graph.ts'
import { countBetween } from '../model/time-unit.ts'

/** Where the values behind variables come from: claims, rows, and what day it is. */
export type Sources = {
  readonly today: string
  readonly field: (name: string) => Value
  readonly row: (table: string, column: string, value: Scalar) => Row | null
  readonly keyOf: (table: string) => string
  readonly done: (step: string) => boolean
}

/** Reads any variable of a graph (V1, V2, V8) from the given sources. */
export function variableReader(graph: Graph, sources: Sources): ReadVar {
  const record = (name: string): Row | null => {
    const spec = graph.records.get(name)
    if (spec === undefined) return null
    const key = read(spec.by)
    return key instanceof Special ? null : sources.row(spec.from, spec.on ?? sources.keyOf(spec.from), key)
  }
  const read = recordReader(graph, { ...sources, record })
  return read
}

/** The same for somebody who knows which row each record is bound to. */
export function recordReader(
  graph: Graph,
  sources: Pick<Sources, 'today' | 'field' | 'done'> & { readonly record: (name: string) => Row | null },
): ReadVar {
  const read: ReadVar = (variable) => {
    const { kind, name, column } = partsOf(variable)
    if (kind === 'fields') return sources.field(name)
    // A step of an inlined procedure has a dot in its name: done.who.look.
    if (kind === 'done') return sources.done(variable.slice('done.'.length))
    if (kind === 'derived') return derive(graph.derived.get(name), read, sources.today)
    const row = sources.record(name)
    if (row === null) return ABSENT
    return column === undefined ? true : (row[column] ?? ABSENT)
  }
  return read
}

type Parts = { readonly kind: string; readonly name: string; readonly column: string | undefined }

/** Graphs have few variables, and every guard reads them again. */
export const partsOf = memoText((variable): Parts => {
  const [kind = '', name = '', column] = variable.split('.')
  return { kind, name, column }
})

export function derive(spec: DerivedSpec | undefined, read: ReadVar, today: string): Value {
  if (spec === undefined) return ABSENT
  const of = read(spec.of)
  switch (spec.kind) {
    case 'same': {
      const as = read(spec.as)
      if (of === UNKNOWN || as === UNKNOWN) return UNKNOWN
      return !(of instanceof Special) && of === as
    }
    case 'minus': {
      const less = read(spec.minus)
      if (of === UNKNOWN || less === UNKNOWN) return UNKNOWN
      return typeof of === 'number' && typeof less === 'number' ? of - less : ABSENT
    }
    default: {
      if (of === UNKNOWN) return UNKNOWN
      if (typeof of !== 'string') return ABSENT
      const [day, now] = [dayNumberOf(of), dayNumberOf(today)]
      if (day === null || now === null) return ABSENT
      return spec.kind === 'since' ? countBetween(spec.unit, day, now) : countBetween(spec.unit, now, day)
    }
  }
}
