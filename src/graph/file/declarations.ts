import { type Place, type Problem, problem } from '../../base/files/problem.ts'
import { didYouMean, unknownName } from '../../base/files/suggest.ts'
import type { PlaceOf } from '../../base/files/yaml-file.ts'
import type { VarName } from '../../base/guards/guard.ts'
import type { VarTable, VarType } from '../../base/guards/guard-types.ts'
import type { DerivedSpec, FieldSpec, Graph, RecordSpec } from '../model/graph.ts'
import type { ColumnFacts, GraphFacts } from '../model/graph-facts.ts'
import type { GraphFile } from './graph-file.ts'
import { partsOf } from './read-variable.ts'

/** The declared variables of a graph, before its steps. */
export type Declarations = Pick<Graph, 'fields' | 'records' | 'derived'>

type From = { readonly file: GraphFile; readonly placeOf: PlaceOf; readonly facts: GraphFacts }

/** C7 for fields, records and derived variables: what they name exists and has a fitting type. */
export function readDeclarations(from: From): {
  readonly declared: Declarations
  readonly problems: readonly Problem[]
} {
  const fields = new Map(
    Object.entries(from.file.fields).map(([name, raw]) => [name, fieldOf(name, raw, from.placeOf)]),
  )
  const records = new Map(
    Object.entries(from.file.records ?? {}).map(([name, raw]) => [name, recordOf(name, raw, from.placeOf)]),
  )
  const derived = new Map(
    Object.entries(from.file.derived ?? {}).map(([name, raw]) => [name, derivedOf(name, raw, from.placeOf)]),
  )
  const declared: Declarations = { fields, records, derived }
  const table = variableTable(declared, from.facts)
  const problems = [
    ...[...fields.values()].flatMap((field) => fieldProblems(field, table)),
    ...[...records.values()].flatMap((record) => recordProblems(record, { table, facts: from.facts })),
    ...recordCycles(records),
    ...[...derived.values()].flatMap((spec) => derivedProblems(spec, table)),
  ]
  return { declared, problems }
}

function fieldOf(name: string, raw: GraphFile['fields'][string], placeOf: PlaceOf): FieldSpec {
  return {
    name,
    type: raw.type,
    of: raw.of ?? [],
    range: raw.range ?? null,
    mayBe: [...new Set(raw.may_be ?? [])],
    settledBy: raw.settled_by ?? null,
    identity: raw.identity ?? false,
    shared: raw.shared ?? false,
    at: placeOf(['fields', name]),
  }
}

function recordOf(
  name: string,
  raw: NonNullable<GraphFile['records']>[string],
  placeOf: PlaceOf,
): RecordSpec {
  const at = placeOf(['records', name])
  return { name, from: raw.from, by: raw.by, on: raw.on ?? null, required: raw.required ?? false, at }
}

function derivedOf(
  name: string,
  raw: NonNullable<GraphFile['derived']>[string],
  placeOf: PlaceOf,
): DerivedSpec {
  const at = placeOf(['derived', name])
  if ('since' in raw) return { name, at, kind: 'since', of: raw.since, unit: raw.unit, range: raw.range }
  if ('until' in raw) return { name, at, kind: 'until', of: raw.until, unit: raw.unit, range: raw.range }
  if ('same' in raw) return { name, at, kind: 'same', of: raw.same[0], as: raw.same[1] }
  return { name, at, kind: 'minus', of: raw.of, minus: raw.minus, range: raw.range }
}

/** Every variable with its type; `done` lists the steps whose deeds may be asked for. */
export function variableTable(
  declared: Declarations,
  facts: GraphFacts,
  done?: ReadonlySet<string>,
): VarTable {
  return {
    typeOf: (name) => typeOf(name, { declared, facts, done: done ?? null }),
    known: () => knownVariables(declared, facts),
  }
}

