import { type Place, type Problem, problem } from '../base/files/problem.ts'
import { didYouMean } from '../base/files/suggest.ts'
import type { VarName } from '../base/guards/guard.ts'
import { variablesOf } from '../base/guards/guard-explain.ts'
import { isJsonObject } from '../base/values/json.ts'
import { inputsOf } from '../graph/file/declarations.ts'
import type { Graph, RecordSpec } from '../graph/model/graph.ts'
import { variablesHeld } from '../graph/model/hold.ts'
import { openWorld, rowOf } from '../world/state.ts'
import type { Table, Tool, World } from '../world/world.ts'

/** What graph and back office owe each other: the agent can see every fact the right action depends on. */
export function checkDesk(graph: Graph, world: World): readonly Problem[] {
  return [
    ...hiddenColumns(graph, world),
    ...checksThatCannotSee(graph, world),
    ...missingRequired(graph, world),
    ...unknownReasons(graph, world),
  ]
}

// ---- every column a guard reads is shown by some read tool

function hiddenColumns(graph: Graph, world: World): readonly Problem[] {
  const problems = new Map<string, Problem>()
  for (const { name, at } of columnsRead(graph)) {
    const [, record = '', column = ''] = name.split('.')
    const table = graph.records.get(record)?.from ?? ''
    if (problems.has(`${table}.${column}`) || isShown(world, table, column)) continue
    const said = `no read tool shows ${table}.${column}, which the right action depends on (${name})`
    const hint =
      'Show the column in the `finds` of a read tool. An agent cannot follow a rule about a value it cannot see.'
    problems.set(`${table}.${column}`, problem(at, 'hidden-fact', said, hint))
  }
  return [...problems.values()]
}

type ColumnRead = { readonly name: VarName; readonly at: Place }

function columnsRead(graph: Graph): readonly ColumnRead[] {
  const reads: ColumnRead[] = []
  const seen = new Set<VarName>()
  const add = (name: VarName, at: Place): void => {
    if (seen.has(name)) return
    seen.add(name)
    if (name.startsWith('derived.')) {
      const spec = graph.derived.get(name.slice(8))
      for (const input of spec === undefined ? [] : inputsOf(spec)) add(input, at)
    }
    const [kind, record = '', column] = name.split('.')
    if (kind !== 'records') return
    if (column !== undefined) reads.push({ name, at })
    const by = graph.records.get(record)?.by
    if (by !== undefined) add(by, at)
  }
  for (const step of graph.steps.values()) {
    if (step.kind === 'decide')
      for (const edge of step.edges) for (const name of variablesOf(edge.when)) add(name, edge.at)
    if (step.kind === 'tell')
      for (const hold of step.holds) for (const name of variablesHeld(hold)) add(name, step.at)
    if (step.kind === 'act')
      for (const { operand } of step.constraints) if ('name' in operand) add(operand.name, step.at)
  }
  for (const forbid of graph.forbids) for (const name of variablesOf(forbid.when)) add(name, forbid.at)
  return reads
}

const isShown = (world: World, table: string, column: string): boolean =>
  [...world.tools.values()].some(
    ({ role, finds }) =>
      role === 'read' &&
      finds.some(
        (find) => find.table === table && (find.columns.length === 0 || find.columns.includes(column)),
      ),
  )

// ---- a check's tool shows the record it checks

function checksThatCannotSee(graph: Graph, world: World): readonly Problem[] {
  const seen = new Set<string>()
  return [...graph.steps.values()].flatMap((step) => {
    if (step.kind !== 'check' || seen.has(step.source)) return []
    seen.add(step.source)
    const [tool, record] = [world.tools.get(step.tool), graph.records.get(step.record)]
    if (tool === undefined || record === undefined || settles(tool, record, world)) return []
    const said = `${step.tool} does not find ${record.from} by ${columnOf(record, world)}, so it never settles ${step.record}`
    return [
      problem(step.at, 'check-tool', said, `Use a read tool whose \`finds\` has { from: ${record.from} }.`),
    ]
  })
}

const columnOf = (record: RecordSpec, world: World): string =>
  record.on ?? world.tables.get(record.from)?.key ?? ''

const settles = (tool: Tool, record: RecordSpec, world: World): boolean =>
  tool.finds.some((find) => find.table === record.from && find.column === columnOf(record, world))

// ---- a required record is there whenever its key is

function missingRequired(graph: Graph, world: World): readonly Problem[] {
  return [...graph.records.values()].flatMap((record) => {
    if (!record.required) return []
    const [kind, parent = '', column = ''] = record.by.split('.')
    const table = world.tables.get(graph.records.get(parent)?.from ?? '')
    if (kind !== 'records' || table === undefined) {
      const said = `${record.name} is required, but customers may say any ${record.by}`
      return [
        problem(record.at, 'required-unproven', said, 'Drop `required`, and let the graph answer `absent`.'),
      ]
    }
    return rowsWithout(table, column, { record, world }).map((key) => {
      const said = `${record.name} is required, but ${table.name} ${key} has none`
      return problem(
        record.at,
        'required-missing',
        said,
        `Add the row to ${record.from}, or drop \`required\`.`,
      )
    })
  })
}

function rowsWithout(
  table: Table,
  column: string,
  { record, world }: { readonly record: RecordSpec; readonly world: World },
): readonly string[] {
  const state = openWorld(world)
  return [...table.rows].flatMap(([key, row]) => {
    const value = row[column] ?? null
    if (value !== null && rowOf(world, state, record.from, columnOf(record, world), value) !== null) return []
    return [key]
  })
}

// ---- the handover tool takes the graph's reasons

function unknownReasons(graph: Graph, world: World): readonly Problem[] {
  const tool = [...world.tools.values()].find(({ role }) => role === 'handover')
  const properties = tool?.parameters.properties
  const reason = isJsonObject(properties) ? properties.reason : undefined
  const listed = isJsonObject(reason) ? reason.enum : undefined
  if (tool === undefined || !Array.isArray(listed)) return []
  const seen = new Set<string>()
  return [...graph.steps.values()].flatMap((step) => {
    if (step.kind !== 'handover' || listed.includes(step.reason) || seen.has(step.source)) return []
    seen.add(step.source)
    const said = `${tool.name} does not accept the reason "${step.reason}"`
    return [problem(step.at, 'unknown-reason', said, didYouMean(step.reason, listed.map(String)))]
  })
}