type Known = {
  readonly declared: Declarations
  readonly facts: GraphFacts
  readonly done: ReadonlySet<string> | null
}

function typeOf(name: VarName, known: Known): VarType | undefined {
  const [root = '', first = '', second] = name.split('.')
  const { declared } = known
  if (root === 'fields' && second === undefined) return typeOfField(declared.fields.get(first))
  if (root === 'derived' && second === undefined) return typeOfDerived(declared.derived.get(first))
  if (root === 'done') {
    const isStep = known.done?.has(name.slice('done.'.length)) ?? false
    return isStep ? { type: 'boolean', of: [], range: null, specials: [] } : undefined
  }
  if (root !== 'records') return undefined
  const record = declared.records.get(first)
  if (record === undefined) return undefined
  if (second === undefined) return { type: 'row', of: [], range: null, specials: ['absent'] }
  const column = known.facts.tables.get(record.from)?.columns.get(second)
  return column === undefined
    ? undefined
    : { type: column.type, of: column.of, range: null, specials: ['absent'] }
}

const typeOfField = (field: FieldSpec | undefined): VarType | undefined =>
  field && { type: field.type, of: field.of, range: field.range, specials: ['unknown', ...field.mayBe] }

function typeOfDerived(spec: DerivedSpec | undefined): VarType | undefined {
  if (spec === undefined) return undefined
  if (spec.kind === 'same') return { type: 'boolean', of: [], range: null, specials: ['unknown'] }
  return { type: 'number', of: [], range: spec.range, specials: ['unknown', 'absent'] }
}

function* knownVariables(declared: Declarations, facts: GraphFacts): Iterable<VarName> {
  for (const name of declared.fields.keys()) yield `fields.${name}`
  for (const name of declared.derived.keys()) yield `derived.${name}`
  for (const record of declared.records.values()) {
    yield `records.${record.name}`
    for (const column of facts.tables.get(record.from)?.columns.keys() ?? [])
      yield `records.${record.name}.${column}`
  }
}

/** The column behind `records.r.column`, if there is one. */
export function columnOf(name: VarName, declared: Declarations, facts: GraphFacts): ColumnFacts | undefined {
  const [root, record = '', column = ''] = name.split('.')
  if (root !== 'records') return undefined
  return facts.tables.get(declared.records.get(record)?.from ?? '')?.columns.get(column)
}

const unknownVariable = (at: Place, name: VarName, table: VarTable): Problem =>
  problem(at, 'unknown-variable', `"${name}" is not declared`, didYouMean(name, table.known()))

function fieldProblems(field: FieldSpec, table: VarTable): readonly Problem[] {
  const found: Problem[] = []
  const say = (code: string, message: string, hint: string) =>
    found.push(problem(field.at, code, message, hint))
  if (field.type === 'enum' && field.of.length === 0)
    say('enum-empty', `field "${field.name}" is an enum without values`, 'Add of: [...].')
  if (field.type !== 'enum' && field.of.length > 0)
    say('not-enum', `field "${field.name}" has values but is not an enum`, 'Make it type: enum.')
  if (new Set(field.of).size < field.of.length)
    say('enum-twice', `field "${field.name}" lists a value twice`, 'Remove one.')
  if (field.range !== null && field.type !== 'number')
    say('not-number', `field "${field.name}" has a range but is not a number`, 'Drop the range.')
  if (field.range !== null && field.range[0] > field.range[1])
    say('range-empty', `the range of "${field.name}" is empty`, 'Smallest first.')
  if (field.settledBy === null) return found
  const type = table.typeOf(field.settledBy)
  if (type === undefined || !field.settledBy.startsWith('records.'))
    found.push(unknownVariable(field.at, field.settledBy, table))
  else if (type.type === 'row')
    say('wrong-variable', `"${field.settledBy}" is a record, not a column`, 'Name the column.')
  return found
}

function recordProblems(
  record: RecordSpec,
  from: { table: VarTable; facts: GraphFacts },
): readonly Problem[] {
  const found: Problem[] = []
  const table = from.facts.tables.get(record.from)
  if (table === undefined) {
    found.push(problem(record.at, ...unknownName('table', record.from, from.facts.tables.keys())))
  } else if (record.on !== null && !table.columns.has(record.on)) {
    found.push(
      problem(
        record.at,
        'unknown-column',
        `table "${record.from}" has no column "${record.on}"`,
        didYouMean(record.on, table.columns.keys()),
      ),
    )
  }
  const by = from.table.typeOf(record.by)
  if (by === undefined) found.push(unknownVariable(record.at, record.by, from.table))
  else if (by.type === 'row' || record.by.startsWith('derived.')) {
    const hint = 'Bind by a field or by a column of another record.'
    found.push(
      problem(record.at, 'wrong-variable', `record "${record.name}" cannot be bound by "${record.by}"`, hint),
    )
  }
  return found
}

/** A record bound through itself has no key to begin with. */
function recordCycles(records: ReadonlyMap<string, RecordSpec>): readonly Problem[] {
  const cleared = new Set<string>()
  const found: Problem[] = []
  for (const record of records.values()) {
    const way: string[] = []
    for (
      let at: RecordSpec | undefined = record;
      at !== undefined && !cleared.has(at.name);
      at = records.get(parentOf(at) ?? '')
    ) {
      if (way.includes(at.name)) {
        const cycle = [...way.slice(way.indexOf(at.name)), at.name].join(' -> ')
        found.push(
          problem(
            record.at,
            'record-cycle',
            `records are bound in a cycle: ${cycle}`,
            'Bind one of them by a field.',
          ),
        )
        break
      }
      way.push(at.name)
    }
    for (const name of way) cleared.add(name)
  }
  return found
}

const parentOf = (record: RecordSpec): string | undefined => {
  const [root, parent] = record.by.split('.')
  return root === 'records' ? parent : undefined
}

/** The variables a derived one is worked out from. */
export const inputsOf = (spec: DerivedSpec): readonly VarName[] =>
  spec.kind === 'same' ? [spec.of, spec.as] : spec.kind === 'minus' ? [spec.of, spec.minus] : [spec.of]

/** A variable with all it rests on: inputs of derived variables, keys of records, transitively. */
export function basesOf(graph: Graph, variable: VarName): readonly VarName[] {
  const { kind, name } = partsOf(variable)
  const by = kind === 'records' ? graph.records.get(name)?.by : undefined
  if (by !== undefined) return [variable, ...basesOf(graph, by)]
  const spec = kind === 'derived' ? graph.derived.get(name) : undefined
  return spec === undefined ? [variable] : inputsOf(spec).flatMap((input) => basesOf(graph, input))
}

function derivedProblems(spec: DerivedSpec, table: VarTable): readonly Problem[] {
  const inputs = inputsOf(spec)
  const found: Problem[] = []
  const types = inputs.map((name) => {
    const type = name.startsWith('derived.') ? undefined : table.typeOf(name)
    if (type === undefined) found.push(unknownVariable(spec.at, name, table))
    return type
  })
  const wanted =
    spec.kind === 'since' || spec.kind === 'until' ? 'date' : spec.kind === 'minus' ? 'number' : null
  types.forEach((type, index) => {
    if (type === undefined) return
    if (type.type === 'row' || (wanted !== null && type.type !== wanted)) {
      const message = `"${inputs[index]}" is a ${type.type}; "${spec.name}" needs a ${wanted ?? 'column or a field'}`
      found.push(problem(spec.at, 'wrong-variable', message, 'Name a variable of that type.'))
    }
  })
  if (spec.kind !== 'same' && spec.range[0] > spec.range[1]) {
    found.push(problem(spec.at, 'range-empty', `the range of "${spec.name}" is empty`, 'Smallest first.'))
  }
  return found
}
